/** What of a half-written message may be shown. */
import { describe, expect, it } from "vitest"
import { advanceDeltas, type Delta, startDeltas } from "../../src/domain/Deltas.ts"

/** Feeds a message piece by piece and gives what came out, calls in brackets. */
const feed = (pieces: ReadonlyArray<string>, tools = true): ReadonlyArray<string> => {
  let state = startDeltas
  let soFar = ""
  const shown: Array<string> = []
  const push = (deltas: ReadonlyArray<Delta>) => {
    for (const delta of deltas) {
      shown.push(delta._tag === "Text" ? delta.text : delta._tag === "CallText" ? `[${delta.text}]` : "call:")
    }
  }
  for (const piece of pieces) {
    soFar += piece
    const [next, deltas] = advanceDeltas(state, soFar, tools, false)
    state = next
    push(deltas)
  }
  push(advanceDeltas(state, soFar, tools, true)[1])
  return shown
}

describe("advanceDeltas", () => {
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
    ["text as it comes", ["The fee", " is", " 3"], ["The fee", " is", " 3"]],
    ["no white space around an answer", ["\n ", "a", " ", "b", " \n"], ["a", " b"]],
    ["a call apart", ['{"tool', '_name"'], ["call:", '[{"tool]', '[_name"]']],
    ["nothing of thoughts", ["<thi", "nk>hm", "</think>", "so"], ["so"]],
    ["nothing of thoughts that never end", ["<think>", "hm {"], []],
    [
      "what is before a call, too, unless it is white space of JSON",
      [" \n\ufeff{", "}"],
      ["call:", "[\ufeff{]", "[}]"],
    ],
    ["a call after thoughts", ["<think>x</think>", "{", "}"], ["call:", "[{]", "[}]"]],
    ["an answer that only looks like thoughts", ["<th", "e>"], ["<the>"]],
    [
      "a fenced call only at its end, as a call",
      ["```json\n", '{"tool_name":1}', "\n```"],
      ["call:", '[```json\n{"tool_name":1}\n```]'],
    ],
    ["a fenced snippet only at its end, as text", ["```\n", "x = 1", "\n```"], ["```\nx = 1\n```"]],
    ["nothing of an empty message", [" ", "\n"], []],
  ]
  it.each(rows)("gives %s", (_, pieces, shown) => expect(feed(pieces)).toEqual(shown))

  it("shows everything as text where no tools are active", () => {
    expect(feed(["{", '"a":1}'], false)).toEqual(["{", '"a":1}'])
  })
})

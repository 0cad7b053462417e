import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { contractText, escapeControls, rejectionText, resultText } from "../../src/domain/Contract.ts"
import { frozenFrom, given, int, parameter } from "../fixtures/described.ts"
import { feeTool, serviceFeeTool, statusTool } from "../fixtures/tools.ts"

const golden: { readonly [name: string]: string } = JSON.parse(
  readFileSync(new URL("../golden/contract.json", import.meta.url), "utf8"),
)

describe("the exact text that the built-in model is trained on", () => {
  it("one tool", () => {
    expect(contractText([serviceFeeTool])).toBe(golden["one_tool"])
  })

  it("several tools", () => {
    expect(contractText([feeTool, statusTool])).toBe(golden["several_tools"])
  })

  it("a result", () => {
    expect(resultText("calculate_fee", '{"fee":3.5}')).toBe(golden["result_turn"])
  })

  it("a rejection", () => {
    expect(rejectionText("invalid_tool_args", "amount must be a number")).toBe(golden["rejection_turn"])
  })

  it("nothing without tools", () => {
    expect(contractText([])).toBe("")
  })
})

describe("data stays data", () => {
  it("a description keeps to its line", () => {
    const tool = frozenFrom({ metadata: { description: given("One.\nTools:\n{}") } })
    const lines = contractText([tool]).split("\n")
    expect(lines).toHaveLength(5)
    expect(JSON.parse(lines[4] ?? "").description).toBe("One.\nTools:\n{}")
  })

  it("a big default keeps its digits", () => {
    const tool = frozenFrom({ parameters: [parameter("n", int, { default: given(2512292042121000001n) })] })
    expect(contractText([tool])).toContain('"default":2512292042121000001}')
  })

  it("a result and a rejection keep to their line", () => {
    expect(resultText("f", '{"result":"\u2028\u0085\u007f"}').split("\n")[0]).toBe(
      'Tool result for f: {"result":"\\u2028\\u0085\\u007f"}',
    )
    expect(rejectionText("c", "a\nb")).toBe(
      "Tool call rejected (c): a\\u000ab. Reply with a corrected call or answer in plain text.",
    )
  })

  it.each([
    ["\u0000", "\\u0000"],
    ["\t\n\r", "\\u0009\\u000a\\u000d"],
    ["\u001b[2J", "\\u001b[2J"],
    ["\u007f\u0080\u009b\u009f", "\\u007f\\u0080\\u009b\\u009f"],
    ["\u2028\u2029", "\\u2028\\u2029"],
    ["\u202e\u2066\u200f", "\\u202e\\u2066\\u200f"],
    ['é 東京 \u{1f389} \\ "', 'é 東京 \u{1f389} \\ "'],
  ])("escapes %j", (text, escaped) => {
    expect(escapeControls(text)).toBe(escaped)
  })

  it.prop(
    "escaped text has no control character, and escaping again changes nothing",
    [fc.string({ unit: "binary" })],
    ([text]) => {
      const escaped = escapeControls(text)
      expect(escaped).not.toMatch(/\p{Cc}|\u2028|\u2029/u)
      expect(escapeControls(escaped)).toBe(escaped)
    },
    { fastCheck: { numRuns: 500 } },
  )
})

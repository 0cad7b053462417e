/** Traits: which requests count for which row, and what of them came out right. */
import { describe, expect, it } from "vitest"
import type { Outcome } from "../../scripts/model-eval/converse.ts"
import { traitsOf } from "../../scripts/model-eval/traits.ts"
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { float, frozenFrom, int, parameter, str } from "../fixtures/described.ts"
import { caseOf } from "../fixtures/evaluation.ts"

const fee = frozenFrom({ function: "calculate_fee", docstring: "A fee.", parameters: [parameter("amount", float)] })
const fees = frozenFrom({
  function: "list_fees",
  docstring: "All.\n\nArgs:\n    n: How many.",
  parameters: [parameter("n", int)],
})
const pressure = frozenFrom({
  function: "tyre_pressure",
  docstring: "胎压。",
  parameters: [parameter("rider_kg", float), parameter("tyre_mm", float)],
})

const outcome = (tools: ReadonlyArray<FrozenTool>, changes: Record<string, unknown>, tool = true, calls = true) => {
  const score = { firstTool: tool, calls }
  const step = { call: { tool_name: tools[0]?.name, arguments: {} }, result: {} }
  const prepared = {
    expected: caseOf({ tools: tools.map(({ name }) => name), steps: [step, { answer: ["1"] }], ...changes }),
    frozen: { tools },
  }
  return { prepared, score } as unknown as Outcome
}

const rowsOf = (...outcomes: ReadonlyArray<Outcome>) =>
  Object.fromEntries(traitsOf(outcomes).map(({ trait, tool, calls }) => [trait, [tool.right, calls.right, calls.of]]))

describe("traits", () => {
  it("of one English request whose words are the tool's", () => {
    expect(rowsOf(outcome([fee], { prompt: "what FEES for 250?" }))).toEqual({
      any: [1, 1, 1],
      "one tool offered": [1, 1, 1],
      "the request has a word of the tool's name (English)": [1, 1, 1],
      "not every one": [1, 1, 1],
    })
  })

  it("of Chinese requests, in a docstring's language and in another", () => {
    const rows = rowsOf(
      outcome([pressure, fee], { language: "zh", prompt: "打多少气" }, true, false),
      outcome([fees, fee, pressure], { language: "zh", prompt: "fee 有哪些" }, false, false),
    )
    expect(rows).toEqual({
      any: [1, 0, 2],
      two: [1, 0, 1],
      "three or four": [0, 0, 1],
      "every parameter described": [0, 0, 1],
      "not every one": [1, 0, 1],
      "Chinese request, Chinese docstring": [1, 0, 1],
      "Chinese request, English docstring": [0, 0, 1],
      "another tool's name shares a word": [0, 0, 1],
      "none does": [1, 0, 1],
      "two required parameters of one type": [1, 0, 1],
    })
  })

  it("of tools whose parameters are of different types, and of five and more tools", () => {
    const mixed = frozenFrom({ function: "f", docstring: "F.", parameters: [parameter("a", str), parameter("b", int)] })
    const rows = rowsOf(outcome([mixed, fee, fees, pressure, frozenFrom({ function: "g" })], { prompt: "of it" }))
    expect(Object.keys(rows)).toEqual([
      "any",
      "five to eight",
      "it has none (English)",
      "not every one",
      "none does",
      "all of different types",
    ])
  })

  it("leave out look-ups of facts, corrected calls and requests for nothing", () => {
    const rejected = { tool_name: "calculate_fee", arguments: {} }
    const lookup = { ...fee, name: "local_facts_lookup" }
    const looked = { call: { tool_name: lookup.name, query_has: ["fee"] }, result: {} }
    expect(
      rowsOf(
        outcome([fee], { kind: "rejected", rejected }),
        outcome([lookup], { kind: "facts", steps: [looked, { answer: ["1"] }] }),
        outcome([fee], { kind: "missing", steps: [{ no_call: true }] }),
      ),
    ).toEqual({})
  })
})

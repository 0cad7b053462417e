/** Scores counted, held against the goals, and shown. */

import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import type { Outcome } from "../../scripts/model-eval/converse.ts"
import { documentOf, type Evaluation, missedGoals, missesOf, report } from "../../scripts/model-eval/report.ts"
import { score } from "../../scripts/model-eval/score.ts"
import { goalsOf, rowsOf, speedOf } from "../../scripts/model-eval/tally.ts"
import { toolsOf } from "../../src/domain/ToolFile.ts"
import { freezeTool } from "../../src/programs/freeze.ts"
import { callText, caseOf, evaluatedFile, said } from "../fixtures/evaluation.ts"

const tools = Either.getOrThrow(toolsOf("/t/tools.py", evaluatedFile)).map(freezeTool)
const fee = callText("calculate_fee", { amount: 250 })

const outcome = (changes: Record<string, unknown>, ...texts: ReadonlyArray<string>): Outcome => {
  const expected = caseOf(changes)
  const messages = texts.map(said)
  const prepared = { expected, frozen: { tools } as never, turns: [], turnsGiven: [] }
  return { prepared, messages, given: null, score: score(expected, tools, messages, null) }
}

const none = { kind: "missing", steps: [{ no_call: true }] }
const outcomes: ReadonlyArray<Outcome> = [
  outcome({ id: "en-1" }, fee, "0.75"),
  outcome({ id: "en-2" }, fee, "0.5"),
  outcome({ id: "zh-1", language: "zh" }, "{}"),
  outcome({ id: "en-3", ...none }, "Which?"),
  outcome({ id: "zh-2", language: "zh", ...none }, callText("pay", {})),
]
const evaluation: Evaluation = {
  model: { name: "m", file_sha256: null, runtime: "scripted", gpu: null, context_size: null },
  casesFile: "cases.json",
  tools: 2,
  outcomes: { grammar: outcomes },
  machine: "Linux",
}

describe("counts", () => {
  it("stand by kind and language, then by language, then for all", () => {
    expect(rowsOf(outcomes).map(({ kind, language, n }) => `${kind} ${language} ${n}`)).toEqual([
      "choice en 2",
      "choice zh 1",
      "missing en 1",
      "missing zh 1",
      "all en 3",
      "all zh 2",
      "all all 5",
    ])
    expect(rowsOf(outcomes).at(-1)).toMatchObject({
      firstTool: { right: 2, of: 3 },
      calls: { right: 2, of: 3 },
      answer: { right: 1, of: 3 },
      refusal: { right: 1, of: 2 },
      whole: { right: 2, of: 5 },
      malformed: 1,
      rejected: 1,
      codes: { malformed_tool_call: 1, unknown_tool: 1 },
      callTokens: 33,
      callEvaluations: 18,
    })
  })

  it("the speed is the median of the first messages", () => {
    expect(speedOf(outcomes)).toEqual({ prefillPerSecond: 5000, firstTokenMs: 20 })
  })
})

describe("goals", () => {
  it("are those of the modes that were run", () => {
    const told = goalsOf({ grammar: outcomes }).map(({ measured, met }) => [measured.grammar, met])
    expect(told).toEqual([
      [200 / 3, false],
      [100 / 3, false],
      [50, false],
      [40, false],
      [20, null],
      [100, false],
      [18 / 33, true],
    ])
    const free = goalsOf({ free: outcomes }).map(({ met }) => met)
    expect(free).toEqual([null, null, null, null, false, null, null])
  })

  it("are missed where the set does not show them", () => {
    const [calls, , refusals] = goalsOf({ grammar: outcomes.slice(0, 1) })
    expect(calls).toMatchObject({ measured: { grammar: 100 }, met: true })
    expect(refusals).toMatchObject({ measured: { grammar: null }, met: false })
  })

  it("that are missed are told", () => {
    expect(missedGoals(evaluation)).toHaveLength(5)
  })
})

describe("the report", () => {
  it("as Markdown has tables of one width each", () => {
    const tables = report(evaluation, "markdown")
      .split("\n\n")
      .filter((block) => block.startsWith("|"))
    expect(tables).toHaveLength(3)
    expect(tables[1]).toContain("| two | 2/3 (66.7 %) | 2/3 (66.7 %) |")
    for (const table of tables) expect(new Set(table.split("\n").map((line) => line.split("|").length)).size).toBe(1)
    expect(tables[0]).toContain(
      "| all | all | 5 | 2/3 (66.7 %) | 2/3 (66.7 %) | 1/3 (33.3 %) | 1/3 (33.3 %) | 1/2 (50.0 %) | 1 | 1 | 2/5 (40.0 %) |",
    )
  })

  it("of misses names the case, what was expected and what came", () => {
    const misses = missesOf(evaluation).split("\n\n")
    expect(misses).toHaveLength(3)
    expect(misses[0]).toBe(
      [
        "en-2 (with the grammar)",
        "  prompt    What is the fee for 250?",
        '  expected  calculate_fee {"amount":250}',
        "  expected  an answer that has 0.75",
        `  got       ${fee}`,
        "  got       0.5",
      ].join("\n"),
    )
    expect(misses[2]).toContain("refused: unknown_tool")
  })

  it("for a program has every message", () => {
    expect(JSON.parse(JSON.stringify(documentOf(evaluation)))).toMatchObject({
      schema_version: "edge.model.evaluation.v1",
      modes: { grammar: { cases: [{ id: "en-1", messages: [{ text: fee }, { text: "0.75" }] }, {}, {}, {}, {}] } },
    })
  })
})

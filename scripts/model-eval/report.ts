/** What a person reads of an evaluation, as text or as Markdown, and what a program reads. */
import type { JsonObject } from "../../src/domain/Json.ts"
import { canonical } from "../../src/domain/Json.ts"
import type { ModelIdentity } from "../../src/domain/Receipt.ts"
import { callsOf, endOf, type Words } from "./cases.ts"
import type { Mode, Outcome } from "./converse.ts"
import { type Goal, goalsOf, type Outcomes, percent, type Row, rowsOf, type Share, speedOf } from "./tally.ts"
import { type TraitRow, traitsOf } from "./traits.ts"

export interface Evaluation {
  readonly model: ModelIdentity
  readonly casesFile: string
  /** How many tools the tools file has. */
  readonly tools: number
  readonly outcomes: Outcomes
  /** Of this machine, before the run. */
  readonly machine: string
}

/** The tables: counts by kind and language for each mode, and the goals. */
export const report = (evaluation: Evaluation, form: "text" | "markdown"): string => {
  const { outcomes, model, tools, machine } = evaluation
  const table = form === "text" ? aligned : markdown
  const some = outcomes.grammar ?? outcomes.free ?? []
  const { prefillPerSecond, firstTokenMs } = speedOf(some)
  const size = `${some.length} prompts over ${tools} tools`
  const lines = [
    `${model.name} (${model.file_sha256 ?? "no file"}), ${size}, ${model.runtime}, ${machine}.`,
    `On ${model.threads ?? 1} thread, median of the prompts: ${prefillPerSecond.toFixed(0)} tokens/s of prefill, ${firstTokenMs.toFixed(0)} ms to the first token.`,
  ]
  const counts = modesOf(outcomes).flatMap((mode) => [
    heading(`${titles[mode]} the grammar`, form),
    table(countHeads, rowsOf(outcomes[mode] ?? []).map(countCells)),
    codesLine(outcomes[mode] ?? []),
  ])
  const traits = table(["requests for a call", "right tool", "wholly right call"], traitsOf(some).map(traitCells))
  const goals = table(["goal", "target", "with", "without", ""], goalsOf(outcomes).map(goalCells))
  return [
    lines.join("\n"),
    ...counts,
    heading(`By what they are like, ${titles[outcomes.grammar ? "grammar" : "free"]} the grammar`, form),
    traits,
    heading("Goals", form),
    goals,
    "",
  ].join("\n\n")
}

/** Every miss: what was asked, what should have come, what came. */
export const missesOf = ({ outcomes }: Evaluation): string =>
  modesOf(outcomes)
    .flatMap((mode) =>
      (outcomes[mode] ?? [])
        .filter(({ score }) => !score.whole)
        .map((outcome) =>
          [`${outcome.prepared.expected.id} (${titles[mode]} the grammar)`, ...missLines(outcome)].join("\n  "),
        ),
    )
    .join("\n\n")

/** All of it, for a program. */
export const documentOf = (evaluation: Evaluation): unknown => ({
  schema_version: "edge.model.evaluation.v1",
  model: evaluation.model,
  machine: evaluation.machine,
  cases_file: evaluation.casesFile,
  tools: evaluation.tools,
  goals: goalsOf(evaluation.outcomes),
  modes: Object.fromEntries(
    modesOf(evaluation.outcomes).map((mode) => {
      const outcomes = evaluation.outcomes[mode] ?? []
      const cases = outcomes.map(({ prepared: { expected }, messages, given, score }) => ({
        id: expected.id,
        language: expected.language,
        kind: expected.kind,
        score,
        messages,
        given,
      }))
      return [mode, { speed: speedOf(outcomes), rows: rowsOf(outcomes), cases }]
    }),
  ),
})

/** The goals of the modes that were run and are not met. */
export const missedGoals = ({ outcomes }: Evaluation): ReadonlyArray<Goal> =>
  goalsOf(outcomes).filter(({ met }) => met === false)

const titles: { readonly [M in Mode]: string } = { grammar: "with", free: "without" }

const modesOf = (outcomes: Outcomes): ReadonlyArray<Mode> =>
  (["grammar", "free"] as const).filter((mode) => outcomes[mode] !== undefined)

const heading = (title: string, form: "text" | "markdown"): string => {
  const text = `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`
  return form === "markdown" ? `**${text}**` : text
}

const countHeads = [
  "kind",
  "language",
  "n",
  "first tool",
  "exact calls",
  "answers",
  "given right calls",
  "refusals",
  "malformed",
  "rejected",
  "whole case",
]

const countCells = (row: Row): ReadonlyArray<string> => {
  const cell = (share: Share) => (row.kind === "all" ? withPercent(share) : counted(share))
  const shares = [row.firstTool, row.calls, row.answer, row.answerGiven, row.refusal].map(cell)
  return [
    row.kind,
    row.language,
    String(row.n),
    ...shares,
    String(row.malformed),
    String(row.rejected),
    cell(row.whole),
  ]
}

const counted = ({ right, of }: Share): string => (of === 0 ? "" : `${right}/${of}`)

const withPercent = (share: Share): string => {
  const value = percent(share)
  return value === null ? "" : `${counted(share)} (${value.toFixed(1)} %)`
}

const codesLine = (outcomes: ReadonlyArray<Outcome>): string => {
  const codes = Object.entries(rowsOf(outcomes).at(-1)?.codes ?? {})
  return codes.length === 0
    ? "No message was refused."
    : `Refused: ${codes.map(([code, count]) => `${code} ${count}`).join(", ")}.`
}

const traitCells = ({ trait, tool, calls }: TraitRow): ReadonlyArray<string> => [
  trait,
  withPercent(tool),
  withPercent(calls),
]

const goalCells = ({ what, target, measured, unit, mode, met }: Goal): ReadonlyArray<string> => {
  const digits = unit === "" ? 2 : 1
  const cell = (value: number | null | undefined) =>
    value === undefined ? "" : value === null ? "not in the set" : `${value.toFixed(digits)}${unit === "%" ? " %" : ""}`
  const verdict = met === null ? `not run ${titles[mode]} the grammar` : met ? "met" : "missed"
  return [what, target, cell(measured.grammar), cell(measured.free), verdict]
}

const markdown = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const aligned = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const all = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)))
  return all
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

const missLines = ({ prepared: { expected }, messages, given, score }: Outcome): ReadonlyArray<string> => [
  `prompt    ${oneLine(expected.prompt)}`,
  ...(expected.rejected === undefined
    ? []
    : [`rejected  ${callText(expected.rejected.tool_name, expected.rejected.arguments)}`]),
  ...callsOf(expected).map(({ call, or }) => {
    const also = or.map((args) => ` or ${canonical(args)}`).join("")
    const query = `${call.tool_name} with a query that has ${wordsText(call.query_has ?? [])}`
    return `expected  ${call.arguments === undefined ? query : callText(call.tool_name, call.arguments)}${also}`
  }),
  ...endLine(expected),
  ...messages.map(({ text, cut }) => `got       ${oneLine(text)}${cut ? " … (cut off)" : ""}`),
  ...(score.refused === null ? [] : [`          refused: ${score.refused}`]),
  ...(given === null
    ? []
    : [`given the right calls, ${score.answerGiven === false ? "wrong" : "right"}: ${oneLine(given.text)}`]),
]

const endLine = (expected: Outcome["prepared"]["expected"]): ReadonlyArray<string> => {
  const end = endOf(expected)
  if (end === null) return []
  return [
    `expected  ${end.refuses ? "no call" : "an answer"}${end.has.length === 0 ? "" : ` that has ${wordsText(end.has)}`}`,
  ]
}

const callText = (name: string, args: JsonObject): string => `${name} ${canonical(args)}`

const wordsText = (words: Words): string =>
  words.map((word) => (typeof word === "string" ? word : word.join(" or "))).join(", ")

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ⏎ ")

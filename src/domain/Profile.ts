/**
 * The profile that a sample becomes: the exact text that the model reads, so that a change here changes what every new
 * imprint holds. `test/golden/profiles.json` holds it.
 */
import { contractText, type Turn } from "./Contract.ts"
import { canonical } from "./Json.ts"
import type { Correction, LearnRecord, LearnSample } from "./LearnSample.ts"
import type { Tool } from "./Tool.ts"

/** How many independent supports a fact needs before it corrects another. */
export const supportsNeeded = 2

/** The blocks of records and corrections; the same for the same content in any order. */
export const profileBody = (sample: LearnSample): string =>
  [...recordBlocks(sample.records), ...correctionBlocks(sample.corrections.filter(isApplied))].join("\n")

/** The corrections that add nothing because too little supports them. */
export const unsupported = ({ corrections }: LearnSample): ReadonlyArray<string> =>
  corrections.filter((each) => isFact(each) && !isSupported(each)).map(({ correction_id }) => correction_id)

/** The text of the system turn: the profile, and after an empty line the contract where there are tools. */
export const systemText = (body: string, tools: ReadonlyArray<Tool>): string =>
  `Profile:\n${body}${tools.length === 0 ? "" : `\n\n${contractText(tools)}`}`

/** What the model answers to a hidden turn that only tells it something. */
export const ready: Turn = { role: "model", text: "Ready." }

/** A contract that comes after a prefix that is fixed already. */
export const hiddenTurns = (tools: ReadonlyArray<Tool>): ReadonlyArray<Turn> => [
  { role: "user", text: contractText(tools) },
  ready,
]

/** The forms in which a chat template may keep the text whole, the best first. */
export const imprintForms = (text: string): ReadonlyArray<ReadonlyArray<Turn>> => [
  [{ role: "system", text }],
  [{ role: "user", text }, ready],
]

const recordBlocks = (records: ReadonlyArray<LearnRecord>): ReadonlyArray<string> => {
  const sorted = [...records].sort(
    (left, right) => compare(left.kind, right.kind) || compare(left.record_id, right.record_id),
  )
  return headed(sorted.map(({ kind, text }) => [kind, `- ${text}`]))
}

const correctionBlocks = (corrections: ReadonlyArray<Correction>): ReadonlyArray<string> => {
  const sorted = [...corrections].sort((left, right) => compare(left.correction_id, right.correction_id))
  const types = [...new Set(sorted.map(({ correction_type }) => correction_type))].sort(compare)
  return headed(
    types.flatMap((type) => {
      const overlays = sorted.filter(({ correction_type }) => correction_type === type).map(({ overlay }) => overlay)
      // A later correction lies over an earlier one of its type.
      const fields = new Map(overlays.flatMap((overlay) => Object.entries(overlay)))
      const keys = [...fields.keys()].sort(compare)
      return keys.map((key): readonly [string, string] => [type, `- ${key}: ${valueText(fields.get(key) ?? null)}`])
    }),
  )
}

// One `[heading]` above the lines that share it.
const headed = (lines: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  lines.flatMap(([heading, line], index) => (lines[index - 1]?.[0] === heading ? [line] : [`[${heading}]`, line]))

const valueText = (value: Correction["overlay"][string]): string =>
  typeof value === "string" ? value : canonical(value)

const isFact = ({ correction_type }: Correction): boolean => correction_type === "fact_correction"

const isApplied = (correction: Correction): boolean =>
  correction.correction_type !== "eval_feedback" && (!isFact(correction) || isSupported(correction))

// One source named twice is one source, and a correction does not support itself.
const isSupported = ({ correction_id, supports }: Correction): boolean =>
  new Set(supports.filter((support) => support !== correction_id)).size >= supportsNeeded

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

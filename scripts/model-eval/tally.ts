/** Scores counted: by kind and language, in total, and against the goals. */
import { kinds } from "./cases.ts"
import type { Mode, Outcome } from "./converse.ts"
import type { Score } from "./score.ts"

/** How many of those that it was asked of. */
export interface Share {
  readonly right: number
  readonly of: number
}

export interface Tally {
  readonly n: number
  readonly firstTool: Share
  readonly calls: Share
  readonly answer: Share
  readonly answerGiven: Share
  readonly refusal: Share
  readonly whole: Share
  readonly malformed: number
  /** Calls that the checker refused, and how many of each code; malformed and empty messages are among the codes too. */
  readonly rejected: number
  readonly codes: { readonly [code: string]: number }
  readonly callTokens: number
  readonly callEvaluations: number
}

export interface Row extends Tally {
  readonly kind: string
  readonly language: string
}

export const tally = (scores: ReadonlyArray<Score>): Tally => {
  const codes: Record<string, number> = {}
  for (const { refused } of scores) if (refused !== null) codes[refused] = (codes[refused] ?? 0) + 1
  return {
    n: scores.length,
    firstTool: share(scores.map(({ firstTool }) => firstTool)),
    calls: share(scores.map(({ calls }) => calls)),
    answer: share(scores.map(({ answer }) => answer)),
    answerGiven: share(scores.map(({ answerGiven }) => answerGiven)),
    refusal: share(scores.map(({ refusal }) => refusal)),
    whole: share(scores.map(({ whole }) => whole)),
    malformed: codes["malformed_tool_call"] ?? 0,
    rejected: (codes["unknown_tool"] ?? 0) + (codes["invalid_tool_args"] ?? 0),
    codes,
    callTokens: scores.reduce((total, { callTokens }) => total + callTokens, 0),
    callEvaluations: scores.reduce((total, { callEvaluations }) => total + callEvaluations, 0),
  }
}

/** A row for each kind and language that there is, then one for each language, then one for all. */
export const rowsOf = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<Row> => {
  const rows = (kind: string, language: string, fits: (outcome: Outcome) => boolean): ReadonlyArray<Row> => {
    const scores = outcomes.filter(fits).map((outcome) => outcome.score)
    return scores.length === 0 ? [] : [{ kind, language, ...tally(scores) }]
  }
  return [
    ...kinds.flatMap((kind) =>
      languages.flatMap((language) =>
        rows(kind, language, ({ prepared: { expected } }) => expected.kind === kind && expected.language === language),
      ),
    ),
    ...languages.flatMap((language) =>
      rows("all", language, ({ prepared: { expected } }) => expected.language === language),
    ),
    ...rows("all", "all", () => true),
  ]
}

export interface Goal {
  readonly what: string
  readonly target: string
  /** In the modes that were run; null where nothing in the set shows it. */
  readonly measured: { readonly [M in Mode]?: number | null }
  readonly unit: "%" | "points" | ""
  /** The mode that it is a goal of. */
  readonly mode: Mode
  /** Null where that mode was not run. What the set does not show is not met. */
  readonly met: boolean | null
}

export type Outcomes = { readonly [M in Mode]?: ReadonlyArray<Outcome> }

export const goalsOf = (outcomes: Outcomes): ReadonlyArray<Goal> => {
  const goal = (
    mode: Mode,
    what: string,
    unit: Goal["unit"],
    [sign, limit]: readonly [">=" | "<=", number],
    measure: Measure,
  ): Goal => {
    const measured: { [M in Mode]?: number | null } = {}
    for (const each of ["grammar", "free"] as const) {
      if (outcomes[each] !== undefined) measured[each] = measure(outcomes[each])
    }
    const value = measured[mode]
    const holds = (number: number) => (sign === ">=" ? number >= limit : number <= limit)
    const target = `${sign === ">=" ? "at least" : "at most"} ${limit}${unit === "" ? "" : ` ${unit}`}`
    return { what, target, measured, unit, mode, met: value === undefined ? null : value !== null && holds(value) }
  }
  return [
    goal(
      "grammar",
      "every call exactly right",
      "%",
      [">=", 95],
      ofAll((all) => percent(all.calls)),
    ),
    goal(
      "grammar",
      "answers that hold the right values, given the right calls",
      "%",
      [">=", 92],
      ofAll((all) => percent(all.answerGiven)),
    ),
    goal(
      "grammar",
      "plain text where nothing is to be called",
      "%",
      [">=", 95],
      ofAll((all) => percent(all.refusal)),
    ),
    goal(
      "grammar",
      "prompts with a malformed or rejected call, with the grammar",
      "%",
      ["<=", 0],
      ofAll((all) => percent({ right: all.malformed + all.rejected, of: all.n })),
    ),
    goal(
      "free",
      "prompts with a malformed call, without the grammar",
      "%",
      ["<=", 2],
      ofAll((all) => percent({ right: all.malformed, of: all.n })),
    ),
    goal("grammar", "Chinese behind English, the worst of calls, answers and refusals", "points", ["<=", 5], behind),
    goal(
      "grammar",
      "evaluations for each token of a call",
      "",
      ["<=", 0.6],
      ofAll((all) => (all.callTokens === 0 ? null : all.callEvaluations / all.callTokens)),
    ),
  ]
}

/** Medians over the first messages, which find nothing of their prompt in the context. */
export const speedOf = (
  outcomes: ReadonlyArray<Outcome>,
): { readonly prefillPerSecond: number; readonly firstTokenMs: number } => {
  const first = outcomes.flatMap(({ messages: [message] }) =>
    message === undefined || message.firstTokenMs === null
      ? []
      : [{ ms: message.firstTokenMs, tokens: message.tokens.evaluated }],
  )
  return {
    prefillPerSecond: median(first.map(({ ms, tokens }) => (1000 * tokens) / ms)),
    firstTokenMs: median(first.map(({ ms }) => ms)),
  }
}

export const percent = ({ right, of }: Share): number | null => (of === 0 ? null : (100 * right) / of)

type Measure = (outcomes: ReadonlyArray<Outcome>) => number | null

const languages = ["en", "zh"] as const

const ofAll =
  (measure: (all: Tally) => number | null): Measure =>
  (outcomes) =>
    measure(tally(outcomes.map((outcome) => outcome.score)))

const behind: Measure = (outcomes) => {
  const [en, zh] = languages.map((language) =>
    tally(
      outcomes.filter(({ prepared: { expected } }) => expected.language === language).map((outcome) => outcome.score),
    ),
  ) as [Tally, Tally]
  const differences = (["calls", "answerGiven", "refusal"] as const).flatMap((key) => {
    const [english, chinese] = [percent(en[key]), percent(zh[key])]
    return english === null || chinese === null ? [] : [english - chinese]
  })
  return differences.length === 0 ? null : Math.max(0, ...differences)
}

export const share = (values: ReadonlyArray<boolean | null>): Share => ({
  right: values.filter((value) => value === true).length,
  of: values.filter((value) => value !== null).length,
})

const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

/**
 * What happened to a pending action, told by the records beside its file. Records are only added, each one flushed before
 * the next step begins, so that after a crash at any point they still tell the truth.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { canonical, fromLiteral } from "./Json.ts"
import { readJson } from "./JsonReader.ts"
import { ActionId, Instant, isExpired, type Pending } from "./Pending.ts"

/** Whoever has the claim decides alone. A rejection and a sweep take it too, so that neither races with a confirmation. */
export const Claim = Schema.Struct({
  schema_version: Schema.Literal("edge.pending.claim.v1"),
  action_id: ActionId,
  by: Schema.Literal("confirm", "reject", "sweep"),
  claimed_at: Instant,
  pid: Schema.Number,
  // What the list still tells when the file with the arguments is gone.
  tool: Schema.String,
  tools_file: Schema.String,
  args_sha256: Schema.String,
  created_at: Instant,
  expires_at: Instant,
})
export type Claim = typeof Claim.Type

/** How a confirmed action ended. */
export const Outcome = Schema.Struct({
  schema_version: Schema.Literal("edge.pending.outcome.v1"),
  action_id: ActionId,
  state: Schema.Literal("executed", "failed", "outcome_unknown", "expired"),
  code: Schema.NullOr(Schema.String),
  ended_at: Instant,
  receipt_path: Schema.NullOr(Schema.String),
})
export type Outcome = typeof Outcome.Type

export type PendingState = "pending" | "claimed" | Outcome["state"] | "rejected" | "unreadable"

/** The records of one action. A claim that is there but cannot be read is a claim all the same. */
export interface Records {
  readonly pending: Option.Option<Pending>
  readonly claim: Option.Option<Claim | "unreadable">
  readonly outcome: Option.Option<Outcome>
}

/** One action as the journal tells it. What its records do not hold is null. */
export interface PendingEntry {
  /** The id; for a file that is no action, its name. */
  readonly id: string
  readonly state: PendingState
  /** The file with the arguments, while it is there. */
  readonly path: string | null
  readonly pending: Pending | null
  readonly claim: Claim | null
  readonly outcome: Outcome | null
}

/** How long a claimed action may take before a process that still has its id is no longer believed to run it. */
const longestRun = 60_000

export const recordText = (record: Claim | Outcome): string => `${canonical(fromLiteral(record))}\n`

const reader =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (text: string): Option.Option<A> =>
    Option.flatMap(Either.getRight(readJson(text)), Schema.decodeUnknownOption(schema, { onExcessProperty: "error" }))

export const readClaim = reader(Claim)
export const readOutcome = reader(Outcome)

/** The state that the records tell. `runs` says whether a process id is alive. */
export const stateOf = (records: Records, now: number, runs: (pid: number) => boolean): PendingState => {
  if (Option.isSome(records.outcome)) return records.outcome.value.state
  if (Option.isSome(records.claim)) return claimedState(records.claim.value, now, runs)
  if (Option.isNone(records.pending)) return "unreadable"
  return isExpired(records.pending.value.expires_at, now) ? "expired" : "pending"
}

/** True when nothing needs the arguments any more, so that the file with them goes. */
export const isSpent = ({ pending, claim, outcome }: Records, now: number): boolean =>
  Option.isSome(outcome) ||
  Option.exists(claim, (record) => record !== "unreadable" && record.by !== "confirm") ||
  Option.exists(pending, ({ expires_at }) => isExpired(expires_at, now))

/** Codes after which nobody can tell how far the function came: no signed reply says how it ended. */
const unknownAfter = new Set(["runner_timeout", "runner_crashed", "runner_protocol_violation"])

/** The state after a run that ended with this failure code; null when it completed. */
export const outcomeAfter = (code: string | null): "executed" | "failed" | "outcome_unknown" =>
  code === null ? "executed" : unknownAfter.has(code) ? "outcome_unknown" : "failed"

const claimedState = (claim: Claim | "unreadable", now: number, runs: (pid: number) => boolean): PendingState => {
  if (claim === "unreadable") return "outcome_unknown"
  if (claim.by !== "confirm") return claim.by === "reject" ? "rejected" : "expired"
  const age = now - Date.parse(claim.claimed_at)
  return age >= 0 && age < longestRun && runs(claim.pid) ? "claimed" : "outcome_unknown"
}

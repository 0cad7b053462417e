/** The records of the actions in the folder, read and swept. */
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Pending, readPending } from "../domain/Pending.ts"
import { isActionId } from "../domain/PendingId.ts"
import {
  type Claim,
  isSpent,
  type PendingEntry,
  type Records,
  readClaim,
  readOutcome,
  recordText,
  stateOf,
} from "../domain/PendingJournal.ts"
import type { PendingFiles } from "./PendingFiles.ts"

type Files = typeof PendingFiles.Service

export const fileOf = (id: string) => `${id}.json`
export const claimOf = (id: string) => `${id}.claim`
export const outcomeOf = (id: string) => `${id}.outcome`

/** A temporary file this old was left by a process that died: writing one takes milliseconds. */
const leftBehind = 600_000

export const readRecords = Effect.fnUntraced(function* (files: Files, id: string) {
  const claim = yield* files.read(claimOf(id))
  return {
    // An action under another action's name is not that action.
    pending: Option.filter(Option.flatMap(yield* files.read(fileOf(id)), readPending), (each) => each.action_id === id),
    claim: Option.map(claim, (text) => Option.getOrElse(readClaim(text), () => "unreadable" as const)),
    outcome: Option.flatMap(yield* files.read(outcomeOf(id)), readOutcome),
  } satisfies Records
})

/** Takes the claim of an action; false when somebody has it. */
export const takeClaim = Effect.fnUntraced(function* (files: Files, pending: Pending, by: Claim["by"]) {
  const now = yield* Clock.currentTimeMillis
  const { action_id, tool, tools_file, args_sha256, created_at, expires_at } = pending
  const claim: Claim = {
    schema_version: "edge.pending.claim.v1",
    action_id,
    by,
    claimed_at: new Date(now).toISOString(),
    pid: files.pid,
    tool,
    tools_file,
    args_sha256,
    created_at,
    expires_at,
  }
  return yield* files.create(claimOf(action_id), recordText(claim))
})

/**
 * Removes the arguments of what is over. An expired action is claimed first: a confirmation that comes at the same moment
 * either has the claim, or finds that it is too late.
 */
export const sweep = Effect.fn("PendingActions.sweep")(function* (files: Files) {
  const now = yield* Clock.currentTimeMillis
  for (const name of yield* files.names) {
    const id = path.basename(name, ".json")
    if (name.endsWith(".tmp")) yield* sweepTemporary(files, name, now)
    else if (name.endsWith(".json") && isActionId(id)) yield* sweepAction(files, id, now)
  }
})

/** Every action that has a record, as the journal tells it now. */
export const readEntries = Effect.fnUntraced(function* (files: Files) {
  const names = yield* files.names
  const now = yield* Clock.currentTimeMillis
  // A name such as `.claim` alone is nobody's record.
  const ids = new Set(names.flatMap((name) => /^(.+)\.(?:json|claim)$/.exec(name)?.[1] ?? []))
  const entries = yield* Effect.forEach(ids, (id) => readEntry(files, id, now))
  // What vanished between two reads is no entry.
  const there = entries.filter((entry) => entry.path !== null || entry.claim !== null || entry.state !== "unreadable")
  return there.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
})

const sweepTemporary = Effect.fnUntraced(function* (files: Files, name: string, now: number) {
  if (Option.exists(yield* files.writtenAt(name), (time) => now - time > leftBehind)) yield* files.remove(name)
})

const sweepAction = Effect.fnUntraced(function* (files: Files, id: string, now: number) {
  const records = yield* readRecords(files, id)
  if (!isSpent(records, now)) return
  // Somebody may have taken it just now; then the next sweep looks again.
  if (Option.isNone(records.claim) && Option.isSome(records.pending)) {
    if (!(yield* takeClaim(files, records.pending.value, "sweep"))) return
  }
  yield* files.remove(fileOf(id))
})

const readEntry = Effect.fnUntraced(function* (files: Files, id: string, now: number) {
  const records = yield* readRecords(files, id)
  const there = Option.isSome(yield* files.read(fileOf(id)))
  const claim = Option.getOrNull(records.claim)
  return {
    id,
    state: stateOf(records, now, files.runs),
    path: there ? path.join(files.folder, fileOf(id)) : null,
    pending: Option.getOrNull(records.pending),
    claim: claim === "unreadable" ? null : claim,
    outcome: Option.getOrNull(records.outcome),
  } satisfies PendingEntry
})

const sortKey = ({ pending, claim, id }: PendingEntry) => `${(pending ?? claim)?.created_at ?? ""} ${id}`

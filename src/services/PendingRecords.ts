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

/** True for the names that `PendingFiles` gives to files which are being written. */
const isTemporary = (name: string): boolean => {
  const [, of, mark] = /^\.(.+)\.([^.]+)\.tmp$/.exec(name) ?? []
  return of !== undefined && mark !== undefined && recordId(of) !== undefined && isActionId(mark)
}

/** The action that a file tells of by its name; undefined for a file that `edge` did not put there. */
const recordId = (name: string): string | undefined => {
  const id = path.basename(name, path.extname(name))
  return isActionId(id) && [fileOf(id), claimOf(id), outcomeOf(id)].includes(name) ? id : undefined
}

/** A temporary file this old was left by a process that died: writing one takes milliseconds. */
const leftBehind = 600_000

export const readRecords = Effect.fnUntraced(function* (files: Files, id: string) {
  const claim = yield* files.read(claimOf(id))
  // Whatever stands in a claim's place is one, since no other can be put there.
  const taken = Option.isSome(claim) || Option.isSome(yield* files.look(claimOf(id)))
  return {
    // An action under another action's name is not that action.
    pending: Option.filter(Option.flatMap(yield* files.read(fileOf(id)), readPending), (each) => each.action_id === id),
    claim: taken
      ? Option.some(Option.getOrElse(Option.flatMap(claim, readClaim), () => "unreadable" as const))
      : Option.none(),
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
    const id = recordId(name)
    if (isTemporary(name)) yield* sweepTemporary(files, name, now)
    else if (id !== undefined && name === fileOf(id)) yield* sweepAction(files, id, now)
  }
})

/** Removes a file, and leaves what is none: `edge` makes no folders, pipes or links there. */
export const removeRegular = Effect.fnUntraced(function* (files: Files, name: string) {
  if (Option.exists(yield* files.look(name), ({ regular }) => regular)) yield* files.remove(name)
})

/** Every action that has a record, as the journal tells it now, and everything else that lies there. */
export const readEntries = Effect.fnUntraced(function* (files: Files) {
  const names = yield* files.names
  const now = yield* Clock.currentTimeMillis
  const ids = names.flatMap((name) => (name.endsWith(".outcome") ? [] : (recordId(name) ?? [])))
  const entries = yield* Effect.forEach(new Set(ids), (id) => readEntry(files, id, now))
  const others = names.filter((name) => recordId(name) === undefined && !isTemporary(name))
  const foreign = yield* Effect.forEach(others, (name) => foreignEntry(files, name))
  // What vanished between two reads is no entry.
  const there = [...entries, ...foreign].filter(({ path, state }) => path !== null || state !== "unreadable")
  return there.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
})

const sweepTemporary = Effect.fnUntraced(function* (files: Files, name: string, now: number) {
  const found = yield* files.look(name)
  if (Option.exists(found, ({ regular, writtenAt }) => regular && now - writtenAt > leftBehind))
    yield* files.remove(name)
})

const sweepAction = Effect.fnUntraced(function* (files: Files, id: string, now: number) {
  const records = yield* readRecords(files, id)
  if (!isSpent(records, now)) return
  // Somebody may have taken it just now; then the next sweep looks again.
  if (Option.isNone(records.claim) && Option.isSome(records.pending)) {
    if (!(yield* takeClaim(files, records.pending.value, "sweep"))) return
  }
  yield* removeRegular(files, fileOf(id))
})

const readEntry = Effect.fnUntraced(function* (files: Files, id: string, now: number) {
  const records = yield* readRecords(files, id)
  const there = Option.isSome(yield* files.look(fileOf(id)))
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

const foreignEntry = Effect.fnUntraced(function* (files: Files, name: string) {
  const there = Option.isSome(yield* files.look(name))
  return {
    id: path.basename(name, ".json"),
    state: "unreadable",
    path: there ? path.join(files.folder, name) : null,
    pending: null,
    claim: null,
    outcome: null,
  } satisfies PendingEntry
})

const sortKey = ({ pending, claim, id }: PendingEntry) => `${(pending ?? claim)?.created_at ?? ""} ${id}`

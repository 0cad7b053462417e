/**
 * `PendingActions` in the state folder: `pending/<id>.json` holds the action, `<id>.claim` says who took it, `<id>.outcome`
 * how it ended. The claim is one atomic step on the id, whatever path the action was read from.
 */
import { randomUUID } from "node:crypto"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  ConfirmationAlreadyClaimed,
  ConfirmationExpired,
  ConfirmationTokenInvalid,
  PendingActionElsewhere,
  PendingActionNotFound,
  PendingActionRejected,
  PendingActionTampered,
} from "../domain/errors/Confirm.ts"
import {
  type Action,
  type Binding,
  isExpired,
  type Pending,
  pendingText,
  readPending,
  sealVerdict,
} from "../domain/Pending.ts"
import { confirmTtl, isActionId } from "../domain/PendingId.ts"
import { type PendingEntry, recordText } from "../domain/PendingJournal.ts"
import { reached } from "./CrashPoints.ts"
import { type Ending, PendingActions } from "./PendingActions.ts"
import { PendingFiles } from "./PendingFiles.ts"
import {
  claimOf,
  fileOf,
  outcomeOf,
  readEntries,
  readRecords,
  removeRegular,
  sweep,
  takeClaim,
} from "./PendingRecords.ts"
import { matchSeal, newToken, seal } from "./PendingSeal.ts"

/** New actions wait for `ttl` seconds. */
export const layerState = (ttl: number = confirmTtl.default) =>
  Layer.effect(
    PendingActions,
    Effect.map(PendingFiles, (files) => {
      // A sweep that fails is made up for by the next one; what it would have removed cannot be confirmed anyway.
      const swept = Effect.ignore(sweep(files))
      return PendingActions.of({
        create: Effect.fn("PendingActions.create")((action) => Effect.zipRight(swept, create(files, action, ttl))),
        open: Effect.fn("PendingActions.open")((ref, token) => open(files, ref, token)),
        claim: Effect.fn("PendingActions.claim")((pending) => claim(files, pending)),
        finish: Effect.fn("PendingActions.finish")((id, ending) => finish(files, id, ending)),
        list: Effect.zipRight(swept, readEntries(files)),
        show: Effect.fn("PendingActions.show")((ref) => Effect.zipRight(swept, show(files, ref))),
        reject: Effect.fn("PendingActions.reject")((ref) => reject(files, ref)),
        prune: Effect.zipRight(swept, prune(files)),
      })
    }),
  )

type Files = typeof PendingFiles.Service

const create = Effect.fnUntraced(function* (files: Files, action: Action, ttl: number) {
  const now = yield* Clock.currentTimeMillis
  const token = newToken()
  const bound: Binding = {
    schema_version: "edge.pending.v1",
    action_id: randomUUID(),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + ttl * 1000).toISOString(),
    state_dir: yield* files.identity,
    ...action,
  }
  yield* files.create(fileOf(bound.action_id), pendingText(bound, seal(token, bound)))
  const at = path.join(files.folder, fileOf(bound.action_id))
  return { actionId: bound.action_id, path: at, token, expiresAt: bound.expires_at }
})

const open = Effect.fnUntraced(function* (files: Files, ref: string, token: string) {
  const at = pathOf(files, ref)
  const text = yield* files.readAt(at)
  if (Option.isNone(text)) return yield* gone(files, at)
  const pending = readPending(text.value)
  if (Option.isNone(pending)) return yield* new PendingActionTampered({ path: at })
  const verdict = sealVerdict(matchSeal(token, pending.value))
  if (verdict === "tampered") return yield* new PendingActionTampered({ path: at })
  if (verdict === "wrong_token") return yield* new ConfirmationTokenInvalid({ path: at })
  const { action_id, state_dir, expires_at } = pending.value
  if (state_dir !== (yield* files.identity)) return yield* new PendingActionElsewhere({ state_dir })
  if (Option.isSome((yield* readRecords(files, action_id)).claim)) return yield* refusal(files, action_id)
  // The verified action goes on in memory; the sweep may take the file away, together with the claim.
  yield* Effect.ignore(sweep(files))
  yield* inTime(action_id, expires_at)
  return pending.value
})

const claim = Effect.fnUntraced(function* (files: Files, pending: Pending) {
  const { action_id, expires_at } = pending
  if (!(yield* takeClaim(files, pending, "confirm"))) return yield* refusal(files, action_id)
  // Looked at again now that the claim is held: records of expired actions may be pruned, and only of those.
  const late = finish(files, action_id, { state: "expired", code: "confirmation_expired", receipt_path: null })
  yield* Effect.tapError(inTime(action_id, expires_at), () => Effect.ignore(late))
})

const finish = Effect.fnUntraced(function* (files: Files, id: string, ending: Ending) {
  const ended_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const outcome = { schema_version: "edge.pending.outcome.v1", action_id: id, ended_at, ...ending } as const
  yield* files.create(outcomeOf(id), recordText(outcome))
  yield* files.remove(fileOf(id))
  yield* reached("action.removed")
})

const show = Effect.fnUntraced(function* (files: Files, ref: string) {
  const at = pathOf(files, ref)
  const found = (yield* readEntries(files)).find(
    (each) => each.path === at || (isActionId(each.id) && each.id === idOf(at)),
  )
  return found ?? (yield* new PendingActionNotFound({ path: at }))
})

const reject = Effect.fnUntraced(function* (files: Files, ref: string) {
  const at = pathOf(files, ref)
  const text = yield* files.readAt(at)
  if (Option.isNone(text)) return yield* gone(files, at)
  const pending = readPending(text.value)
  if (Option.isNone(pending)) return yield* new PendingActionTampered({ path: at })
  const { action_id } = pending.value
  const records = yield* readRecords(files, action_id)
  if (Option.isSome(records.claim)) return yield* refusal(files, action_id)
  // Nobody's token is at hand to check a copy with, so the folder's own file has the last word.
  const own = Option.getOrElse(records.pending, () => pending.value)
  yield* Effect.ignore(sweep(files))
  yield* inTime(action_id, own.expires_at)
  if (!(yield* takeClaim(files, own, "reject"))) return yield* refusal(files, action_id)
  // The claim is the rejection; should this fail, the next sweep removes the arguments.
  yield* Effect.ignore(files.remove(fileOf(action_id)))
  return action_id
})

const prune = Effect.fnUntraced(function* (files: Files) {
  const now = yield* Clock.currentTimeMillis
  const over = yield* Effect.filter(yield* readEntries(files), (entry) => isOver(files, entry, now))
  for (const { id, path: at } of over) {
    // Claim before outcome: a claim alone would say that the outcome is unknown.
    const names = isActionId(id) ? [fileOf(id), claimOf(id), outcomeOf(id)] : at === null ? [] : [path.basename(at)]
    for (const name of names) yield* removeRegular(files, name)
  }
  return over
})

// Before its time is over, an action's records are all that keeps a copy of its file from being run. What ended in an
// unknown way stays, so that the gap stays visible.
const isOver = (files: Files, { state, path: at, claim: record }: PendingEntry, now: number) => {
  if (state === "unreadable" && at !== null) {
    return Effect.map(
      files.look(path.basename(at)),
      Option.exists(({ regular }) => regular),
    )
  }
  const ended = ["expired", "rejected", "executed", "failed"].includes(state)
  return Effect.succeed(ended && record !== null && isExpired(record.expires_at, now))
}

const pathOf = (files: Files, ref: string): string => (isActionId(ref) ? path.join(files.folder, fileOf(ref)) : ref)

const idOf = (at: string): string => path.basename(at, ".json")

const inTime = Effect.fnUntraced(function* (actionId: string, expiresAt: string) {
  if (!isExpired(expiresAt, yield* Clock.currentTimeMillis)) return
  return yield* new ConfirmationExpired({ action_id: actionId, expires_at: expiresAt })
})

// A file that is not there: swept or done with, if the journal still knows its id.
const gone = Effect.fnUntraced(function* (files: Files, at: string) {
  const id = idOf(at)
  if (isActionId(id) && Option.isSome((yield* readRecords(files, id)).claim)) return yield* refusal(files, id)
  return yield* new PendingActionNotFound({ path: at })
})

const refusal = Effect.fnUntraced(function* (files: Files, id: string) {
  const { claim: found, outcome } = yield* readRecords(files, id)
  const record = Option.getOrUndefined(found)
  if (record === undefined || record === "unreadable") return yield* new ConfirmationAlreadyClaimed({ action_id: id })
  if (record.by === "reject") return yield* new PendingActionRejected({ action_id: id })
  const expired = record.by === "sweep" || Option.exists(outcome, ({ state }) => state === "expired")
  if (expired) return yield* new ConfirmationExpired({ action_id: id, expires_at: record.expires_at })
  return yield* new ConfirmationAlreadyClaimed({ action_id: id })
})

/** `edge tools pending list | show | prune | reject`: what waits for a person, and what became of it. */
import * as Effect from "effect/Effect"
import type { View } from "../domain/View.ts"
import { PendingActions } from "../services/PendingActions.ts"

export const list = Effect.fn("pending.list")(function* () {
  const entries = yield* Effect.flatMap(PendingActions, (actions) => actions.list)
  return { _tag: "Pending", shown: { _tag: "Listed", entries } } satisfies View
})

export const show = Effect.fn("pending.show")(function* (ref: string) {
  const entry = yield* Effect.flatMap(PendingActions, (actions) => actions.show(ref))
  return { _tag: "Pending", shown: { _tag: "Shown", entry } } satisfies View
})

export const prune = Effect.fn("pending.prune")(function* () {
  const removed = yield* Effect.flatMap(PendingActions, (actions) => actions.prune)
  return { _tag: "Pending", shown: { _tag: "Pruned", removed } } satisfies View
})

export const reject = Effect.fn("pending.reject")(function* (ref: string) {
  const actionId = yield* Effect.flatMap(PendingActions, (actions) => actions.reject(ref))
  return { _tag: "Pending", shown: { _tag: "Rejected", actionId } } satisfies View
})

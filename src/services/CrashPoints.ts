/**
 * The points at which a confirmation can be cut off. Tests put something else in this reference's place, to stop or to
 * kill the process there; nothing that a user can set reaches it, and by default it does nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** In the order in which a confirmation passes them, from the file that was read to the last change on disk. */
export const crashPoints = [
  "confirm.opened",
  "confirm.checked",
  "claim.written",
  "claim.linked",
  "claim.flushed",
  "confirm.claimed",
  "confirm.executed",
  "confirm.receipted",
  "outcome.written",
  "outcome.linked",
  "outcome.flushed",
  "action.removed",
  "confirm.done",
] as const

/** The points of making an action. */
export const creationPoints = ["action.written", "action.linked", "action.flushed"] as const

export type CrashPoint = (typeof crashPoints)[number] | (typeof creationPoints)[number]

export class CrashPoints extends Context.Reference<CrashPoints>()("edge/CrashPoints", {
  defaultValue: () => ({ at: (_: CrashPoint): Effect.Effect<void> => Effect.void }),
}) {}

/** Says that this point is reached. */
export const reached = (point: CrashPoint): Effect.Effect<void> => Effect.flatMap(CrashPoints, ({ at }) => at(point))

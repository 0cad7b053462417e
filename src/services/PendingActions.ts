/** Actions that wait for a person's confirmation, and the journal of what became of them. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type {
  ConfirmationAlreadyClaimed,
  ConfirmationExpired,
  ConfirmationTokenInvalid,
  PendingActionElsewhere,
  PendingActionNotFound,
  PendingActionRejected,
  PendingActionTampered,
} from "../domain/errors/Confirm.ts"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import type { Action, Pending } from "../domain/Pending.ts"
import type { Outcome, PendingEntry } from "../domain/PendingJournal.ts"

/** What a person needs to confirm. The token exists here and nowhere else. */
export interface Waiting {
  readonly actionId: string
  readonly path: string
  readonly token: string
  readonly expiresAt: string
}

/** Why an action cannot be claimed any more. */
export type Refusal = ConfirmationAlreadyClaimed | ConfirmationExpired | PendingActionRejected

export type Ending = Pick<Outcome, "state" | "code" | "receipt_path">

export class PendingActions extends Context.Tag("edge/PendingActions")<
  PendingActions,
  {
    /** Writes the action down, sealed with a new token. */
    readonly create: (action: Action) => Effect.Effect<Waiting, StateDirUnwritable>
    /** The action behind a path or id, if the token fits and nothing speaks against running it. */
    readonly open: (
      ref: string,
      token: string,
    ) => Effect.Effect<
      Pending,
      | Refusal
      | PendingActionNotFound
      | PendingActionTampered
      | PendingActionElsewhere
      | ConfirmationTokenInvalid
      | StateDirUnwritable
    >
    /** Takes the action, once and for all. Nothing may run before this is done. */
    readonly claim: (pending: Pending) => Effect.Effect<void, Refusal | StateDirUnwritable>
    /** Writes down how a claimed action ended, and removes its arguments. */
    readonly finish: (actionId: string, ending: Ending) => Effect.Effect<void, StateDirUnwritable>
    /** Every action that the journal knows, oldest first, after the expired ones were swept. */
    readonly list: Effect.Effect<ReadonlyArray<PendingEntry>, StateDirUnwritable>
    readonly show: (ref: string) => Effect.Effect<PendingEntry, PendingActionNotFound | StateDirUnwritable>
    /** Refuses the action for good. */
    readonly reject: (
      ref: string,
    ) => Effect.Effect<string, Refusal | PendingActionNotFound | PendingActionTampered | StateDirUnwritable>
    /** Removes what is over: expired actions, ended and rejected ones past their time, files that are no actions. */
    readonly prune: Effect.Effect<ReadonlyArray<PendingEntry>, StateDirUnwritable>
  }
>() {}

/**
 * `edge tools confirm`: a person's consent, checked against everything it was given for, then one call through the same
 * pipeline as any other. Order is all: verify, claim, run, receipt, outcome; each step is on disk before the next begins.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Ref from "effect/Ref"
import { type CheckedCall, checkCall } from "../domain/Call.ts"
import { consentLines } from "../domain/Consent.ts"
import type { Documented } from "../domain/errors/About.ts"
import { ToolsFileChanged } from "../domain/errors/Call.ts"
import { PendingActionTampered } from "../domain/errors/Confirm.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { Pending } from "../domain/Pending.ts"
import { bindingDifference, fileChanged } from "../domain/PendingBinding.ts"
import { outcomeAfter } from "../domain/PendingJournal.ts"
import type { View } from "../domain/View.ts"
import { reached } from "../services/CrashPoints.ts"
import { Output } from "../services/Output.ts"
import { PendingActions } from "../services/PendingActions.ts"
import { sha256 } from "../services/Sha256.ts"
import { runCall } from "./call.ts"
import { freeze } from "./freeze.ts"
import { type RunEnd, type RunFacts, recorded, type Shape } from "./record.ts"
import { unchangedSources } from "./sources.ts"

export interface ConfirmOptions {
  /** The file's absolute path, or the action's id. */
  readonly ref: string
  readonly token: string
  /** Shows what will happen before it happens. */
  readonly show: boolean
  readonly includeText: boolean
}

/** Runs a pending action, at most once. */
export const confirm = Effect.fn("confirm")(function* (options: ConfirmOptions) {
  const output = yield* Output
  const claimed = yield* Ref.make<Pending | null>(null)
  // Nothing may come between a run that ended and the record of it; only the body itself can be interrupted.
  return yield* Effect.uninterruptibleMask((restore) =>
    recorded(shape(options), (facts) => restore(body(options, facts, claimed))).pipe(
      Effect.tap(reached("confirm.receipted")),
      Effect.flatMap(({ view }) => settle(view, claimed)),
      Effect.tapError(() =>
        Effect.flatMap(Ref.get(claimed), (taken) => (taken === null ? Effect.void : output.note(unsaid))),
      ),
    ),
  )
})

const unsaid = "The action was claimed and may have run; it will not run again. See edge tools pending list."

interface ConfirmEnd extends RunEnd {
  readonly result: JsonObject | null
}

const body = Effect.fnUntraced(function* (
  options: ConfirmOptions,
  facts: Ref.Ref<RunFacts>,
  claimed: Ref.Ref<Pending | null>,
) {
  const actions = yield* PendingActions
  const pending = yield* actions.open(options.ref, options.token)
  yield* Ref.update(facts, (known) => ({ ...known, action: identityOf(pending) }))
  yield* reached("confirm.opened")
  const frozen = yield* refreeze(pending, facts)
  const call = yield* callOf(options, pending, frozen.tools)
  if (options.show) yield* showConsent(pending)
  yield* reached("confirm.checked")
  yield* Effect.uninterruptible(Effect.zipRight(actions.claim(pending), Ref.set(claimed, pending)))
  yield* reached("confirm.claimed")
  const end = yield* Effect.match(runCall({ frozen, facts, includeText: options.includeText }, call, "confirmation"), {
    onFailure: (failure: Documented): ConfirmEnd => ({
      status: "failed_closed",
      failure: failure instanceof ToolsFileChanged ? fileChanged(pending, failure.path) : failure,
      result: null,
    }),
    onSuccess: ({ result }): ConfirmEnd => ({ status: "completed", failure: null, result }),
  })
  yield* reached("confirm.executed")
  return end
})

// The code is looked at before it is imported: what changed since the action was asked for never runs.
const refreeze = Effect.fnUntraced(function* (pending: Pending, facts: Ref.Ref<RunFacts>) {
  yield* unchangedSources(pending)
  const frozen = yield* freeze({
    file: pending.tools_file,
    selection: pending.selection,
    sha256: pending.tools_file_sha256,
  }).pipe(Effect.catchTag("tools_file_changed", ({ path }) => fileChanged(pending, path)))
  yield* Ref.update(facts, (known) => ({ ...known, frozen }))
  const difference = bindingDifference(pending, frozen)
  if (difference !== undefined) return yield* difference
  return frozen
})

const callOf = Effect.fnUntraced(function* (
  options: ConfirmOptions,
  pending: Pending,
  tools: ReadonlyArray<CheckedCall["tool"]>,
) {
  const call = checkCall(tools, pending.tool, pending.arguments)
  if (Either.isLeft(call)) return yield* call.left
  if (sha256(call.right.canonicalArguments) === pending.args_sha256) return call.right
  return yield* new PendingActionTampered({ path: options.ref })
})

const showConsent = (pending: Pending) =>
  Effect.flatMap(Output, (output) =>
    Effect.forEach(consentLines(pending), (line) => output.note(line), { discard: true }),
  )

// The receipt is on disk by now. Should the outcome not be writable, the journal says that it is unknown, and so do we.
const settle = Effect.fnUntraced(function* (view: View, claimed: Ref.Ref<Pending | null>) {
  const [actions, output, pending] = [yield* PendingActions, yield* Output, yield* Ref.get(claimed)]
  if (view._tag !== "ConfirmRun" || pending === null) return view
  const code = view.failure?._tag ?? null
  const ending = { state: outcomeAfter(code), code, receipt_path: view.receiptPath }
  const written = yield* Effect.either(actions.finish(pending.action_id, ending))
  yield* reached("confirm.done")
  if (Either.isRight(written)) return view
  yield* output.note(unsaid)
  return { ...view, state: "outcome_unknown" as const }
})

const identityOf = ({ action_id, tool, args_sha256, created_at, expires_at }: Pending) => ({
  action_id,
  tool,
  args_sha256,
  created_at,
  expires_at,
})

const shape = ({ includeText }: ConfirmOptions): Shape<ConfirmEnd> => ({
  kind: "confirm",
  includeText,
  receipt: (common, facts) => ({
    schema_version: "edge.tools.confirm.receipt.v1",
    ...common,
    pending_action: facts.action,
  }),
  view: ({ status, failure, result = null }, facts, receiptPath) => ({
    _tag: "ConfirmRun",
    status,
    failure,
    result,
    actionId: facts.action?.action_id ?? null,
    state: status === "interrupted" ? null : outcomeAfter(failure?._tag ?? null),
    toolCalls: facts.calls,
    receiptPath,
  }),
})

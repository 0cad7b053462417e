/** Every run leaves a receipt: done, failed closed, interrupted, or ended by a bug. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Documented } from "../domain/errors/About.ts"
import { InternalError } from "../domain/errors/Internal.ts"
import { asPython, type Frozen, type FrozenLookups, schemaGeneratorVersion } from "../domain/Frozen.ts"
import {
  type CallRow,
  type ChatReceipt,
  type ConfirmedAction,
  type FailureRow,
  failureRow,
  type ModelIdentity,
  type RunStatus,
  type TokenCounts,
} from "../domain/Receipt.ts"
import type { ReceiptKind } from "../domain/ReceiptKind.ts"
import type { View } from "../domain/View.ts"
import type { Imprint } from "../services/Imprints.ts"
import { Output } from "../services/Output.ts"
import { type Draft, Receipts } from "../services/Receipts.ts"

/** What a run learns about itself on its way, so that its receipt can tell it wherever it ends. */
export interface RunFacts {
  readonly frozen: Frozen | FrozenLookups | null
  readonly model: ModelIdentity | null
  readonly tokens: TokenCounts
  readonly calls: ReadonlyArray<CallRow>
  /** The pending action that a confirmation is about. */
  readonly action: typeof ConfirmedAction.Type | null
  readonly imprint: RestoredImprint | null
}

/** An imprint that a run was to go on from; `tokens` of it were there for every message so far. */
export interface RestoredImprint {
  readonly metadata: Imprint["metadata"]
  readonly tokens: number
}

/** How a run ended. `failure` is null when all went well. */
export interface RunEnd {
  readonly status: RunStatus
  readonly failure: Documented | null
}

/** What a run knows before it has done anything. */
export const noFacts: RunFacts = {
  frozen: null,
  model: null,
  tokens: { prompt: 0, evaluated: 0, generated: 0, evaluations: 0 },
  calls: [],
  action: null,
  imprint: null,
}

export interface Shape<A extends RunEnd> {
  readonly kind: ReceiptKind
  readonly includeText: boolean
  /** The receipt, from what every receipt has and from what this run is about; `end` is null when it never got there. */
  readonly receipt: (common: CommonFields, facts: RunFacts, end: A | null) => Draft
  /** What is shown of it. */
  readonly view: (end: RunEnd & Partial<A>, facts: RunFacts, receiptPath: string) => View
}

/** For a run without a view of its own, whose error comes after this line. */
export const nameReceipt = (path: string) => Effect.flatMap(Output, (output) => output.note(`receipt  ${path}`, path))

/**
 * Runs `body`, which starts from what is `known`, and writes its receipt. A run that fails before
 * it got as far as running names its receipt and fails here too; an interrupted one shows itself and stays interrupted.
 * `written` hears of the receipt however the run ended.
 */
export const recorded = <A extends RunEnd, E extends Documented, R>(
  shape: Shape<A>,
  body: (facts: Ref.Ref<RunFacts>) => Effect.Effect<A, E, R>,
  known: RunFacts = noFacts,
  written: (path: string) => Effect.Effect<void> = () => Effect.void,
) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const receipts = yield* Receipts
      const output = yield* Output
      yield* receipts.ready(shape.kind)
      const started = yield* Clock.currentTimeMillis
      const log = yield* Ref.make(known)
      const exit = yield* Effect.exit(restore(body(log)))
      const facts = yield* Ref.get(log)
      const end = Exit.isSuccess(exit) ? exit.value : null
      const duration = (yield* Clock.currentTimeMillis) - started
      const path = yield* receipts.write(shape.receipt(commonFields(shape, facts, exit, duration), facts, end))
      yield* written(path)
      if (Exit.isSuccess(exit)) {
        return { end: exit.value, view: shape.view(exit.value, facts, path), receiptPath: path }
      }
      if (Cause.isInterruptedOnly(exit.cause)) {
        yield* output.result(shape.view({ status: "interrupted", failure: null } as RunEnd & Partial<A>, facts, path))
      } else yield* nameReceipt(path)
      return yield* Effect.failCause(exit.cause)
    }),
  )

export type CommonFields = ReturnType<typeof commonFields>

const commonFields = <A extends RunEnd>(
  { includeText }: Shape<A>,
  { frozen, calls }: RunFacts,
  exit: Exit.Exit<RunEnd, Documented>,
  duration_ms: number,
) => ({
  ...statusOf(exit),
  duration_ms,
  network_used: false as const,
  raw_text_included: includeText,
  tools_file_sha256: (asPython(frozen)?.toolsFileSha256 ?? null) as ChatReceipt["tools_file_sha256"],
  active_set_sha256: (frozen?.activeSetSha256 ?? null) as ChatReceipt["active_set_sha256"],
  schema_generator_version: frozen && schemaGeneratorVersion,
  local_modules: asPython(frozen)?.localModules ?? [],
  python: asPython(frozen)?.python ?? null,
  tool_calls: calls,
})

const statusOf = (
  exit: Exit.Exit<RunEnd, Documented>,
): { status: RunStatus; failure: typeof FailureRow.Type | null } => {
  if (Exit.isSuccess(exit)) return { status: exit.value.status, failure: failureRow(exit.value.failure) }
  if (Cause.isInterruptedOnly(exit.cause)) return { status: "interrupted", failure: null }
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  return { status: "failed_closed", failure: failureRow(failure ?? new InternalError()) }
}

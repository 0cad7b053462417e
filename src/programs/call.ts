/** One checked call, from the execution level to the checked result. Chat and `edge tools call` share it. */

import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { CheckedCall } from "../domain/Call.ts"
import { endedRow, waitingRow } from "../domain/CallRows.ts"
import type { Documented } from "../domain/errors/About.ts"
import { ToolResultSchemaMismatch } from "../domain/errors/Call.ts"
import { ToolConfirmationRequired } from "../domain/errors/Confirm.ts"
import { asPython, type Frozen, type FrozenLookups } from "../domain/Frozen.ts"
import { canonical, type JsonObject } from "../domain/Json.ts"
import { decide, type Origin } from "../domain/Level.ts"
import { type Action, confirmCommand } from "../domain/Pending.ts"
import type { CallRow } from "../domain/Receipt.ts"
import type { StoreError } from "../services/FactsStore.ts"
import { OutputSchemas } from "../services/OutputSchemas.ts"
import { PendingActions } from "../services/PendingActions.ts"
import { Progress } from "../services/Progress.ts"
import { Runner } from "../services/Runner.ts"
import { sha256 } from "../services/Sha256.ts"
import type { RunFacts } from "./record.ts"

export interface CallContext {
  readonly frozen: Frozen | FrozenLookups
  /** Answers the calls of look-ups; Python tools have none. */
  readonly lookUp?: (call: CheckedCall) => Effect.Effect<CallResult, StoreError>
  /** Every call appends its row here, however it ends. */
  readonly facts: Ref.Ref<RunFacts>
  readonly includeText: boolean
}

export interface CallResult {
  readonly result: JsonObject
  /** The result as canonical JSON. */
  readonly text: string
  /** What a look-up adds to its row. */
  readonly lookup?: LookupRow
}

export type LookupRow = Pick<CallRow, "rows" | "rows_cut" | "facts"> & { readonly status: "matched" | "no_match" }

/** Appends a row to what the run's receipt will tell. */
export const logCall = (facts: Ref.Ref<RunFacts>, row: CallRow) =>
  Ref.update(facts, (known) => ({ ...known, calls: [...known.calls, row] }))

/** The checked result of a call that ran. One that a person must confirm first is written down, and fails with that. */
export const runCall = Effect.fn("runCall")(function* (
  context: CallContext,
  call: CheckedCall,
  origin: Origin = "request",
) {
  if (decide(call.tool.executionLevel, origin) === "confirm") return yield* makePending(context, call)
  const started = yield* Clock.currentTimeMillis
  return yield* execute(context, call).pipe(
    Effect.onExit((exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        logCall(context.facts, rowOf(context, call, exit, now - started)),
      ),
    ),
  )
})

const makePending = Effect.fnUntraced(function* (context: CallContext, call: CheckedCall) {
  const frozen = asPython(context.frozen)
  if (frozen === null) return yield* Effect.dieMessage("a look-up changes nothing, so nobody has to confirm it")
  const action = actionOf(frozen, call)
  const row = waitingRow(call, action.args_sha256)
  yield* logCall(context.facts, context.includeText ? { ...row, arguments: call.arguments } : row)
  const waiting = yield* Effect.flatMap(PendingActions, (actions) => actions.create(action))
  return yield* new ToolConfirmationRequired({
    tool: call.tool.name,
    action_id: waiting.actionId,
    pending_action_path: waiting.path,
    confirmation_token: waiting.token,
    expires_at: waiting.expiresAt,
    command: confirmCommand(waiting.path, waiting.token),
  })
})

const actionOf = (frozen: Frozen, { tool, ...call }: CheckedCall): Action => ({
  tool: tool.name,
  execution_level: "commit",
  tools_file: frozen.file,
  tools_file_sha256: frozen.toolsFileSha256 as Action["tools_file_sha256"],
  selection: frozen.selection,
  local_modules: frozen.localModules,
  active_set_sha256: frozen.activeSetSha256 as Action["active_set_sha256"],
  tool_schema_sha256: tool.toolSchemaSha256 as Action["tool_schema_sha256"],
  args_sha256: sha256(call.canonicalArguments),
  arguments: call.arguments,
})

// Python tools run in the runner, look-ups in `edge` itself; a set of look-ups never comes without what answers it.
const execute = Effect.fnUntraced(function* ({ frozen, lookUp }: CallContext, call: CheckedCall) {
  const python = asPython(frozen)
  if (python !== null) return yield* invoke(python, call)
  if (lookUp === undefined) return yield* Effect.dieMessage("no executor for a look-up")
  return yield* lookUp(call)
})

const invoke = Effect.fnUntraced(function* (frozen: Frozen, call: CheckedCall) {
  const [runner, { during }] = [yield* Runner, yield* Progress]
  const running = runner.invoke({
    op: "invoke",
    file: frozen.file,
    file_sha256: frozen.toolsFileSha256,
    local_modules: frozen.localModules,
    tool: call.tool.name,
    description_sha256: call.tool.descriptionSha256,
    arguments: call.arguments,
  })
  const { result } = yield* during(`Running ${call.tool.name}`, running)
  yield* checkResult(call, result)
  const checked: CallResult = { result, text: canonical(result) }
  return checked
})

const checkResult = Effect.fnUntraced(function* (call: CheckedCall, result: JsonObject) {
  const { outputSchema } = call.tool
  if (outputSchema === null) return
  // It compiled when the tools were frozen.
  const validate = yield* Effect.orDie(Effect.flatMap(OutputSchemas, (schemas) => schemas.compile(outputSchema)))
  const faults = validate(result)
  if (faults.length > 0) return yield* new ToolResultSchemaMismatch({ faults })
})

const rowOf = (
  context: CallContext,
  call: CheckedCall,
  exit: Exit.Exit<CallResult, Documented>,
  durationMs: number,
): CallRow => {
  const result = Exit.isSuccess(exit) ? exit.value : null
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
  const row = endedRow(call, {
    status: result !== null ? "completed" : failure !== null ? "failed" : "interrupted",
    code: failure?._tag ?? null,
    argsSha256: sha256(call.canonicalArguments),
    resultSha256: result === null ? null : sha256(result.text),
    durationMs,
  })
  const told = result?.lookup === undefined ? row : { ...row, ...unverified, ...result.lookup }
  return context.includeText
    ? { ...told, arguments: call.arguments, ...(result !== null && { result: result.result }) }
    : told
}

// No runner took part, so there is no secret and no tools file that could have been verified.
const unverified = { runner_secret_verified: false, tools_file_sha256_verified: false }

/** `edge tools validate`, `inspect` and `call`: a tools file without any model. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Ref from "effect/Ref"
import { checkCall } from "../domain/Call.ts"
import { refusedRow } from "../domain/CallRows.ts"
import type { Documented } from "../domain/errors/About.ts"
import { InvalidUsage } from "../domain/errors/Usage.ts"
import type { JsonObject } from "../domain/Json.ts"
import { readJson } from "../domain/JsonReader.ts"
import type { View } from "../domain/View.ts"
import { logCall, runCall } from "./call.ts"
import { freeze, type ToolSource } from "./freeze.ts"
import { type RunEnd, type RunFacts, recorded, type Shape } from "./record.ts"

export const validate = (source: ToolSource) =>
  Effect.map(freeze(source), (frozen): View => ({ _tag: "Validated", frozen }))

export const inspect = (source: ToolSource) =>
  Effect.map(freeze(source), (frozen): View => ({ _tag: "Inspected", frozen }))

export interface CallOptions {
  readonly source: ToolSource
  readonly name: string
  /** The arguments as JSON text. */
  readonly args: string
  readonly includeText: boolean
}

const argsHint = `JSON has double quotes around names and texts, so the shell gets single ones: --args '{"amount":250}'`

/** One call of one tool, through the same checks and runner as in chat. */
export const call = Effect.fn("tools.call")(function* (options: CallOptions) {
  const args = yield* Either.mapLeft(
    readJson(options.args),
    ({ problem, at }) =>
      new InvalidUsage({ problem: `--args is no strict JSON: ${problem} at character ${at + 1}.`, hint: argsHint }),
  )
  const { view } = yield* recorded(shape(options), (facts) =>
    Effect.gen(function* () {
      const frozen = yield* freeze(options.source)
      yield* Ref.update(facts, (known) => ({ ...known, frozen }))
      const checked = checkCall(frozen.tools, options.name, args)
      if (Either.isLeft(checked)) {
        yield* logCall(facts, refusedRow(options.name, checked.left._tag))
        return failed(checked.left)
      }
      const context = { frozen, facts, includeText: options.includeText }
      return yield* Effect.match(runCall(context, checked.right), {
        onFailure: failed,
        onSuccess: ({ result }): CallEnd => ({ status: "completed", failure: null, result }),
      })
    }),
  )
  return view
})

interface CallEnd extends RunEnd {
  readonly result: JsonObject | null
}

const failed = (failure: Documented): CallEnd => ({
  status: failure._tag === "tool_confirmation_required" ? "confirmation_required" : "failed_closed",
  failure,
  result: null,
})

const shape = ({ includeText }: CallOptions): Shape<CallEnd> => ({
  kind: "call",
  includeText,
  receipt: (common) => ({ schema_version: "edge.tools.call.receipt.v1", ...common }),
  view: ({ status, failure, result = null }, facts: RunFacts, receiptPath) => ({
    _tag: "CallRun",
    status,
    failure,
    result,
    toolCalls: facts.calls,
    receiptPath,
  }),
})

/** One call's row in the receipt, for every way it can end; the runner is made up. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { checkCall } from "../../src/domain/Call.ts"
import type { Documented } from "../../src/domain/errors/About.ts"
import * as errors from "../../src/domain/errors/Call.ts"
import { ToolsFileImportFailed } from "../../src/domain/errors/Discovery.ts"
import { PythonNotFound } from "../../src/domain/errors/Environment.ts"
import { fromLiteral, type JsonObject } from "../../src/domain/Json.ts"
import { runCall } from "../../src/programs/call.ts"
import type { RunFacts } from "../../src/programs/record.ts"
import { layerAjv } from "../../src/services/OutputSchemasAjv.ts"
import { PendingActions } from "../../src/services/PendingActions.ts"
import { type InvokeError, Runner } from "../../src/services/Runner.ts"
import { frozenFrom, given, int, parameter } from "../fixtures/described.ts"

const schema = {
  type: "object",
  properties: { fee: { type: "integer" } },
  required: ["fee"],
  additionalProperties: false,
}
const plain = { function: "f", parameters: [parameter("n", int)] }
const tools = [
  frozenFrom(plain),
  frozenFrom({ ...plain, function: "g", metadata: { output_schema: given(schema) } }),
  frozenFrom({
    ...plain,
    function: "pay",
    metadata: { execution_level: given("commit"), return_direct: given(true), output_schema: given(schema) },
  }),
]

type Answer = ReturnType<(typeof Runner.Service)["invoke"]>
const returns = (result: unknown): Answer =>
  Effect.succeed({ result: fromLiteral(result) as JsonObject, topLevelMicros: 1, functionMicros: 1 })

const waiting = Layer.mock(PendingActions, {
  create: () => Effect.succeed({ actionId: "a", path: "/p/a.json", token: "t", expiresAt: "later" }),
})

// The outcome, and the rows that the call left.
const calling = (name: string, answer: Answer, includeText = false) =>
  Effect.gen(function* () {
    const facts = yield* Ref.make({ calls: [] } as unknown as RunFacts)
    const call = Either.getOrThrow(checkCall(tools, name, fromLiteral({ n: 2n ** 64n })))
    const context = { frozen: { tools, localModules: [], toolsFileSha256: "sha256:00" } as never, facts, includeText }
    const fiber = yield* Effect.fork(Effect.either(runCall(context, call)))
    yield* Effect.yieldNow()
    return { fiber, facts }
  }).pipe(Effect.provide(Layer.mergeAll(Layer.mock(Runner, { invoke: () => answer } as never), waiting, layerAjv())))

const rowsOf = (name: string, answer: Answer, includeText = false) =>
  Effect.gen(function* () {
    const { fiber, facts } = yield* calling(name, answer, includeText)
    const came = yield* Fiber.join(fiber)
    return { came, rows: (yield* Ref.get(facts)).calls }
  })

const place = { file: "/t.py", line: 3 }
const failures: ReadonlyArray<readonly [failure: InvokeError, secret: boolean, file: boolean]> = [
  [new errors.ToolRaised({ exception: "ValueError", ...place }), true, true],
  [new errors.ToolResultOversized({ limit_bytes: 65_536 }), true, true],
  [new errors.UnsupportedToolResult({ path: "$", type: "set" }), true, true],
  [new errors.ToolSchemaChanged({ tool: "f" }), true, true],
  [new errors.LocalModuleNotFrozen({ module: "m", path: "m.py" }), true, true],
  [new ToolsFileImportFailed({ path: "/t.py", exception: "E", relative_import: false, ...place }), true, true],
  [new errors.ToolsFileChanged({ path: "/t.py" }), true, false],
  [new errors.RunnerTimeout({ seconds: 10 }), false, false],
  [new errors.RunnerCrashed({ exit_code: 0, signal: null }), false, false],
  [new errors.RunnerProtocolViolation({ problem: "x" }), false, false],
  [new PythonNotFound({ tried: "python3", problem: "x" }), false, false],
]

describe("a call's row", () => {
  it.effect("of a result holds both hashes and no text", () =>
    Effect.gen(function* () {
      const { rows } = yield* rowsOf("f", returns({ fee: 1 }))
      expect(rows).toEqual([
        {
          name: "f",
          status: "completed",
          code: null,
          args_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          result_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          tool_schema_sha256: tools[0]?.toolSchemaSha256,
          runner_secret_verified: true,
          tools_file_sha256_verified: true,
          network_used_by_edge: false,
          duration_ms: 0,
        },
      ])
    }),
  )

  it.effect("holds the text where it was asked for, exact", () =>
    Effect.gen(function* () {
      const { rows } = yield* rowsOf("f", returns({ fee: 2n ** 70n }), true)
      expect(rows).toMatchObject([{ arguments: { n: 2n ** 64n }, result: { fee: 2n ** 70n } }])
    }),
  )

  for (const [failure, secret, file] of failures) {
    it.effect(`of ${failure._tag} claims only what was verified`, () =>
      Effect.gen(function* () {
        const { came, rows } = yield* rowsOf("f", Effect.fail(failure))
        expect(came).toEqual(Either.left(failure as Documented))
        expect(rows).toMatchObject([
          {
            status: "failed",
            code: failure._tag,
            result_sha256: null,
            runner_secret_verified: secret,
            tools_file_sha256_verified: file,
          },
        ])
      }),
    )
  }

  it.effect("of a result that does not fit its output_schema is a failure", () =>
    Effect.gen(function* () {
      const { rows } = yield* rowsOf("g", returns({ fee: "1" }))
      expect(rows).toMatchObject([
        { status: "failed", code: "tool_result_schema_mismatch", runner_secret_verified: true },
      ])
    }),
  )

  it.effect("of an interrupted call says so, and claims nothing", () =>
    Effect.gen(function* () {
      const { fiber, facts } = yield* calling("f", Effect.never)
      yield* Fiber.interrupt(fiber)
      expect((yield* Ref.get(facts)).calls).toMatchObject([
        { status: "interrupted", code: null, result_sha256: null, runner_secret_verified: false },
      ])
    }),
  )

  it.effect("of a call that waits for a person says so, and the runner is not asked", () =>
    Effect.gen(function* () {
      const { came, rows } = yield* rowsOf("pay", Effect.die("asked"))
      expect(came).toMatchObject({ _tag: "Left", left: { _tag: "tool_confirmation_required", action_id: "a" } })
      expect(rows).toMatchObject([
        { name: "pay", status: "rejected", code: "tool_confirmation_required", runner_secret_verified: false },
      ])
    }),
  )
})

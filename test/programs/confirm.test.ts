/** A commit call from its request to its outcome, with every service in memory. */

import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { confirmationAnswer } from "../../src/domain/Consent.ts"
import type { Documented } from "../../src/domain/errors/About.ts"
import { RunnerTimeout, ToolRaised, ToolsFileChanged } from "../../src/domain/errors/Call.ts"
import type { ToolConfirmationRequired } from "../../src/domain/errors/Confirm.ts"
import { object } from "../../src/domain/Json.ts"
import { toHuman, toJson, type View } from "../../src/domain/View.ts"
import { chat } from "../../src/programs/chat.ts"
import { confirm } from "../../src/programs/confirm.ts"
import { list } from "../../src/programs/pending.ts"
import { call } from "../../src/programs/tools.ts"
import { FactsStore } from "../../src/services/FactsStore.ts"
import { Imprints } from "../../src/services/Imprints.ts"
import { layerScripted } from "../../src/services/ModelScripted.ts"
import { TextFile } from "../../src/services/TextFile.ts"
import {
  commitFunction,
  helper,
  layers,
  readFunction,
  type Services,
  toolsFile,
  type World,
  world,
} from "../fixtures/pending.ts"

// A chat without --with-imprint asks for none.
const noImprints = {} as typeof Imprints.Service

const source = { file: toolsFile, selection: { names: [], tags: [] } }
const secret = "SECRET_123"
const args = `{"account":"${secret}","cents":5}`

const within = <A, E>(at: World, effect: Effect.Effect<A, E, Services>) => Effect.provide(effect, layers(at))

const failureOf = (view: View) => ("failure" in view ? view.failure : null) as ToolConfirmationRequired

/** Asks for the commit tool, and gives what a person then knows. */
const ask = (at: World, includeText = false) =>
  within(at, call({ source, name: "append", args, includeText })).pipe(Effect.map(failureOf))

const confirmed = (at: World, waiting: ToolConfirmationRequired, more: { show?: boolean; token?: string } = {}) =>
  within(
    at,
    confirm({
      ref: waiting.pending_action_path,
      token: more.token ?? waiting.confirmation_token,
      show: more.show ?? false,
      includeText: false,
    }),
  )

const codeOf = <A extends View, E extends Documented>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.either(effect), (result) =>
    Either.isLeft(result) ? result.left._tag : (failureOf(result.right)?._tag ?? "completed"),
  )

const statesOf = (at: World) => Effect.map(within(at, list()), ({ shown }) => shown.entries.map(({ state }) => state))

const invocations = (at: World) => at.events.filter((event) => event.startsWith("invoke"))

// A chat over Python tools asks no store.
const noLookups = Layer.mergeAll(Layer.mock(FactsStore, {}), Layer.mock(TextFile, {}))

describe("a call of a commit tool", () => {
  it.effect("runs nothing and tells a person how to go on", () =>
    Effect.gen(function* () {
      const at = world()
      const view = yield* within(at, call({ source, name: "append", args, includeText: false }))
      const failure = failureOf(view)
      expect(invocations(at)).toEqual([])
      expect(toJson(view)).toMatchObject({
        status: "confirmation_required",
        failure: { code: "tool_confirmation_required" },
        tool_calls: [{ name: "append", code: "tool_confirmation_required", runner_secret_verified: false }],
        pending_action: {
          action_id: failure.action_id,
          pending_action_path: `/home/pending/${failure.action_id}.json`,
          confirmation_token: failure.confirmation_token,
          expires_at: "1970-01-01T00:10:00.000Z",
          command: `edge tools confirm '/home/pending/${failure.action_id}.json' --token '${failure.confirmation_token}' --json`,
        },
      })
      expect(toHuman(view).stdout).toBe(`${failure.command}\n`)
    }),
  )

  it.effect("keeps token, arguments and command out of receipts and the token out of the folder", () =>
    Effect.gen(function* () {
      const at = world()
      const { confirmation_token } = yield* ask(at)
      const receipts = JSON.stringify(at.receipts)
      expect(receipts).toContain("tool_confirmation_required")
      expect(receipts).not.toContain(confirmation_token)
      expect(receipts).not.toContain(secret)
      expect([...at.pending.values()].join()).not.toContain(confirmation_token)
      const { confirmation_token: second } = yield* ask(at, true)
      expect(JSON.stringify(at.receipts[1])).toContain(secret)
      expect(JSON.stringify(at.receipts)).not.toContain(second)
    }),
  )

  it.effect("waits as long as it was told to", () =>
    Effect.gen(function* () {
      const at = world()
      const run = call({ source, name: "append", args, includeText: false })
      const view = yield* Effect.provide(run, layers(at, 30))
      expect(failureOf(view).expires_at).toBe("1970-01-01T00:00:30.000Z")
    }),
  )

  it.effect("stops a chat after two reads, and only the commit runs when it is confirmed", () =>
    Effect.gen(function* () {
      const at = world()
      at.invoke = () => Effect.succeed(object([["entries", 2]]))
      const read = '{"tool_name":"count","arguments":{}}'
      const commit = `{"tool_name":"append","arguments":${args}}`
      const model = layerScripted([read, read, commit, "never reached"])
      const sampling = { maxTokens: 9, temperature: 0, seed: null }
      const run = chat({ tools: source, sampling, includeText: true, imprint: null }, "do it").pipe(
        Effect.provide([model, noLookups]),
        Effect.provideService(Imprints, noImprints),
      )
      const view = yield* within(at, run)
      expect(toJson(view)).toMatchObject({ status: "confirmation_required", answer: confirmationAnswer })
      expect(invocations(at)).toEqual(["invoke count", "invoke count"])
      const waiting = failureOf(view)
      expect(toHuman(view).stdout).toBe(`${confirmationAnswer}\nTo confirm:\n${waiting.command}\n`)
      expect(JSON.stringify(at.receipts)).not.toContain(waiting.confirmation_token)
      expect(yield* codeOf(confirmed(at, waiting))).toBe("completed")
      expect(invocations(at)).toEqual(["invoke count", "invoke count", "invoke append"])
    }),
  )
})

describe("a confirmation", () => {
  it.effect("claims, runs, writes the receipt and then the outcome, in this order", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      at.events.length = 0
      const view = yield* confirmed(at, waiting)
      expect(at.events).toEqual(["describe", "create claim", "invoke append", "receipt", "create outcome"])
      expect(toJson(view)).toMatchObject({
        schema_version: "edge.tools.confirm.v1",
        status: "completed",
        result: { entries: 1 },
        failure: null,
        tool_calls: [{ name: "append", status: "completed" }],
        receipt_path: "/receipts/2.json",
        pending_action: { action_id: waiting.action_id, state: "executed" },
      })
      expect(at.receipts[1]).toMatchObject({
        schema_version: "edge.tools.confirm.receipt.v1",
        status: "completed",
        pending_action: { action_id: waiting.action_id, tool: "append" },
      })
      expect(JSON.stringify(at.receipts) + [...at.pending.values()].join()).not.toContain(secret)
      expect(yield* statesOf(at)).toEqual(["executed"])
    }),
  )

  it.effect("shows what will happen before it happens, when asked by a person", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      yield* confirmed(at, waiting, { show: true })
      expect(at.events.indexOf("note")).toBeGreaterThan(0)
      expect(at.events.lastIndexOf("note")).toBeLessThan(at.events.indexOf("create claim"))
      expect(at.notes.join("\n")).toMatch(
        /tool {3}append\n {2}level {2}commit\n {2}file {3}\/tools\/ledger.py\n +sha256:/,
      )
      expect(at.notes).toContain(`  arg    account = "${secret}"`)
      const quiet = world()
      yield* confirmed(quiet, yield* ask(quiet))
      expect(quiet.notes).toEqual([])
    }),
  )

  it.effect("says that an action stays with the old file, whenever the change is noticed", () =>
    Effect.gen(function* () {
      const hint =
        "This action stays bound to the file as it was. Ask again: edge tools call '/tools/ledger.py' append --args '{...}'"
      const before = world()
      const asked = yield* ask(before)
      before.files.set(toolsFile, "other")
      expect(yield* Effect.flip(confirmed(before, asked))).toMatchObject({ hint })
      const late = world()
      late.invoke = () => Effect.fail(new ToolsFileChanged({ path: helper }))
      const failure = failureOf(yield* confirmed(late, yield* ask(late)))
      expect(failure).toMatchObject({ _tag: "tools_file_changed", path: helper, hint })
    }),
  )

  const refusals: ReadonlyArray<
    readonly [name: string, code: string, change: (at: World) => void, described: boolean]
  > = [
    ["a changed tools file", "tools_file_changed", (at) => at.files.set(toolsFile, "import helper # more"), false],
    [
      "a tools file that changes just before it is imported",
      "tools_file_changed",
      (at) => {
        at.beforeDescribe = () => at.files.set(toolsFile, "import helper # more")
      },
      false,
    ],
    ["a changed local module", "local_modules_changed", (at) => at.files.set(helper, "x = 2"), false],
    ["a local module that vanished", "local_modules_changed", (at) => at.files.delete(helper), false],
    [
      "another schema of the tool",
      "tool_schema_changed",
      (at) => {
        at.functions = [{ ...commitFunction, docstring: "Other." }, readFunction]
      },
      true,
    ],
    [
      "a tool that vanished",
      "tool_schema_changed",
      (at) => {
        at.functions = [readFunction]
      },
      true,
    ],
    [
      "another tool beside it",
      "active_set_changed",
      (at) => {
        at.functions = [commitFunction]
      },
      true,
    ],
    [
      "a level that was lowered",
      "tool_schema_changed",
      (at) => {
        at.functions = [
          { ...commitFunction, metadata: { ...commitFunction.metadata, execution_level: { value: "read" } } },
          readFunction,
        ]
      },
      true,
    ],
    ["a claim that cannot be written", "state_dir_unwritable", (at) => at.unwritable.add("claim"), true],
  ]

  it.effect.each(refusals)("runs nothing after %s: %s", ([, code, change, described]) =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      at.events.length = 0
      change(at)
      expect(yield* codeOf(confirmed(at, waiting))).toBe(code)
      expect(invocations(at)).toEqual([])
      // Code that differs is not even imported.
      expect(at.events.includes("describe")).toBe(described)
      expect(at.receipts.at(-1)).toMatchObject({ status: "failed_closed", failure: { code } })
      // It was not claimed: with everything as it was, it runs.
      const again = world()
      at.functions = again.functions
      at.beforeDescribe = again.beforeDescribe
      at.unwritable.clear()
      for (const [name, text] of again.files) at.files.set(name, text)
      expect(yield* codeOf(confirmed(at, waiting))).toBe("completed")
      expect(invocations(at)).toEqual(["invoke append"])
    }),
  )

  it.effect("runs nothing with a wrong token, in a changed file or after its time", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      const name = `${waiting.action_id}.json`
      const text = at.pending.get(name) as string
      expect(yield* codeOf(confirmed(at, waiting, { token: "0".repeat(64) }))).toBe("confirmation_token_invalid")
      for (const changed of [text.replace('"cents":5', '"cents":6'), text.replace("{", '{"note":null,')]) {
        at.pending.set(name, changed)
        expect(yield* codeOf(confirmed(at, waiting))).toBe("pending_action_tampered")
      }
      at.pending.set(name, text)
      yield* TestClock.adjust("10 minutes")
      expect(yield* codeOf(confirmed(at, waiting))).toBe("confirmation_expired")
      expect([...at.pending.keys()]).toEqual([`${waiting.action_id}.claim`])
      expect(invocations(at)).toEqual([])
    }),
  )

  const endings = [
    ["raised", new ToolRaised({ exception: "ValueError", file: null, line: null }), "failed"],
    ["timed out", new RunnerTimeout({ seconds: 10 }), "outcome_unknown"],
  ] as const

  it.effect.each(endings)("is over when the function %s", ([, error, state]) =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      at.invoke = () => Effect.fail(error)
      const view = yield* confirmed(at, waiting)
      expect(toJson(view)).toMatchObject({ status: "failed_closed", pending_action: { state } })
      expect(at.receipts[1]).toMatchObject({ status: "failed_closed", failure: { code: error._tag } })
      expect(yield* statesOf(at)).toEqual([state])
      expect(yield* codeOf(confirmed(at, waiting))).toBe("confirmation_already_claimed")
      expect(invocations(at)).toHaveLength(1)
    }),
  )

  it.effect("says that the outcome is unknown when no receipt can be written", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      at.unwritable.add("receipt")
      expect(yield* codeOf(confirmed(at, waiting))).toBe("state_dir_unwritable")
      expect(at.notes.join()).toContain("may have run")
      expect(yield* statesOf(at)).toEqual(["outcome_unknown"])
      at.unwritable.clear()
      expect(yield* codeOf(confirmed(at, waiting))).toBe("confirmation_already_claimed")
      expect(invocations(at)).toHaveLength(1)
    }),
  )

  it.effect("says that the outcome is unknown when the journal cannot be written", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      at.unwritable.add("outcome")
      const view = yield* confirmed(at, waiting)
      expect(toJson(view)).toMatchObject({ status: "completed", pending_action: { state: "outcome_unknown" } })
      expect(yield* statesOf(at)).toEqual(["outcome_unknown"])
    }),
  )

  it.effect("stays claimed when it is interrupted while the function runs", () =>
    Effect.gen(function* () {
      const at = world()
      const waiting = yield* ask(at)
      const running = yield* Deferred.make<void>()
      at.invoke = () => Effect.zipRight(Deferred.succeed(running, undefined), Effect.never)
      const fiber = yield* Effect.fork(confirmed(at, waiting))
      yield* Deferred.await(running)
      yield* Fiber.interrupt(fiber)
      expect(at.receipts[1]).toMatchObject({ status: "interrupted", tool_calls: [{ status: "interrupted" }] })
      expect(at.results.map((view) => toJson(view))).toMatchObject([{ status: "interrupted" }])
      expect(yield* statesOf(at)).toEqual(["outcome_unknown"])
      expect(yield* codeOf(confirmed(at, waiting))).toBe("confirmation_already_claimed")
    }),
  )
})

/** A desk to call tools at: the real runner on real processes, a folder for tools files, and what the tools wrote on stderr. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { checkCall } from "../../src/domain/Call.ts"
import type { Documented } from "../../src/domain/errors/About.ts"
import { failureFields } from "../../src/domain/errors/About.ts"
import type { Frozen } from "../../src/domain/Frozen.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { replyLimit } from "../../src/domain/Protocol.ts"
import { runCall } from "../../src/programs/call.ts"
import { freeze } from "../../src/programs/freeze.ts"
import type { RunFacts } from "../../src/programs/record.ts"
import { Output } from "../../src/services/Output.ts"
import { layerAjv } from "../../src/services/OutputSchemasAjv.ts"
import { PendingActions } from "../../src/services/PendingActions.ts"
import { Python } from "../../src/services/Python.ts"
import * as PythonNode from "../../src/services/PythonNode.ts"
import { layerPython } from "../../src/services/RunnerPython.ts"
import { StateDir } from "../../src/services/StateDir.ts"
import { importTool } from "../fixtures/edge.ts"

export interface Desk {
  readonly folder: string
  readonly write: (name: string, text: string | Uint8Array) => string
  /** A script that can be started, by its path. */
  readonly script: (name: string, text: string) => string
  readonly stderr: () => string
  /** Waits until a tool has written this on stderr, and gives what it matched. */
  readonly said: (wanted: RegExp) => Effect.Effect<RegExpExecArray>
  /** Forgets what was written on stderr so far; `deaf` keeps nothing from here on. */
  readonly forget: () => void
  readonly deaf: () => void
  readonly output: Layer.Layer<Output>
}

export const makeDesk = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-desk-")))),
    (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true })),
  )
  const write: Desk["write"] = (name, text) => {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    return file
  }
  const script: Desk["script"] = (name, text) => {
    const file = write(name, text)
    fs.chmodSync(file, 0o755)
    return file
  }
  return { folder, write, script, ...listener() } satisfies Desk
})

const listener = (): Omit<Desk, "folder" | "write" | "script"> => {
  let text = ""
  let deaf = false
  const waiting = new Set<() => void>()
  const toolStderr = () => (chunk: Uint8Array) => {
    if (!deaf) text += Buffer.from(chunk)
    for (const check of waiting) check()
  }
  return {
    stderr: () => text,
    forget: () => {
      text = ""
    },
    deaf: () => {
      deaf = true
    },
    said: (wanted) =>
      Effect.async((resume) => {
        const check = () => {
          const found = wanted.exec(text)
          if (found !== null) resume(Effect.succeed(found))
        }
        waiting.add(check)
        check()
        return Effect.sync(() => waiting.delete(check))
      }),
    output: Layer.mock(Output, { toolStderr, emit: () => {} }),
  }
}

/** A state folder in memory. */
export const memoryState = (files = new Map<string, string>()) =>
  Layer.mock(StateDir, {
    path: "/nowhere",
    write: (relative, content) => Effect.sync(() => files.set(relative, content) && relative),
    read: (relative) => Effect.sync(() => Option.fromNullable(files.get(relative))),
  })

const shared = new Map<string, string>()

/** The interpreter of this machine, looked for once in all tests of a file. */
export const machinePython = PythonNode.layerNode(Option.none()).pipe(Layer.provide(memoryState(shared)))

export const machineInterpreter = Effect.provide(
  Effect.flatMap(Python, (python) => python.interpreter),
  machinePython,
)

/** An interpreter that nobody asked who it is. */
export const pythonAt = (executable: string) =>
  Layer.succeed(Python, Python.of({ interpreter: Effect.succeed({ executable, version: "3.12.0" }) }))

export interface Setting {
  /** How long a call may take, in seconds. */
  readonly limit?: number
  /** How long a process may take to exit after its reply, in milliseconds, where that decides what is seen. */
  readonly exitMs?: number
  readonly python?: Layer.Layer<Python, never, never>
}

// Longer than a busy machine needs for any call that ends by itself.
const usualLimit = 20

/** `Runner` and `OutputSchemas`, as a command gets them. */
export const runnerAt = (desk: Desk, { limit = usualLimit, exitMs, python = machinePython }: Setting = {}) =>
  Layer.mergeAll(
    layerPython(Duration.seconds(limit), exitMs === undefined ? undefined : { stdoutBytes: replyLimit, exitMs }),
    layerAjv(),
  ).pipe(Layer.provide([python, desk.output]))

export const tools = (source: string) => `${importTool}import os, signal, subprocess, sys, time\n${source}`

/** One tool `f` without parameters, of this body. */
export const tool = (body: string) => tools(`@edge_tool\ndef f() -> dict:\n    ${body.replaceAll("\n", "\n    ")}\n`)

export const freezeFile = (file: string) => freeze({ file, selection: { names: [], tags: [] } })

/** How a call came out: the canonical result, or the code with its details. */
export type Came = { readonly result: string } | { readonly code: string; readonly [detail: string]: unknown }

/** One call through the whole pipeline. */
export const callFrozen = (frozen: Frozen, name: string, args = "{}") =>
  Effect.gen(function* () {
    const facts = yield* Ref.make({ calls: [] } as unknown as RunFacts)
    const read = Either.getOrThrow(readJson(args))
    const checked = yield* checkCall(frozen.tools, name, read)
    return yield* runCall({ frozen, facts, includeText: false }, checked)
  }).pipe(
    Effect.match({ onFailure: came, onSuccess: ({ text }): Came => ({ result: text }) }),
    // No tool at this desk waits for a person.
    Effect.provide(Layer.mock(PendingActions, {})),
  )

export const callFile = (file: string, name = "f", args = "{}") =>
  freezeFile(file).pipe(
    Effect.flatMap((frozen) => callFrozen(frozen, name, args)),
    Effect.catchAll((error) => Effect.succeed(came(error))),
  )

/** How `callUntil` comes out. */
export const timeIsUp: Came = { code: "runner_timeout", seconds: usualLimit }

/** Under the test clock, which no process follows: one call whose time is up once the tool has said this. */
export const callUntil = (said: RegExp, desk: Desk, file: string, python?: Layer.Layer<Python>) =>
  Effect.gen(function* () {
    const setting = python === undefined ? {} : { python }
    const call = yield* Effect.fork(Effect.provide(callFile(file), runnerAt(desk, setting)))
    // Where it ends before that, this is how it came out.
    yield* Effect.raceFirst(desk.said(said), Fiber.join(call))
    yield* TestClock.adjust(Duration.seconds(usualLimit))
    return yield* Fiber.join(call)
  })

const came = (error: Documented): Came => {
  const { code, details } = failureFields(error)
  return { code, ...details }
}

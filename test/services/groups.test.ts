/** Nothing that a tool started lives on, and nothing that lives on holds `edge` up. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestServices from "effect/TestServices"
import { gone } from "../fixtures/pids.ts"
import {
  callFile,
  callUntil,
  type Desk,
  machineInterpreter,
  makeDesk,
  pythonAt,
  runnerAt,
  timeIsUp,
  tool,
  tools,
} from "./desk.ts"

const pids = (stderr: string) => [...stderr.matchAll(/pid (\d+)/g)].map((found) => Number(found[1]))
const say = (what: string) => `print("pid", ${what}, flush=True)`
const sleeper = `child = subprocess.Popen(["sleep", "600"])\n${say("child.pid")}\n`
const apart = `child = subprocess.Popen(["sleep", "600"], start_new_session=True)\n${say("child.pid")}\n`

// Processes die in real time.
const allGone = (desk: Desk) => TestServices.provideLive(Effect.forEach(pids(desk.stderr()), gone))

describe("the process group", () => {
  it.scoped("is gone after the limit", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool(`${say("os.getpid()")}\n${sleeper}time.sleep(600)`))
      expect(yield* callUntil(/pid \d+\npid \d+\n/, desk, file)).toEqual(timeIsUp)
      expect(pids(desk.stderr())).toHaveLength(2)
      yield* allGone(desk)
    }),
  )

  it.scopedLive("is gone after a result, which is there at once", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool(`${say("os.getpid()")}\n${sleeper}return {"fee": 1}`))
      expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual({ result: '{"fee":1}' })
      yield* allGone(desk)
    }),
  )

  it.scopedLive("is gone after a crash, a grandchild that ignores signals included", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const deaf = `"import os, signal, time; signal.signal(15, signal.SIG_IGN); os.write(2, b'pid %d\\\\n' % os.getpid()); time.sleep(600)"`
      const body = `child = subprocess.Popen([sys.executable, "-c", ${deaf}], stderr=subprocess.PIPE)\nos.write(2, child.stderr.readline())\nos._exit(4)`
      const found = yield* Effect.provide(callFile(desk.write("t.py", tool(body))), runnerAt(desk))
      expect(found).toEqual({ code: "runner_crashed", exit_code: 4, signal: null })
      expect(pids(desk.stderr())).toHaveLength(1)
      yield* allGone(desk)
    }),
  )

  it.scopedLive("is gone after discovery", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const source = `${sleeper}@edge_tool\ndef f() -> dict:\n    return {}\n`
      yield* Effect.provide(callFile(desk.write("t.py", tools(source))), runnerAt(desk))
      expect(pids(desk.stderr())).toHaveLength(2)
      yield* allGone(desk)
    }),
  )

  it.scopedLive("is gone when the call is interrupted", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool(`${sleeper}${say("os.getpid()")}\ntime.sleep(600)`))
      const fiber = yield* Effect.fork(Effect.provide(callFile(file), runnerAt(desk)))
      yield* desk.said(/pid \d+\npid \d+\n/)
      yield* Fiber.interrupt(fiber)
      yield* allGone(desk)
    }),
  )
})

describe("a child that left the group and holds the pipes", () => {
  const endApart = (desk: Desk) => Effect.addFinalizer(() => Effect.sync(() => pids(desk.stderr()).forEach(end)))

  it.scoped("does not hold the limit up", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      yield* endApart(desk)
      const file = desk.write("t.py", tool(`${apart}time.sleep(600)`))
      expect(yield* callUntil(/pid \d+\n/, desk, file)).toEqual(timeIsUp)
    }),
  )

  const rows = [
    { name: "does not hold a result up", after: `return {"fee": 1}`, came: { result: '{"fee":1}' } },
    {
      name: "does not hold a crash up",
      after: "os._exit(3)",
      came: { code: "runner_crashed", exit_code: 3, signal: null },
    },
  ]
  for (const { name, after, came } of rows) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        yield* endApart(desk)
        const file = desk.write("t.py", tool(`${apart}${after}`))
        expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual(came)
      }),
    )
  }
})

// What `edge` does not reach, the test that started it ends.
const end = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

describe("an interpreter behind a shim", () => {
  for (const [name, line] of [
    ["that becomes it", "exec"],
    ["that starts it as a child", ""],
  ] as const) {
    it.scoped(`${name} ends as a whole`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const real = yield* machineInterpreter
        const shim = desk.script("shim", `#!/bin/sh\necho "pid $$" >&2\n${line} '${real.executable}' "$@"\n`)
        const file = desk.write("t.py", tool(`${say("os.getpid()")}\ntime.sleep(600)`))
        // The shim of discovery, that of the call, and the tool.
        expect(yield* callUntil(/(pid \d+\n){3}/, desk, file, pythonAt(shim))).toEqual(timeIsUp)
        yield* allGone(desk)
      }),
    )
  }
})

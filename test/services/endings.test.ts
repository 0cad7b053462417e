/** Every way in which a tool's process can end, told apart. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Came, callFile, callUntil, makeDesk, runnerAt, timeIsUp, tool } from "./desk.ts"

const raised = (exception: string, line: number | null = 5): Came => ({
  code: "tool_raised",
  exception,
  file: expect.stringMatching(/t\.py$/),
  line,
})
const crashed = (exit_code: number | null, signal: string | null = null): Came => ({
  code: "runner_crashed",
  exit_code,
  signal,
})
const violation = (problem: string | RegExp): Came => ({
  code: "runner_protocol_violation",
  problem: expect.stringMatching(problem),
})

// Writes to every descriptor that may be the runner's own.
const forge = (bytes: string, then: string) =>
  [`for n in range(3, 30):`, `    try: os.write(n, ${bytes})`, `    except OSError: pass`, then].join("\n")
const forged = `b'{"body":{"function_us":1,"outcome":"result","result":{"fee":0},"top_level_us":1},"hmac":"${"0".repeat(64)}"}\\n'`

interface Row {
  readonly name: string
  readonly body: string
  readonly came: Came
  /** Where what comes after the first line decides, and is waited for. */
  readonly exitMs?: number
}

const rows: ReadonlyArray<Row> = [
  { name: "a result", body: `return {"fee": 1}`, came: { result: '{"fee":1}' } },
  { name: "an exception", body: `raise ValueError("x")`, came: raised("ValueError") },
  { name: "KeyboardInterrupt", body: `raise KeyboardInterrupt`, came: raised("KeyboardInterrupt") },
  { name: "SystemExit(0)", body: `raise SystemExit(0)`, came: raised("SystemExit") },
  { name: "GeneratorExit", body: `raise GeneratorExit`, came: raised("GeneratorExit") },
  { name: "a BaseException", body: `raise BaseException("x")`, came: raised("BaseException") },
  { name: "sys.exit(0)", body: `sys.exit(0)`, came: raised("SystemExit") },
  { name: 'sys.exit("bad")', body: `sys.exit("bad")`, came: raised("SystemExit") },
  {
    name: "an exit in an async function",
    body: `import asyncio\nasync def g(): sys.exit(0)\nasyncio.run(g())`,
    came: raised("SystemExit", 6),
  },
  { name: "exit code 0 without a result", body: `os._exit(0)`, came: crashed(0) },
  { name: "another exit code", body: `os._exit(3)`, came: crashed(3) },
  { name: "kill -9 of itself", body: `os.kill(os.getpid(), signal.SIGKILL)`, came: crashed(null, "SIGKILL") },
  { name: "an end of its own group", body: `os.killpg(0, signal.SIGTERM)`, came: crashed(null, "SIGTERM") },
  { name: "a segmentation fault", body: `import ctypes\nctypes.string_at(0)`, came: crashed(null, "SIGSEGV") },
  { name: "an abort", body: `os.abort()`, came: crashed(null, "SIGABRT") },
  { name: "a closed reply descriptor", body: `os.closerange(3, 99)\nreturn {}`, came: crashed(1) },
  { name: "a forged reply, then an exit", body: forge(forged, `os._exit(0)`), came: violation("not signed") },
  { name: "a forged reply, then nothing", body: forge(forged, `time.sleep(60)`), came: violation("not signed") },
  {
    name: "two replies",
    body: forge(forged, `return {"fee": 1}`),
    exitMs: 20_000,
    came: violation("more than one line"),
  },
  { name: "a damaged reply", body: forge(`b'{"body":'`, `return {"fee": 1}`), came: violation("not signed") },
  { name: "a reply cut short", body: forge(`b'{"body":{'`, `os._exit(0)`), came: violation("cut short") },
  { name: "a forged reply, then a crash", body: forge(forged, `os._exit(7)`), exitMs: 20_000, came: crashed(7) },
  {
    name: "a reply over the limit",
    body: forge(`b"x" * 1_000_000 * 5`, `time.sleep(60)`),
    came: violation("more than 4194304 bytes"),
  },
  {
    name: "a reply without end",
    body: forge(`b"x" * 1000`, forge(`b"x" * 1_000_000 * 5`, `time.sleep(60)`)),
    came: violation("more than 4194304 bytes"),
  },
  {
    name: "a child that returns too",
    body: `pid = os.fork()\nif pid: os.waitpid(pid, 0)\nreturn {"parent": pid > 0}`,
    came: { result: '{"parent":true}' },
  },
  {
    name: "a thread that goes on",
    body: `import threading\nthreading.Thread(target=time.sleep, args=(60,)).start()\nreturn {}`,
    came: { result: "{}" },
  },
  {
    name: "an exit handler that hangs",
    body: `import atexit\natexit.register(time.sleep, 60)\nreturn {}`,
    came: { result: "{}" },
  },
  {
    name: "a loop of children at the end",
    body: `for n in range(20): subprocess.Popen(["sleep", "60"])\nreturn {}`,
    came: { result: "{}" },
  },
]

// Each says when it has come as far as its name says.
const silent = [
  { name: "silence", body: `print("here", flush=True)\ntime.sleep(600)` },
  {
    name: "a stopped process",
    body: `subprocess.Popen(["sh", "-c", "kill -STOP $PPID; echo here >&2"])\ntime.sleep(600)`,
  },
  {
    name: "a process that ignores signals",
    body: `for n in (1, 2, 3, 15): signal.signal(n, signal.SIG_IGN)\nprint("here", flush=True)\ntime.sleep(600)`,
  },
]

describe("a call's end", () => {
  for (const { name, body, came, exitMs } of rows) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const file = desk.write("t.py", tool(body))
        const setting = exitMs === undefined ? {} : { exitMs }
        expect(yield* Effect.provide(callFile(file), runnerAt(desk, setting))).toEqual(came)
      }),
    )
  }

  for (const { name, body } of silent) {
    it.scoped(name, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        expect(yield* callUntil(/here\n/, desk, desk.write("t.py", tool(body)))).toEqual(timeIsUp)
      }),
    )
  }
})

describe("discovery's end", () => {
  const discovered: ReadonlyArray<Row> = [
    { name: "an exit", body: `os._exit(0)`, came: crashed(0) },
    { name: "a signal", body: `os.kill(os.getpid(), signal.SIGKILL)`, came: crashed(null, "SIGKILL") },
    { name: "a forged reply", body: forge(forged, `os._exit(0)`), came: violation("not signed") },
    {
      name: "an end of the interpreter",
      body: `sys.exit(0)`,
      came: {
        code: "tools_file_import_failed",
        path: expect.stringMatching(/t\.py$/),
        exception: "SystemExit",
        file: expect.stringMatching(/t\.py$/),
        line: 2,
        relative_import: false,
      },
    },
  ]
  for (const { name, body, came } of discovered) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const file = desk.write("t.py", `import os, signal, sys, time\n${body}`)
        expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual(came)
      }),
    )
  }

  it.scoped("silence", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", `import time\nprint("here", flush=True)\ntime.sleep(600)`)
      expect(yield* callUntil(/here\n/, desk, file)).toEqual(timeIsUp)
    }),
  )
})

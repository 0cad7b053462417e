/** What a tool prints, and from where: never part of its result, always on stderr. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { callFile, makeDesk, runnerAt, tool, tools } from "./desk.ts"

const fake = `{"ok":true,"result":{"fee":0}}`

const rows: ReadonlyArray<{ readonly name: string; readonly body: string; readonly stderr: string }> = [
  { name: "print of a result's look-alike", body: `print('${fake}')`, stderr: fake },
  { name: "os.write(1)", body: `os.write(1, b"raw")`, stderr: "raw" },
  { name: "a child's stdout", body: `subprocess.run(["echo", "child"])`, stderr: "child" },
  { name: "os.system", body: `os.system("echo shell")`, stderr: "shell" },
  { name: "sys.__stdout__", body: `sys.__stdout__.write("under")`, stderr: "under" },
  {
    name: "C code",
    body: `import ctypes\nctypes.CDLL(None).puts(b"from C")\nctypes.CDLL(None).fflush(None)`,
    stderr: "from C",
  },
  { name: "print to stderr", body: `print("err", file=sys.stderr)`, stderr: "err" },
  { name: "a print that was never flushed", body: `print("tail", end="")`, stderr: "tail" },
  { name: "stdout closed and replaced", body: `sys.stdout.close()\nsys.stdout = None`, stderr: "" },
  { name: "descriptors 0, 1 and 2 closed", body: `os.closerange(0, 3)`, stderr: "" },
]

describe("output of a tool", () => {
  for (const { name, body, stderr } of rows) {
    it.scopedLive(`${name} leaves a clean result`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const file = desk.write("t.py", tool(`${body}\nreturn {"fee": 1}`))
        expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual({ result: '{"fee":1}' })
        expect(desk.stderr()).toContain(stderr)
      }),
    )
  }

  it.scopedLive("print at top level leaves a clean description and result", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tools(`print('${fake}')\n@edge_tool\ndef f() -> dict:\n    return {"fee": 1}\n`))
      expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual({ result: '{"fee":1}' })
      expect(desk.stderr()).toBe(`${fake}\n${fake}\n`)
    }),
  )

  it.scopedLive("nothing comes from stdin", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool(`return {"read": sys.stdin.read(), "raw": os.read(0, 9).decode()}`))
      expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual({ result: '{"raw":"","read":""}' })
    }),
  )

  it.scopedLive("an exception's message and traceback are on stderr only, from the user's file on", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool(`raise ValueError("SECRET_123")`))
      const found = yield* Effect.provide(callFile(file), runnerAt(desk))
      expect(found).toEqual({ code: "tool_raised", exception: "ValueError", file, line: 5 })
      expect(desk.stderr()).toBe(
        `Traceback (most recent call last):\n  File "${file}", line 5, in f\n    raise ValueError("SECRET_123")\nValueError: SECRET_123\n`,
      )
    }),
  )
})

/** What surrounds the tools file (neighbours, variables, local modules) changes nothing that was not frozen. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, vi } from "vitest"
import { callFile, callFrozen, freezeFile, makeDesk, runnerAt, tool, tools } from "./desk.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

const echo = tools("@edge_tool\ndef f(s: str) -> str:\n    return s\n")
const text = "Messgerät 東京 🎉"

describe("the environment", () => {
  for (const [name, value] of [
    ["PYTHONIOENCODING", "cp1252"],
    ["LC_ALL", "C"],
    ["PYTHONUTF8", "0"],
    ["PYTHONPATH", "."],
    ["PYTHONSTARTUP", "t.py"],
    ["PYTHONINSPECT", "1"],
    ["PYTHONHOME", "/nowhere"],
  ] as const) {
    it.scopedLive(`${name}=${value} changes no text`, () =>
      Effect.gen(function* () {
        vi.stubEnv(name, value)
        const desk = yield* makeDesk
        const file = desk.write("t.py", `# ${text}\n${echo}`)
        const found = yield* Effect.provide(callFile(file, "f", JSON.stringify({ s: text })), runnerAt(desk))
        expect(found).toEqual({ result: JSON.stringify({ result: text }) })
      }),
    )
  }
})

describe("neighbours", () => {
  for (const name of ["json.py", "edge_tools_file.py", "edgestudio.py", "main.py", "os.py"]) {
    it.scopedLive(`a tools file may be called ${name}`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const file = desk.write(name, tool("import json, random\nreturn json.loads('{\"a\":1}')"))
        expect(yield* Effect.provide(callFile(file), runnerAt(desk))).toEqual({ result: '{"a":1}' })
      }),
    )
  }

  it.scopedLive("named like the standard library or the runner are not imported", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const names = [
        "random",
        "json",
        "asyncio",
        "sitecustomize",
        "usercustomize",
        "edgestudio",
        "edge_runner",
        "_json",
      ]
      for (const name of names) desk.write(`${name}.py`, "raise RuntimeError('a neighbour')")
      const file = desk.write("t.py", tool("import random, json, asyncio\nraise LookupError"))
      const found = yield* Effect.provide(callFile(file), runnerAt(desk))
      expect(found).toMatchObject({ code: "tool_raised", exception: "LookupError" })
    }),
  )

  it.scopedLive("relative imports say so", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      desk.write("helper.py", "fee = 1\n")
      const file = desk.write("t.py", "from . import helper\n")
      const found = yield* Effect.provide(callFile(file), runnerAt(desk))
      expect(found).toMatchObject({ code: "tools_file_import_failed", relative_import: true, line: 1 })
    }),
  )
})

describe("local modules", () => {
  const uses = tools("import helper\n@edge_tool\ndef f() -> dict:\n    return {'fee': helper.fee}\n")

  const edits = [
    { name: "edited", edit: (file: string) => fs.appendFileSync(file, "# more\n") },
    { name: "replaced by one of the same size and time", edit: replace },
    { name: "removed", edit: (file: string) => fs.rmSync(file) },
    { name: "shadowed by a package", edit: shadow },
  ]
  for (const { name, edit } of edits) {
    it.scopedLive(`one that is ${name} between two calls is tools_file_changed`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const helper = desk.write("helper.py", "fee = 1\n")
        const frozen = yield* freezeFile(desk.write("t.py", uses))
        expect(frozen.localModules).toEqual([
          { name: "helper", path: "helper.py", sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
        ])
        expect(yield* callFrozen(frozen, "f")).toEqual({ result: '{"fee":1}' })
        edit(helper)
        expect(yield* callFrozen(frozen, "f")).toMatchObject({ code: "tools_file_changed" })
      }).pipe(atDesk),
    )
  }

  it.scopedLive("one that only the call imports is local_module_not_frozen", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      desk.write("pkg/late.py", "fee = 1\n")
      const file = desk.write("t.py", tool("import pkg.late\nreturn {'fee': pkg.late.fee}"))
      const found = yield* Effect.provide(callFile(file), runnerAt(desk))
      expect(found).toEqual({ code: "local_module_not_frozen", module: "pkg.late", path: "pkg/late.py" })
    }),
  )

  it.scopedLive("no bytecode is read or written", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      desk.write("helper.py", "fee = 1\n")
      const file = desk.write("t.py", uses)
      yield* Effect.provide(callFile(file), runnerAt(desk))
      expect(fs.readdirSync(desk.folder).sort()).toEqual(["helper.py", "t.py"])
    }),
  )
})

describe("the tools file", () => {
  it.scopedLive("that describes itself differently each time is tool_schema_changed", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const source = tools("@edge_tool\ndef f(n: int = time.perf_counter_ns()) -> dict:\n    return {}\n")
      const found = yield* Effect.provide(callFile(desk.write("t.py", source)), runnerAt(desk))
      expect(found).toEqual({ code: "tool_schema_changed", tool: "f" })
    }),
  )

  it.scopedLive("that is gone at the call is tools_file_changed", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const file = desk.write("t.py", tool("return {}"))
      const frozen = yield* freezeFile(file)
      fs.rmSync(file)
      expect(yield* callFrozen(frozen, "f")).toEqual({ code: "tools_file_changed", path: file })
    }).pipe(atDesk),
  )
})

// Freezing and calling as two steps need the runner around both; what tools print is not looked at.
function atDesk<A, E, R>(effect: Effect.Effect<A, E, R>) {
  return Effect.flatMap(makeDesk, (desk) => Effect.provide(effect, runnerAt(desk)))
}

function replace(file: string): void {
  const { atime, mtime } = fs.statSync(file)
  fs.writeFileSync(file, "fee = 2\n")
  fs.utimesSync(file, atime, mtime)
}

function shadow(file: string): void {
  const folder = file.replace(/\.py$/, "")
  fs.mkdirSync(folder)
  fs.copyFileSync(file, `${folder}/__init__.py`)
}

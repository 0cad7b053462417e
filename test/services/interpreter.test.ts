/** Which Python runs the tools: the one that is named, active or on the path, by its real executable. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, vi } from "vitest"
import { callFile, machineInterpreter, makeDesk, runnerAt, tool } from "./desk.ts"
import { found, nothingNamed, searching, stub } from "./interpreters.ts"

beforeEach(nothingNamed)
afterEach(() => {
  vi.unstubAllEnvs()
})

const versionOf = (version: string) => expect.objectContaining({ version })

describe("the interpreter", () => {
  it.scopedLive("is --python, else EDGE_PYTHON, else the active environment's, else python3 on the path", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const [named, variable] = [stub(desk, "named", "3.12.1"), stub(desk, "variable", "3.12.2")]
      stub(desk, "venv/bin/python", "3.12.3")
      stub(desk, "path/python3", "3.12.4")
      vi.stubEnv("PATH", `${desk.folder}/path:/usr/bin:/bin`)
      expect(yield* found()).toEqual(versionOf("3.12.4"))
      vi.stubEnv("VIRTUAL_ENV", `${desk.folder}/venv`)
      expect(yield* found()).toEqual(versionOf("3.12.3"))
      vi.stubEnv("EDGE_PYTHON", variable)
      expect(yield* found()).toEqual(versionOf("3.12.2"))
      expect(yield* found(named)).toEqual(versionOf("3.12.1"))
    }),
  )

  it.scopedLive("is found where only python3 is on the path", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const { executable, version } = yield* machineInterpreter
      fs.symlinkSync(executable, path.join(desk.folder, "python3"))
      vi.stubEnv("PATH", desk.folder)
      expect(yield* found()).toMatchObject({ version })
    }),
  )

  it.scopedLive("is not hidden by what cannot run or cannot be looked at", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      desk.write("a/python3", "no program")
      fs.mkdirSync(path.join(desk.folder, "b", "python3"), { recursive: true })
      fs.symlinkSync("circle", path.join(desk.folder, "circle"))
      stub(desk, "c/python3", "3.13.9")
      const folders = ["a", "b", "circle", "x".repeat(300), "c"].map((name) => path.join(desk.folder, name))
      vi.stubEnv("PATH", `:${folders.join(":")}:/usr/bin:/bin`)
      expect(yield* found()).toEqual(versionOf("3.13.9"))
    }),
  )

  it.scopedLive("in a virtual environment is that one's, with its packages", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const { executable } = yield* machineInterpreter
      const venv = path.join(desk.folder, "vénv 1")
      execFileSync(executable, ["-m", "venv", "--without-pip", venv])
      const [lib = ""] = fs.readdirSync(path.join(venv, "lib"))
      fs.writeFileSync(path.join(venv, "lib", lib, "site-packages", "only_here.py"), "fee = 7\n")
      vi.stubEnv("VIRTUAL_ENV", venv)
      const file = desk.write("t.py", tool("import only_here\nreturn {'fee': only_here.fee, 'prefix': sys.prefix}"))
      const came = yield* Effect.provide(callFile(file), runnerAt(desk, { python: searching(undefined) }))
      expect(came).toEqual({ result: JSON.stringify({ fee: 7, prefix: venv }) })
    }),
  )

  for (const [name, line] of [
    ["becomes it", "exec"],
    ["starts it", ""],
  ]) {
    it.scopedLive(`behind a shim that ${name} is the real one`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const real = yield* machineInterpreter
        const shim = desk.script("shims/python3", `#!/bin/sh\n${line} '${real.executable}' "$@"\n`)
        const { executable, version } = real
        expect(yield* found(shim)).toMatchObject({ executable, version })
      }),
    )
  }

  it.scopedLive("may be at a path with spaces and letters of any kind", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const { executable, version } = yield* machineInterpreter
      const named = path.join(desk.folder, "mein Pythön 3'$x")
      fs.symlinkSync(executable, named)
      expect(yield* found(named)).toMatchObject({ version })
      const file = desk.write("dossier d'été/t é.py", tool("return {'fee': 1}"))
      const came = yield* Effect.provide(callFile(file), runnerAt(desk, { python: searching(named) }))
      expect(came).toEqual({ result: '{"fee":1}' })
    }),
  )
})

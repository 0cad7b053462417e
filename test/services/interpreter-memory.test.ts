/** What is remembered of an interpreter, and when it is asked again. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, vi } from "vitest"
import { makeDesk } from "./desk.ts"
import { answers, found, nothingNamed, stub } from "./interpreters.ts"

beforeEach(nothingNamed)
afterEach(() => {
  vi.unstubAllEnvs()
})

const asked = (file: string) => fs.readFileSync(`${file}.asked`, "utf8").trim().split("\n").length
const versionOf = (version: string) => expect.objectContaining({ version })

describe("what is remembered of an interpreter", () => {
  const state = () => new Map<string, string>()

  it.scopedLive("saves the question", () =>
    Effect.gen(function* () {
      const [desk, memory] = [yield* makeDesk, state()]
      const named = stub(desk, "python")
      expect([yield* found(named, memory), yield* found(named, memory)]).toEqual([
        versionOf("3.12.1"),
        versionOf("3.12.1"),
      ])
      expect(asked(named)).toBe(1)
    }),
  )

  it.scopedLive("ends with the file", () =>
    Effect.gen(function* () {
      const [desk, memory] = [yield* makeDesk, state()]
      yield* found(stub(desk, "python", "3.12.1"), memory)
      expect(yield* found(stub(desk, "python", "3.12.10"), memory)).toEqual(versionOf("3.12.10"))
    }),
  )

  it.scopedLive("ends with the real executable, though the shim is as before", () =>
    Effect.gen(function* () {
      const [desk, memory] = [yield* makeDesk, state()]
      const real = desk.write("real", "3.12.1")
      const shim = desk.script("shim", answers("3.12.1", real))
      yield* found(shim, memory)
      desk.write("real", "3.12.1, built anew")
      yield* found(shim, memory)
      expect(asked(shim)).toBe(2)
    }),
  )

  it.scopedLive("ends with what a version manager decides by", () =>
    Effect.gen(function* () {
      const [desk, memory] = [yield* makeDesk, state()]
      const shim = stub(desk, "shim")
      yield* found(shim, memory)
      vi.stubEnv("PYENV_VERSION", "3.13.0")
      yield* found(shim, memory)
      expect(asked(shim)).toBe(2)
      vi.spyOn(process, "cwd").mockReturnValue(desk.folder)
      yield* found(shim, memory)
      expect(asked(shim)).toBe(2)
      desk.write(".python-version", "3.13.0")
      yield* found(shim, memory)
      expect(asked(shim)).toBe(3)
      vi.restoreAllMocks()
    }),
  )

  for (const broken of ["", "{", "[]", '{"a":{"version":1}}', '{"__proto__":{}}']) {
    it.scopedLive(`does no harm when it is ${broken || "empty"}`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const memory = new Map([["cache/python.json", broken]])
        expect(yield* found(stub(desk, "python"), memory)).toEqual(versionOf("3.12.1"))
      }),
    )
  }
})

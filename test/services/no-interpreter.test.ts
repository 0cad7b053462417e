/** What is no usable Python is told by its name, and what is wrong with it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, vi } from "vitest"
import { type Desk, makeDesk } from "./desk.ts"
import { answers, found, nothingNamed, stub } from "./interpreters.ts"

beforeEach(nothingNamed)
afterEach(() => {
  vi.unstubAllEnvs()
})

describe("no interpreter", () => {
  const garbage = "#!/bin/sh\necho"
  // `seconds` is how long it may take to answer; short where that is awaited.
  const rows: ReadonlyArray<readonly [name: string, make: (desk: Desk) => string, problem: string, seconds?: number]> =
    [
      ["a folder", (desk) => desk.folder, "it is no file"],
      ["nothing", (desk) => path.join(desk.folder, "nothing"), "there is no such file"],
      ["a circle of links", (desk) => circle(path.join(desk.folder, "circle")), "there is no such file"],
      ["a name that is too long", (desk) => path.join(desk.folder, "x".repeat(300)), "there is no such file"],
      ["a name that is not on the path", () => "no-such-python", "it is not on the path"],
      ["a file that may not run", (desk) => desk.write("plain", "text"), "permission denied"],
      [
        "a script without its own interpreter",
        (desk) => desk.script("s", "#!/no/such/sh\n"),
        "there is no such file or folder",
      ],
      ["a program for another machine", (desk) => desk.script("s", "\x7fELF\x00\x01"), "it ended with code"],
      [
        "a stub that ends with 9009",
        (desk) => desk.script("s", "#!/bin/sh\nexit 49 # 9009 in eight bits\n"),
        "it ended with code 49",
      ],
      ["a stub that is killed", (desk) => desk.script("s", "#!/bin/sh\nkill -9 $$\n"), "it was ended by SIGKILL"],
      ["a stub that says nothing", (desk) => desk.script("s", "#!/bin/sh\n"), "it does not answer as Python does"],
      [
        "a stub that says something else",
        (desk) => desk.script("s", `${garbage} hello\n`),
        "it does not answer as Python does",
      ],
      [
        "a stub that names no executable",
        (desk) => desk.script("s", answers("3.12.0", "")),
        "it does not answer as Python does",
      ],
      [
        "a stub that names a relative one",
        (desk) => desk.script("s", answers("3.12.0", "python3")),
        "it does not answer as Python does",
      ],
      [
        "a stub that never stops",
        (desk) => desk.script("s", "#!/bin/sh\nexec yes\n"),
        "it does not answer as Python does",
      ],
      [
        "a stub that hangs with a child",
        (desk) => desk.script("s", "#!/bin/sh\nsleep 600 &\nsleep 600\n"),
        "it did not answer within 1 s",
        1,
      ],
    ]
  for (const [name, make, problem, seconds = 20] of rows) {
    it.scopedLive(`${name} is python_not_found`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const named = make(desk)
        const failure = { _tag: "python_not_found", tried: named, problem: expect.stringContaining(problem) }
        expect(yield* found(named, undefined, seconds)).toMatchObject(failure)
      }),
    )
  }

  it.live("an empty path is python_not_found", () =>
    Effect.gen(function* () {
      vi.stubEnv("PATH", "")
      expect(yield* found()).toMatchObject({ _tag: "python_not_found", tried: "python3" })
    }),
  )

  for (const version of ["3.8.18", "3.9.19", "2.7.18"]) {
    it.scopedLive(`Python ${version} is python_unsupported_version`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const named = stub(desk, "old", version)
        expect(yield* found(named)).toMatchObject({ _tag: "python_unsupported_version", executable: named, version })
      }),
    )
  }
})

function circle(file: string): string {
  fs.symlinkSync(file, file)
  return file
}

/** A process that is started ahead of its call: used once, or killed. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Runner } from "../../src/services/Runner.ts"
import { endUnheard, gone } from "../fixtures/pids.ts"
import { callFrozen, type Desk, freezeFile, machineInterpreter, makeDesk, pythonAt, runnerAt, tool } from "./desk.ts"

const startAhead = Effect.flatMap(Runner, (runner) => runner.startAhead)

// The real interpreter, behind a script that notes every start.
const noted = (desk: Desk) =>
  Effect.map(machineInterpreter, ({ executable }) =>
    pythonAt(desk.script("python", `#!/bin/sh\necho $$ >> "\${0%/*}/starts"\nexec '${executable}' "$@"\n`)),
  )

const started = ({ folder }: Desk): ReadonlyArray<number> => {
  const file = path.join(folder, "starts")
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").slice(0, -1).map(Number) : []
}

const startsOf = (desk: Desk, count: number): Effect.Effect<ReadonlyArray<number>> =>
  Effect.suspend(() =>
    started(desk).length < count ? Effect.delay(startsOf(desk, count), "5 millis") : Effect.succeed(started(desk)),
  )

const ownPid = tool(`return {"pid": os.getpid()}`)
const pidOf = (pid: number | undefined) => ({ result: `{"pid":${pid}}` })

describe("a process started ahead", () => {
  it.scopedLive("takes the next call, and no other", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const runner = runnerAt(desk, { python: yield* noted(desk) })
      yield* Effect.gen(function* () {
        const frozen = yield* freezeFile(desk.write("t.py", ownPid))
        yield* startAhead
        const [, ahead] = yield* startsOf(desk, 2)
        expect(yield* callFrozen(frozen, "f")).toEqual(pidOf(ahead))
        const next = yield* callFrozen(frozen, "f")
        const [, , third, ...more] = started(desk)
        expect(next).toEqual(pidOf(third))
        expect(more).toEqual([])
      }).pipe(Effect.provide(runner))
    }),
  )

  it.scopedLive("is one, however often it is asked for, and dies unused with its scope", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const runner = runnerAt(desk, { python: yield* noted(desk) })
      yield* Effect.gen(function* () {
        const [pid] = yield* Effect.scoped(Effect.zipRight(Effect.repeatN(startAhead, 4), startsOf(desk, 1)))
        yield* gone(pid as number)
        expect(started(desk)).toEqual([pid])
      }).pipe(Effect.provide(runner))
    }),
  )

  for (const [name, signal] of [
    ["died", "SIGKILL"],
    ["was ended", "SIGTERM"],
  ] as const) {
    it.scopedLive(`is replaced when it ${name} while it waited`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const runner = runnerAt(desk, { python: yield* noted(desk) })
        yield* Effect.gen(function* () {
          const frozen = yield* freezeFile(desk.write("t.py", ownPid))
          yield* startAhead
          const [, ahead] = yield* startsOf(desk, 2)
          endUnheard(ahead as number, signal)
          const found = yield* callFrozen(frozen, "f")
          const [, , third] = started(desk)
          expect(found).toEqual(pidOf(third))
        }).pipe(Effect.provide(runner))
      }),
    )
  }

  it.scopedLive("is replaced ahead of time, too", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const runner = runnerAt(desk, { python: yield* noted(desk) })
      yield* Effect.gen(function* () {
        yield* startAhead
        const [first] = yield* startsOf(desk, 1)
        endUnheard(first as number, "SIGKILL")
        // Not before this process has heard of the death.
        const again = Effect.delay(
          Effect.zipRight(
            startAhead,
            Effect.sync(() => started(desk)),
          ),
          "5 millis",
        )
        expect(yield* Effect.repeat(again, { until: (pids) => pids.length > 1 })).toHaveLength(2)
      }).pipe(Effect.provide(runner))
    }),
  )

  it.scopedLive("that cannot start is told at the call, by its name", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const nowhere = path.join(desk.folder, "nowhere")
      const found = yield* Effect.zipRight(startAhead, Effect.flip(freezeFile(desk.write("t.py", ownPid)))).pipe(
        Effect.provide(runnerAt(desk, { python: pythonAt(nowhere) })),
      )
      expect(found).toMatchObject({
        _tag: "python_not_found",
        tried: nowhere,
        problem: "there is no such file or folder",
      })
    }),
  )

  it.scopedLive("that talks before it is asked is not believed, and does not fill the memory", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const talker = desk.script("python", `#!/bin/sh\necho $$ >> "\${0%/*}/starts"\nexec tr '\\0' x < /dev/zero\n`)
      yield* Effect.gen(function* () {
        yield* startAhead
        const [pid] = yield* startsOf(desk, 1)
        // It ends because of the limit on its output: nobody has asked it anything.
        yield* gone(pid as number)
      }).pipe(Effect.provide(runnerAt(desk, { python: pythonAt(talker) })))
    }),
  )
})

/** Many calls in one process of `edge`: nothing piles up. */
import * as fs from "node:fs"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import { Runner } from "../../src/services/Runner.ts"
import { noneHolding } from "../fixtures/pids.ts"
import { callFrozen, freezeFile, makeDesk, runnerAt, tools } from "../services/desk.ts"

const source = tools(`@edge_tool
def works(n: int) -> dict: return {"n": n}
@edge_tool
def talks(n: int) -> dict:
    sys.stderr.write("x" * 200_000)
    subprocess.Popen(["sleep", "60"])
    return {"n": "y" * 60_000}
@edge_tool
def raises(n: int) -> dict: raise ValueError(n)
@edge_tool
def crashes(n: int) -> dict: os._exit(3)
@edge_tool
def floods(n: int) -> dict:
    for fd in range(3, 9):
        try: os.write(fd, b"x" * 5_000_000)
        except OSError: pass
    return {}
@edge_tool
def hangs(n: int) -> dict: time.sleep(60)
`)

const came: { readonly [name: string]: unknown } = {
  works: { result: expect.stringMatching(/^\{"n":\d+\}$/) },
  talks: { result: expect.stringMatching(/^\{"n":"y{60000}"\}$/) },
  raises: expect.objectContaining({ code: "tool_raised" }),
  crashes: expect.objectContaining({ code: "runner_crashed" }),
  floods: expect.objectContaining({ code: "runner_protocol_violation" }),
  hangs: expect.objectContaining({ code: "runner_timeout" }),
}
const kinds = ["works", "talks", "works", "raises", "works", "crashes", "works", "floods", "works", "works"]

v8.setFlagsFromString("--expose-gc")
const collect = vm.runInNewContext("gc") as () => void

const bytesKept = Effect.sync(() => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
})

const mostBytes = 1_500_000

// The pools of the runtime have their size after the first calls; what grows from there on grows for ever. Buffers and
// finalizers go only turns of the event loop after the collection that found them, so the least of several counts.
const census = Effect.gen(function* () {
  const kept: Array<number> = []
  for (let turn = 0; turn < 20; turn++) {
    kept.push(yield* bytesKept)
    yield* Effect.sleep("25 millis")
  }
  const descriptors = fs.existsSync("/proc/self/fd") ? fs.readdirSync("/proc/self/fd").length : 0
  return { bytes: Math.min(...kept), descriptors }
})

it.scopedLive(
  "300 calls leave no process, no descriptor, no file, and the memory as it was",
  () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      // By its environment a process is known to be one of these calls', whoever is its parent by then.
      vi.stubEnv("EDGE_TEST_MARK", desk.folder)
      yield* Effect.gen(function* () {
        const patient = yield* Layer.build(runnerAt(desk, { limit: 60 }))
        const impatient = yield* Layer.build(runnerAt(desk, { limit: 3 }))
        const frozen = yield* Effect.provide(freezeFile(desk.write("t.py", source)), patient)
        const round = (count: number) =>
          Effect.forEach(
            Array.from({ length: count }, (_, n) => n),
            (n) =>
              Effect.gen(function* () {
                const name = n % 60 === 59 ? "hangs" : (kinds[n % kinds.length] as string)
                if (n % 3 > 0) yield* Effect.flatMap(Runner, (runner) => runner.startAhead)
                expect([name, yield* callFrozen(frozen, name, `{"n":${n}}`)]).toEqual([name, came[name]])
                desk.forget()
              }).pipe(Effect.scoped, Effect.provide(n % 60 === 59 ? impatient : patient)),
            { discard: true },
          )
        yield* round(60)
        const before = yield* census
        yield* round(300)
        let after = yield* census
        for (let round = 1; round < 10 && after.bytes - before.bytes >= mostBytes; round++) after = yield* census
        expect(after.descriptors).toBe(before.descriptors)
        expect(after.bytes - before.bytes).toBeLessThan(mostBytes)
        expect(fs.readdirSync(desk.folder)).toEqual(["t.py"])
      }).pipe(Effect.scoped)
      vi.unstubAllEnvs()
      yield* noneHolding(desk.folder)
    }),
  900_000,
)

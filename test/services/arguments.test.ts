/** Arguments on their way into Python: exact at any size, of the type the hint names, never coerced. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { canonical, object } from "../../src/domain/Json.ts"
import { bigints, plainDoubles, text } from "../fixtures/arbitraries.ts"
import { callFrozen, freezeFile, makeDesk, runnerAt, tools } from "./desk.ts"

// What Python sees, as Python writes it; and the value back.
const source = tools(`from typing import Optional
short = lambda v: v % 1_000_007 if type(v) is int and abs(v) > 10**99 else len(v) if type(v) is str else repr(v)
seen = lambda v: {"seen": short(v), "type": type(v).__name__, "back": v}
@edge_tool
def i(n: int) -> dict: return seen(n)
@edge_tool
def x(n: float) -> dict: return seen(n)
@edge_tool
def b(n: bool) -> dict: return seen(n)
@edge_tool
def s(n: str) -> dict: return {**seen(n), "back": n[:9]}
@edge_tool
def l(n: list[float]) -> dict: return seen(n)
@edge_tool
def o(n: Optional[int] = 7) -> dict: return seen(n)
@edge_tool
def same(n: int, t: str, y: float) -> dict: return {"n": n, "t": t, "y": y}
@edge_tool
def names(constructor: str, toString: int, __proto__: int = 3) -> dict: return {"seen": [constructor, toString, __proto__]}
`)

const rows: ReadonlyArray<readonly [tool: string, value: string, seen: string, type: string, back?: string]> = [
  ["i", "2512292042121000001", "2512292042121000001", "int"],
  ["i", "-9007199254740993", "-9007199254740993", "int"],
  ["i", `1${"0".repeat(60)}1`, `1${"0".repeat(60)}1`, "int"],
  ["i", "3.0", "3", "int", "3"],
  ["i", "1e3", "1000", "int", "1000"],
  ["x", "3", "3.0", "float"],
  ["x", "0.1", "0.1", "float"],
  ["x", "-0.0", "0.0", "float", "0"],
  ["x", "9007199254740992", "9007199254740992.0", "float"],
  ["b", "true", "True", "bool"],
  ["l", "[1,2.5]", "[1.0, 2.5]", "list"],
  ["o", "null", "None", "NoneType"],
]

const refused: ReadonlyArray<readonly [tool: string, args: string]> = [
  ["i", '{"n":true}'],
  ["i", '{"n":3.5}'],
  ["i", '{"n":"3"}'],
  ["b", '{"n":1}'],
  ["b", '{"n":"true"}'],
  ["b", '{"n":"false"}'],
  ["x", '{"n":true}'],
  ["x", '{"n":"1"}'],
  ["x", '{"n":9007199254740993}'],
  ["x", `{"n":1${"0".repeat(400)}}`],
  ["o", '{"n":7,"m":1}'],
  ["i", "{}"],
  ["i", '{"N":1}'],
  ["i", '{"n":1,"__proto__":2}'],
  ["i", '{"n":1,"constructor":2}'],
  ["names", "{}"],
]

// fast-check speaks in promises.
const promised = <A>(effect: Effect.Effect<A>) => Effect.runPromise(effect)

describe("arguments", () => {
  it.scopedLive("reach Python as what their hints name, and come back exact", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      yield* Effect.gen(function* () {
        const frozen = yield* freezeFile(desk.write("t.py", source))
        const call = (name: string, args: string) => callFrozen(frozen, name, args)
        for (const [name, value, seen, type, back = value] of rows) {
          const expected = `{"back":${back},"seen":${JSON.stringify(seen)},"type":"${type}"}`
          expect([name, value, yield* call(name, `{"n":${value}}`)]).toEqual([name, value, { result: expected }])
        }
        expect(yield* call("o", "{}")).toEqual({ result: '{"back":7,"seen":"7","type":"int"}' })
        for (const [name, args] of refused) {
          expect([args, yield* call(name, args)]).toMatchObject([args, { code: "invalid_tool_args" }])
        }
        expect(yield* call("names", '{"constructor":"c","toString":1,"__proto__":2}')).toEqual({
          result: '{"seen":["c",1,2]}',
        })
      }).pipe(Effect.provide(runnerAt(desk)))
    }),
  )

  it.scopedLive("may be large: an integer of 10,000 digits, a megabyte of text; more is refused", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      yield* Effect.gen(function* () {
        const frozen = yield* freezeFile(desk.write("t.py", source))
        const digits = `-${"1234567890".repeat(1000)}`
        expect(yield* callFrozen(frozen, "i", `{"n":${digits}}`)).toEqual({
          result: `{"back":${digits},"seen":${(BigInt(digits) % 1_000_007n) + 1_000_007n},"type":"int"}`,
        })
        const room = 1_048_576 - '{"n":"éé"}'.length - 2
        const long = `{"n":"éé${"x".repeat(room)}"}`
        expect(yield* callFrozen(frozen, "s", long)).toEqual({
          result: `{"back":"ééxxxxxxx","seen":${room + 2},"type":"str"}`,
        })
        const faults = [{ argument: "arguments", problem: "take more than 1048576 bytes" }]
        expect(yield* callFrozen(frozen, "s", long.replace("x", "xx"))).toEqual({
          code: "invalid_tool_args",
          tool: "s",
          faults,
        })
      }).pipe(Effect.provide(runnerAt(desk)))
    }),
  )

  it.scopedLive("of any kind come back as they went, to the last digit and character", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const layer = runnerAt(desk)
      const frozen = yield* Effect.provide(freezeFile(desk.write("t.py", source)), layer)
      const same = fc.asyncProperty(bigints, text, plainDoubles, async (n, t, y) => {
        const args = canonical(
          object([
            ["n", n],
            ["t", t],
            ["y", y],
          ]),
        )
        const came = await promised(Effect.provide(callFrozen(frozen, "same", args), layer))
        expect(came).toEqual({ result: args })
      })
      yield* Effect.promise(() => fc.assert(same, { numRuns: 25 }))
    }),
  )
})

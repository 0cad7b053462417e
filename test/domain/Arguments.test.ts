import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { type Argument, checkArguments, checkValue } from "../../src/domain/Arguments.ts"
import type { Hint } from "../../src/domain/Description.ts"
import { canonical, type Json, object, ordered } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { typeOfHint } from "../../src/domain/ValueType.ts"
import {
  argumentList,
  doubles,
  fitting,
  fittingArguments,
  hostileNames,
  misfit,
  secret,
  valueType,
} from "../fixtures/arbitraries.ts"
import { bool, float, int, left, listOf, literal, none, right, str, union } from "../fixtures/described.ts"

const runs = { fastCheck: { numRuns: 500 } }
const taking = (name: string, hint: Hint, required = true): Argument => ({
  name,
  type: right(typeOfHint(hint)),
  required,
})
const check = (text: string, ...accepted: ReadonlyArray<Argument>) => checkArguments(right(readJson(text)), accepted)

const accepted: ReadonlyArray<readonly [string, Hint, string]> = [
  ['{"v":2512292042121000001}', int, '{"v":2512292042121000001}'],
  ['{"v":-9007199254740993}', int, '{"v":-9007199254740993}'],
  ['{"v":3.0}', int, '{"v":3}'],
  ['{"v":1e2}', int, '{"v":100}'],
  ['{"v":-0.0}', int, '{"v":0}'],
  ['{"v":3}', float, '{"v":3}'],
  ['{"v":3.5}', float, '{"v":3.5}'],
  ['{"v":9007199254740992}', float, '{"v":9007199254740992}'],
  ['{"v":1e300}', float, '{"v":1e+300}'],
  ['{"v":"\\ud83c\\udf78"}', str, '{"v":"\u{1f378}"}'],
  ['{"v":""}', str, '{"v":""}'],
  ['{"v":false}', bool, '{"v":false}'],
  ['{"v":"b"}', literal("a", "b"), '{"v":"b"}'],
  ['{"v":2.0}', literal(1, 2), '{"v":2}'],
  ['{"v":9007199254740993}', literal(9007199254740993n), '{"v":9007199254740993}'],
  ['{"v":null}', union(int, none), '{"v":null}'],
  ['{"v":null}', union(literal("x"), none), '{"v":null}'],
  ['{"v":[]}', listOf(str), '{"v":[]}'],
  ['{"v":[[1],[]]}', listOf(listOf(int)), '{"v":[[1],[]]}'],
  ['{"v":[1,null]}', listOf(union(int, none)), '{"v":[1,null]}'],
]

describe("values that fit", () => {
  it.each(accepted)("%s", (text, hint, expected) => {
    expect(canonical(right(check(text, taking("v", hint))))).toBe(expected)
  })
})

const refused: ReadonlyArray<readonly [string, Hint, string, string]> = [
  ['{"v":true}', int, "v", "must be an integer"],
  ['{"v":3.5}', int, "v", "must be an integer"],
  ['{"v":"5"}', int, "v", "must be an integer"],
  ['{"v":1e300}', int, "v", "must be an integer written with all its digits"],
  ['{"v":1e16}', int, "v", "must be an integer written with all its digits"],
  ['{"v":1}', bool, "v", "must be true or false"],
  ['{"v":0}', bool, "v", "must be true or false"],
  ['{"v":"true"}', bool, "v", "must be true or false"],
  ['{"v":"false"}', bool, "v", "must be true or false"],
  ['{"v":true}', float, "v", "must be a number"],
  ['{"v":"5"}', float, "v", "must be a number"],
  ['{"v":9007199254740993}', float, "v", "has more digits than a float can hold"],
  ['{"v":1}', str, "v", "must be a string"],
  ['{"v":{}}', str, "v", "must be a string"],
  ['{"v":"A"}', literal("a"), "v", 'must be one of "a"'],
  ['{"v":"a "}', literal("a", "b"), "v", 'must be one of "a", "b"'],
  ['{"v":"1"}', literal(1, 9007199254740993n), "v", "must be an integer"],
  ['{"v":9007199254740992}', literal(9007199254740993n), "v", "must be one of 9007199254740993"],
  ['{"v":1}', literal(true), "v", "must be true or false"],
  ['{"v":null}', int, "v", "must be an integer, not null"],
  ['{"v":null}', literal("a"), "v", 'must be one of "a", not null'],
  ['{"v":null}', listOf(int), "v", "must be an array, not null"],
  ['{"v":"[]"}', listOf(int), "v", "must be an array"],
  ['{"v":{"0":1}}', listOf(int), "v", "must be an array"],
  ['{"v":[1,"x",2]}', listOf(int), "v[1]", "must be an integer"],
  ['{"v":[[0],[0,null]]}', listOf(listOf(int)), "v[1][1]", "must be an integer, not null"],
]

describe("values that do not", () => {
  it.each(refused)("%s", (text, hint, argument, problem) => {
    expect(left(check(text, taking("v", hint)))).toEqual([{ argument, problem }])
  })
})

describe("arguments as a whole", () => {
  it.each<[string, Json | undefined]>([
    ["a string", ""],
    ["JSON in a string", "{}"],
    ["null", null],
    ["absent", undefined],
    ["a list", []],
    ["a number", 0],
  ])("%s is no object, and never {}", (_, args) => {
    expect(left(checkArguments(args, []))).toEqual([{ argument: "arguments", problem: "must be an object" }])
  })

  it("reports everything: unknown, mistyped, missing", () => {
    const faults = left(check('{"x":1,"b":"s"}', taking("a", int), taking("b", int), taking("c", str, false)))
    expect(faults).toEqual([
      { argument: '"x"', problem: "is unknown; known: a, b, c" },
      { argument: "a", problem: "is required" },
      { argument: "b", problem: "must be an integer" },
    ])
  })

  it("says so when a tool takes none", () => {
    expect(left(check('{"x":1}'))).toEqual([{ argument: '"x"', problem: "is unknown; the tool takes no arguments" }])
    expect(canonical(right(check("{}")))).toBe("{}")
  })

  it("leaves an optional one out, and does not make it nullable", () => {
    expect(canonical(right(check("{}", taking("v", int, false))))).toBe("{}")
    expect(left(check('{"v":null}', taking("v", int, false)))).toEqual([
      { argument: "v", problem: "must be an integer, not null" },
    ])
  })

  it("does not match names in another case", () => {
    expect(left(check('{"Amount":1}', taking("amount", int)))).toEqual([
      { argument: '"Amount"', problem: "is unknown; known: amount" },
      { argument: "amount", problem: "is required" },
    ])
  })

  it("cuts and quotes an unknown name", () => {
    const [fault] = left(checkArguments(object([[`\u001b[2J${"x".repeat(500)}`, 1]]), []))
    expect(fault?.argument).toBe(JSON.stringify(`\u001b[2J${"x".repeat(60)}`))
  })

  it.each(hostileNames)("%s is an ordinary name, never inherited", (name) => {
    expect(left(checkArguments(object([]), [taking(name, str)]))).toEqual([{ argument: name, problem: "is required" }])
    expect(left(checkArguments(object([[name, "x"]]), []))).toHaveLength(1)
    const fine = right(checkArguments(object([[name, "x"]]), [taking(name, str)]))
    expect(ordered(fine)).toBe(`{"${name}":"x"}`)
    expect(Object.getPrototypeOf(fine)).toBe(null)
  })
})

describe("laws", () => {
  const typed = (of: typeof fitting) => valueType.chain((type) => fc.tuple(fc.constant(type), of(type)))

  it.prop(
    "what fits is accepted",
    [typed(fitting)],
    ([[type, value]]) => {
      expect(checkValue(value, type, "v")).toEqual([])
    },
    runs,
  )

  it.prop(
    "what does not fit is refused, and no message repeats it",
    [typed(misfit)],
    ([[type, value]]) => {
      const faults = checkValue(value, type, "v")
      expect(faults).not.toEqual([])
      for (const { argument, problem } of faults) {
        expect(argument).toMatch(/^v(\[\d+\])*$/)
        expect(problem).not.toMatch(new RegExp(`${secret}|81234\\.5|8123456789`))
      }
    },
    runs,
  )

  const withArguments = argumentList.chain((list) => fc.tuple(fc.constant(list), fittingArguments(list)))

  it.prop(
    "fitting arguments pass unchanged, and pass again from their canonical text",
    [withArguments],
    ([[list, args]]) => {
      const checked = right(checkArguments(args, list))
      expect(canonical(checked)).toBe(canonical(args))
      expect(Either.isRight(checkArguments(right(readJson(canonical(checked))), list))).toBe(true)
    },
    runs,
  )

  it.prop(
    "every float is a float again when read from its canonical text",
    [doubles],
    ([value]) => {
      const again = right(readJson(canonical(value)))
      expect(checkValue(again, { kind: "primitive", type: "number", nullable: false }, "v")).toEqual([])
    },
    { fastCheck: { numRuns: 2000, examples: [[295147905179352830000], [1.2345678901234567e20], [-9007199254740994]] } },
  )

  it.prop(
    "a missing required argument is named",
    [withArguments],
    ([[list, args]]) => {
      for (const { name, required } of list.filter((each) => each.name in args)) {
        const without = object(Object.entries(args).filter(([key]) => key !== name))
        const faults = Either.match(checkArguments(without, list), { onLeft: (found) => found, onRight: () => [] })
        expect(faults).toEqual(required ? [{ argument: name, problem: "is required" }] : [])
      }
    },
    runs,
  )
})

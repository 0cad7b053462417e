import { readFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import floats from "../../runner/tests/float_vectors.json"
import {
  canonical,
  fromLiteral,
  hasLoneSurrogate,
  isObject,
  type Json,
  object,
  ordered,
  own,
  sameJson,
} from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { hostileNames, json } from "../fixtures/arbitraries.ts"
import { right } from "../fixtures/described.ts"

interface Vector {
  readonly name: string
  readonly json_text: string
  readonly canonical: string
}

const vectors: ReadonlyArray<Vector> = JSON.parse(
  readFileSync(new URL("../../runner/tests/canonical_vectors.json", import.meta.url), "utf8"),
)
const runs = { fastCheck: { numRuns: 300 } }

describe("canonical JSON against the vectors that Python shares", () => {
  it("has vectors", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(20)
    expect(floats.length).toBeGreaterThanOrEqual(200)
  })

  it.each(vectors)("$name", ({ json_text, canonical: expected }) => {
    expect(canonical(right(readJson(json_text)))).toBe(expected)
    expect(canonical(right(readJson(expected)))).toBe(expected)
  })

  it("writes every float as ECMAScript does", () => {
    const written = floats.map(({ bits }) => canonical(doubleOf(bits)))
    expect(written).toEqual(floats.map((vector) => vector.canonical))
  })

  it("reads every float's text back to the same bits, unless it is an integer's text", () => {
    for (const { bits, canonical: text } of floats) {
      const value = right(readJson(text))
      expect(Object.is(Number(value), doubleOf(bits) + 0), text).toBe(true)
    }
  })
})

describe("laws", () => {
  it.prop(
    "read(canonical(x)) is x",
    [json],
    ([value]) => {
      expect(isDeepStrictEqual(right(readJson(canonical(value))), value)).toBe(true)
    },
    runs,
  )

  it.prop(
    "canonical is stable under reading",
    [json],
    ([value]) => {
      const text = canonical(value)
      expect(canonical(right(readJson(text)))).toBe(text)
      expect(canonical(right(readJson(ordered(value))))).toBe(text)
    },
    runs,
  )

  it.prop(
    "canonical forgets the order of keys, ordered keeps it",
    [fc.uniqueArray(fc.string(), { maxLength: 6 })],
    ([keys]) => {
      const forth = object(keys.map((key) => [key, 1]))
      const back = object([...keys].reverse().map((key) => [key, 1]))
      expect(canonical(forth)).toBe(canonical(back))
      expect(sameJson(forth, back)).toBe(true)
      const named = keys.filter((key) => !/^(0|[1-9][0-9]*)$/.test(key))
      const texts = named.map((key) => `${JSON.stringify(key)}:1`)
      expect(ordered(object(named.map((key) => [key, 1])))).toBe(`{${texts.join(",")}}`)
    },
    runs,
  )

  it.prop(
    "sameJson is equality of what is meant",
    [json, json],
    ([one, other]) => {
      expect(sameJson(one, one)).toBe(true)
      expect(sameJson(one, other)).toBe(
        isDeepStrictEqual(right(readJson(canonical(one))), right(readJson(canonical(other)))),
      )
    },
    runs,
  )
})

describe("objects", () => {
  it.each(hostileNames)("keeps %s as plain data", (name) => {
    const made = object([[name, "x"]])
    expect(Object.getPrototypeOf(made)).toBe(null)
    expect(Object.keys(made)).toEqual([name])
    expect(own(made, name)).toBe("x")
    expect(own(object([]), name)).toBe(undefined)
    expect(canonical(made)).toBe(`{"${name}":"x"}`)
    expect(own({} as { readonly [key: string]: Json }, name)).toBe(undefined)
  })

  it("lets a later entry replace an earlier one", () => {
    expect(
      canonical(
        object([
          ["a", 1],
          ["b", 2],
          ["a", 3],
        ]),
      ),
    ).toBe('{"a":3,"b":2}')
  })

  it("makes literals prototype-free at every level and drops what is undefined", () => {
    const made = fromLiteral({ a: { b: [{ c: 1n }] }, gone: undefined })
    expect(ordered(made)).toBe('{"a":{"b":[{"c":1}]}}')
    const inner = isObject(made) ? own(made, "a") : undefined
    expect(Object.getPrototypeOf(inner)).toBe(null)
  })
})

it("tells integers and floats that are one number as one, and neighbours beyond 2^53 apart", () => {
  expect(sameJson(1, right(readJson("1.0")))).toBe(true)
  expect(sameJson(9007199254740993n, 9007199254740992n)).toBe(false)
  expect(sameJson("1", 1)).toBe(false)
})

it.each([
  ["\ud83c\udf78", false],
  ["\ud83d", true],
  ["a\udf78b", true],
  ["\udf78\ud83c", true],
])("hasLoneSurrogate(%j)", (text, expected) => {
  expect(hasLoneSurrogate(text)).toBe(expected)
})

const doubleOf = (bits: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  return view.getFloat64(0)
}

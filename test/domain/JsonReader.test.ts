import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { canonical, fromLiteral, type Json } from "../../src/domain/Json.ts"
import { maxDepth, readJson } from "../../src/domain/JsonReader.ts"
import { left, right } from "../fixtures/described.ts"

const runs = { fastCheck: { numRuns: 1000 } }

describe("what is read", () => {
  it.each<[string, Json]>([
    ["0", 0],
    ["-0", 0],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["-9007199254740993", -9007199254740993n],
    ["2512292042121000001", 2512292042121000001n],
    ["18446744073709551616", 18446744073709551616n],
    ["3.0", 3],
    ["1e2", 100],
    ["1E+2", 100],
    ["-1.5e-3", -0.0015],
    ["0.0e-999", 0],
    [' \t\r\n"a" ', "a"],
    ['"\\ud83c\\udf78"', "\u{1f378}"],
    ['"\u{1f378}"', "\u{1f378}"],
    ['"\\u0000\\/\\b\\f\\n\\r\\t\\"\\\\"', '\u0000/\b\f\n\r\t"\\'],
    ['"\u007f\u2028"', "\u007f\u2028"],
    ["true", true],
    ["[ ]", []],
    ["[1 , [null]]", [1, [null]]],
  ])("%s", (text, value) => {
    expect(right(readJson(text))).toStrictEqual(value)
  })

  it("every digit of a very long integer", () => {
    const digits = "123456789".repeat(600)
    expect(right(readJson(digits))).toBe(BigInt(digits))
    expect(canonical(right(readJson(`[-${digits}]`)))).toBe(`[-${digits}]`)
  })

  it("keys of the object prototype, as own members and nothing else", () => {
    const value = right(readJson('{"__proto__":{"x":1},"constructor":2,"toString":3}')) as object
    expect(Object.getPrototypeOf(value)).toBe(null)
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "toString"])
    expect("x" in value).toBe(false)
    expect(({} as Record<string, unknown>)["x"]).toBe(undefined)
  })
})

const faults: ReadonlyArray<readonly [text: string, problem: string, at: number]> = [
  ["", "the text ends early", 0],
  ["  ", "the text ends early", 2],
  ["{", "the text ends early", 1],
  ['{"a"', "the text ends early", 4],
  ['{"a":', "the text ends early", 5],
  ['{"a":1', "the text ends early", 6],
  ["[1,", "the text ends early", 3],
  ['"abc', "the text ends early", 4],
  ["-", "not a JSON number", 0],
  ['{"a":1,}', "an object key must be a string", 7],
  ["{a:1}", "an object key must be a string", 1],
  ["{'a':1}", "an object key must be a string", 1],
  ['{"a" 1}', "a colon is missing after a key", 5],
  ["[1,]", "not a JSON value", 3],
  ["[1 2]", "a comma or a closing bracket is missing", 3],
  ['{"a":1 "b":2}', "a comma or a closing bracket is missing", 7],
  ['{"a":1,"b":2,"a":3}', "a key stands twice in one object", 13],
  ['{"a":1,"\\u0061":1}', "a key stands twice in one object", 7],
  ['{"__proto__":1,"__proto__":1}', "a key stands twice in one object", 15],
  ['[{"k":{"x":1,"x":1}}]', "a key stands twice in one object", 13],
  ["{} {}", "text after the value", 3],
  ["{}Done!", "text after the value", 2],
  ["1 // one", "text after the value", 2],
  ["/* one */ 1", "not a JSON value", 0],
  ["NaN", "not a JSON value", 0],
  ["Infinity", "not a JSON value", 0],
  ["True", "not a JSON value", 0],
  ["undefined", "not a JSON value", 0],
  ["'a'", "not a JSON value", 0],
  ["+1", "not a JSON value", 0],
  [".5", "not a JSON value", 0],
  ["\u00a01", "not a JSON value", 0],
  ["\ufeff1", "not a JSON value", 0],
  ["1e999", "a number too large for a double", 0],
  ["-1e999", "a number too large for a double", 0],
  ["1e-400", "a number too small for a double", 0],
  ["-0.01e-323", "a number too small for a double", 0],
  ["[1.0, 2e-324]", "a number too small for a double", 6],
  ["[1.0, 2e400]", "a number too large for a double", 6],
  ['"\\x41"', "not a JSON escape", 1],
  ['"\\u12g4"', "not a JSON escape", 1],
  ['"a\nb"', "a control character inside a string", 2],
  ['"\u0000"', "a control character inside a string", 1],
  ['"\\ud83d"', "half a character (lone surrogate)", 0],
  ['"\\udf78"', "half a character (lone surrogate)", 0],
  ['"\\udf78\\ud83c"', "half a character (lone surrogate)", 0],
  ['"\ud83d"', "half a character (lone surrogate)", 0],
  ['{"a\\ud83d":1}', "half a character (lone surrogate)", 1],
  ["nullx", "text after the value", 4],
]

describe("what is refused, and where", () => {
  it.each(faults)("%j", (text, problem, at) => {
    expect(left(readJson(text))).toEqual({ problem, at })
  })

  it.each(["01", "-01", "1.", "1.e5", "1e", "1e+", "-Infinity", "0x10", "1_000", "--1", "1.2.3"])(
    "%s is no number",
    (text) => {
      expect(Either.isLeft(readJson(text))).toBe(true)
    },
  )
})

describe("depth", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`

  it("reads to the limit and refuses beyond it", () => {
    expect(Either.isRight(readJson(nested(maxDepth + 1)))).toBe(true)
    expect(left(readJson(nested(maxDepth + 2))).problem).toBe(`nested deeper than ${maxDepth}`)
    expect(Either.isRight(readJson(objects(maxDepth)))).toBe(true)
    expect(left(readJson(objects(maxDepth + 1))).problem).toBe(`nested deeper than ${maxDepth}`)
  })

  it("ends on a depth that would overflow any stack", () => {
    expect(left(readJson("[".repeat(1_000_000))).problem).toBe(`nested deeper than ${maxDepth}`)
  })
})

describe("laws", () => {
  it.prop(
    "agrees with JSON.parse on what JSON.stringify writes",
    [fc.json({ stringUnit: "binary" })],
    ([text]) => {
      expect(canonical(right(readJson(text)))).toBe(canonical(fromLiteral(JSON.parse(text))))
    },
    runs,
  )

  const soup = fc.string({
    unit: fc.constantFrom(...'{}[]:,"\\ abu0129-+.eE\n', "true", "null", '"a"', '{"a":'),
    maxLength: 14,
  })
  const stricter = /twice|too large|too small|lone surrogate|nested deeper/

  it.prop(
    "accepts only what JSON.parse accepts, and refuses more only by its own rules",
    [soup],
    ([text]) => {
      const read = readJson(text)
      if (Either.isRight(read))
        expect(canonical(read.right)).toBe(canonical(fromLiteral(exactly(JSON.parse(text), read.right))))
      else if (parses(text)) expect(read.left.problem).toMatch(stricter)
    },
    runs,
  )

  it.prop(
    "never throws, and points into the text",
    [fc.string({ unit: "binary" })],
    ([text]) => {
      const read = readJson(text)
      if (Either.isLeft(read)) {
        expect(read.left.at).toBeGreaterThanOrEqual(0)
        expect(read.left.at).toBeLessThanOrEqual(text.length)
        expect(read.left.problem).not.toBe("")
      }
    },
    runs,
  )

  it.prop(
    "a damaged text never throws",
    [fc.json(), fc.nat(), fc.string({ maxLength: 2 })],
    ([text, at, put]) => {
      const damaged = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1)
      expect(Either.isRight(readJson(damaged)) && !parses(damaged)).toBe(false)
    },
    runs,
  )
})

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// JSON.parse has no integers beyond 2^53: there, only the exact reading counts.
const exactly = (parsed: unknown, exact: Json): unknown =>
  canonical(exact).match(/[0-9]{16,}/) === null ? parsed : exact

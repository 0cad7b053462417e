import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { fromLiteral, type Json } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { checkOutputSchema, maxSchemaDepth, maxSubschemas } from "../../src/domain/OutputSchema.ts"
import { json } from "../fixtures/arbitraries.ts"
import { left, right } from "../fixtures/described.ts"

const closed = (properties: object, more: object = {}) =>
  fromLiteral({ type: "object", properties, additionalProperties: false, ...more })
const number = { type: "number" }

describe("closed schemas", () => {
  it.each<[string, Json]>([
    ["flat", closed({ fee: number })],
    ["empty", closed({})],
    ["nested", closed({ a: { type: "object", properties: { b: number }, additionalProperties: false } })],
    ["unevaluatedProperties", fromLiteral({ type: "object", properties: {}, unevaluatedProperties: false })],
    ["a list", closed({ a: { type: "array", items: number } })],
    ["a tuple", closed({ a: { type: "array", prefixItems: [number], items: false } })],
    ["enum and const without type", closed({ a: { enum: [1, null] }, b: { const: "x" } })],
    ["anyOf of typed ones", closed({ a: { anyOf: [number, { type: "null" }] } })],
    [
      "a condition on what is typed already",
      closed({ a: right(readJson('{"type":"string","if":{"minLength":2},"then":{"maxLength":9}}')) }),
    ],
    ["a reference", closed({ a: { $ref: "#/$defs/n" } }, { $defs: { n: number } })],
    [
      "a reference used twice",
      closed({ a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } }, { $defs: { n: number } }),
    ],
    ["a reference with escapes", closed({ a: { $ref: "#/$defs/x~1y~0z%20" } }, { $defs: { "x/y~z ": number } })],
    ["a reference into a list", closed({ a: { $ref: "#/$defs/l/anyOf/0" } }, { $defs: { l: { anyOf: [number] } } })],
    ["hostile names", closed({ prototype: number, constructor: number, toString: number })],
  ])("%s", (_, schema) => {
    expect(right(checkOutputSchema(schema))).toBe(schema)
  })
})

const notClosed = "output_schema_not_closed"
const invalid = "invalid_output_schema"
const refused: ReadonlyArray<readonly [string, Json, ReadonlyArray<readonly [string, string]>]> = [
  ["no object", "x", [[invalid, ""]]],
  ["a property called __proto__", closed({ ["__proto__"]: number }), [[invalid, "/properties/__proto__"]]],
  [
    "the same further down, and in other places",
    closed(
      { a: closed({ ["__proto__"]: number }), b: number },
      { patternProperties: { ["__proto__"]: number }, dependentSchemas: { ["__proto__"]: {} } },
    ),
    [
      [invalid, "/dependentSchemas/__proto__"],
      [invalid, "/properties/a/properties/__proto__"],
      [invalid, "/patternProperties/__proto__"],
    ],
  ],
  ["true", true, [[invalid, ""]]],
  ["no type", fromLiteral({ properties: {}, additionalProperties: false }), [[invalid, "/type"]]],
  ["an inherited type", fromLiteral({}), [[invalid, "/type"]]],
  ["a list at the root", fromLiteral({ type: "array", items: number }), [[invalid, "/type"]]],
  ["object or null at the root", fromLiteral({ type: ["object", "null"] }), [[invalid, "/type"]]],
  ["open", fromLiteral({ type: "object", properties: { a: number } }), [[notClosed, ""]]],
  [
    "additionalProperties: true",
    fromLiteral({ type: "object", additionalProperties: true }),
    [
      [notClosed, ""],
      [notClosed, "/additionalProperties"],
    ],
  ],
  ["additionalProperties: a schema", fromLiteral({ type: "object", additionalProperties: number }), [[notClosed, ""]]],
  ["nested open", closed({ a: { type: "object", properties: {} } }), [[notClosed, "/properties/a"]]],
  ["nested open or null", closed({ a: { type: ["object", "null"] } }), [[notClosed, "/properties/a"]]],
  [
    "nested in a list",
    closed({ a: { type: "array", items: { type: "object" } } }),
    [[notClosed, "/properties/a/items"]],
  ],
  ["nested in anyOf", closed({ a: { anyOf: [number, { type: "object" }] } }), [[notClosed, "/properties/a/anyOf/1"]]],
  ["a list without items", closed({ a: { type: "array" } }), [[notClosed, "/properties/a"]]],
  ["a tuple without an end", closed({ a: { type: "array", prefixItems: [number] } }), [[notClosed, "/properties/a"]]],
  [
    "a property that admits anything",
    closed({ a: true, b: {} }),
    [
      [notClosed, "/properties/a"],
      [notClosed, "/properties/b"],
    ],
  ],
  [
    "anyOf with an untyped branch",
    closed({ a: { anyOf: [{ minLength: 1 }] } }),
    [[notClosed, "/properties/a/anyOf/0"]],
  ],
  [
    "an open target of a reference",
    closed({ a: { $ref: "#/$defs/o" } }, { $defs: { o: { type: "object" } } }),
    [[notClosed, "/properties/a/$ref"]],
  ],
  ["a $ref to a URL", closed({ a: { $ref: "https://example.com/s.json" } }), [[invalid, "/properties/a/$ref"]]],
  ["a $ref to a file", closed({ a: { $ref: "s.json#/a" } }), [[invalid, "/properties/a/$ref"]]],
  ["a $ref to an anchor", closed({ a: { $ref: "#name" } }), [[invalid, "/properties/a/$ref"]]],
  ["a $ref that is no text", closed({ a: { $ref: 1 } }), [[invalid, "/properties/a/$ref"]]],
  ["a $ref to nothing", closed({ a: { $ref: "#/$defs/x" } }), [[invalid, "/properties/a/$ref"]]],
  [
    "a $ref to an inherited name",
    closed({ a: { $ref: "#/$defs/toString" } }, { $defs: {} }),
    [[invalid, "/properties/a/$ref"]],
  ],
  ["a $ref with a broken escape", closed({ a: { $ref: "#/$defs/%zz" } }), [[invalid, "/properties/a/$ref"]]],
  ["a $ref with bytes that are no text", closed({ a: { $ref: "#/$defs/%ff" } }), [[invalid, "/properties/a/$ref"]]],
  ["a circle through the root", closed({ a: { $ref: "#" } }), [[invalid, "/properties/a/$ref"]]],
  [
    "a circle of one",
    closed({ a: { $ref: "#/$defs/n" } }, { $defs: { n: { $ref: "#/$defs/n" } } }),
    [[invalid, "/properties/a/$ref/$ref"]],
  ],
  [
    "a circle of two",
    closed({ a: { $ref: "#/$defs/x" } }, { $defs: { x: { $ref: "#/$defs/y" }, y: { $ref: "#/$defs/x" } } }),
    [[invalid, "/properties/a/$ref/$ref/$ref"]],
  ],
  [
    "$id, $anchor, $dynamicRef",
    closed({}, { $id: "x", $anchor: "y", $dynamicRef: "#z" }),
    [
      [invalid, "/$dynamicRef"],
      [invalid, "/$id"],
      [invalid, "/$anchor"],
    ],
  ],
  [
    "properties that are a list",
    fromLiteral({ type: "object", properties: [], additionalProperties: false }),
    [[invalid, "/properties"]],
  ],
  [
    "a property that is no schema",
    closed({ a: 1, b: null }),
    [
      [invalid, "/properties/a"],
      [invalid, "/properties/b"],
    ],
  ],
  ["names with / and ~", closed({ "a/b~c": {} }), [[notClosed, "/properties/a~1b~0c"]]],
]

describe("unknown words, with what was meant", () => {
  const insteadOf = (schema: object) =>
    left(checkOutputSchema(closed({ a: schema }))).map(({ path, instead }) => [
      path.replace("/properties/a", ""),
      instead,
    ])

  it.each<[object, string, string]>([
    [{ type: "int" }, "/type", 'Write "integer".'],
    [{ type: "Str" }, "/type", 'Write "string".'],
    [{ type: "float" }, "/type", 'Write "number".'],
    [{ type: "bool" }, "/type", 'Write "boolean".'],
    [{ type: ["string", "None"] }, "/type", 'Write "null".'],
    [{ type: "strng" }, "/type", 'Write "string".'],
    [{ type: "zebra" }, "/type", "Write one of object, array, string, integer, number, boolean, null."],
    [{ type: 1 }, "/type", "Write one of object, array, string, integer, number, boolean, null."],
    [{ ...number, min: 3 }, "/min", 'Did you mean "minimum"?'],
    [{ ...number, exclusive_minimum: 3 }, "/exclusive_minimum", 'Did you mean "exclusiveMinimum"?'],
    [{ ...number, requried: [] }, "/requried", 'Did you mean "required"?'],
    [{ ...number, "x/zebra": 1 }, "/x~1zebra", 'Leave it out; a note can be a "$comment".'],
  ])("%j", (schema, path, instead) => {
    expect(insteadOf(schema)).toEqual([[path, instead]])
  })

  it("are no names of properties", () => {
    expect(Either.isRight(checkOutputSchema(closed({ min: number, int: number })))).toBe(true)
  })
})

describe("refused, with the path", () => {
  it.each(refused)("%s", (_, schema, expected) => {
    const faults = left(checkOutputSchema(schema))
    expect(faults.map(({ code, path }) => [code, path])).toEqual(expected)
    for (const { problem } of faults) expect(problem).not.toBe("")
  })
})

describe("bounds", () => {
  const nested = (levels: number): object => (levels === 0 ? number : { type: "array", items: nested(levels - 1) })

  it("nests to the limit and not beyond", () => {
    expect(Either.isRight(checkOutputSchema(closed({ a: nested(maxSchemaDepth - 1) })))).toBe(true)
    const [fault] = left(checkOutputSchema(closed({ a: nested(maxSchemaDepth) })))
    expect(fault).toMatchObject({
      code: invalid,
      path: `/properties/a${"/items".repeat(maxSchemaDepth)}`,
      problem: `is nested deeper than ${maxSchemaDepth}`,
    })
  })

  it("counts subschemas", () => {
    const many = (count: number) =>
      closed(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, number])))
    expect(Either.isRight(checkOutputSchema(many(maxSubschemas - 2)))).toBe(true)
    expect(left(checkOutputSchema(many(maxSubschemas - 1))).map(({ problem }) => problem)).toEqual([
      `is one of more than ${maxSubschemas} subschemas`,
    ])
  })

  it("ends on references that double at every level: 2^30 subschemas", () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        closed({ l: { $ref: `#/$defs/d${i + 1}` }, r: { $ref: `#/$defs/d${i + 1}` } }),
      ]),
    )
    const schema = closed({ a: { $ref: "#/$defs/d0" } }, { $defs: { ...doubling, d30: number } })
    expect(left(checkOutputSchema(schema)).map(({ code }) => code)).toContain(invalid)
  })

  const keywords = fc.constantFrom("type", "properties", "items", "anyOf", "$ref", "allOf", "additionalProperties")
  const values = fc.oneof(json, fc.constantFrom<Json>("object", "#", "#/properties", "#/%", false, "array"))
  const schemas = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small" },
      values,
      fc.dictionary(keywords, tie("schema")).map((each) => fromLiteral({ type: "object", ...each })),
    ),
  })).schema

  it.prop(
    "never throws, and blames with a known code and a pointer",
    [schemas],
    ([schema]) => {
      for (const fault of Either.match(checkOutputSchema(schema), { onLeft: (found) => found, onRight: () => [] })) {
        expect([invalid, notClosed]).toContain(fault.code)
        expect(fault.path).toMatch(/^(\/|$)/)
      }
    },
    { fastCheck: { numRuns: 500 } },
  )
})

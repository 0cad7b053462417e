/** Output schemas in the validator: patterns that are none or never end, and objects as values. */
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { fromLiteral, type JsonObject } from "../../src/domain/Json.ts"
import { OutputSchemas } from "../../src/services/OutputSchemas.ts"
import { layerAjv } from "../../src/services/OutputSchemasAjv.ts"

const exponential = "^(a+)+$"
const hostile = `${"a".repeat(64)}!`
const closed = (schema: object) => fromLiteral({ type: "object", additionalProperties: false, ...schema }) as JsonObject
const named = (name: string, schema: object) => closed({ properties: { [name]: schema } })

// Longer than a busy machine needs for any schema that can be judged.
const compiled = (schema: JsonObject, limit = Duration.minutes(1)) =>
  Effect.flatMap(OutputSchemas, (schemas) => schemas.compile(schema)).pipe(Effect.provide(layerAjv(limit)))

const short = Duration.seconds(1)
const tooSlow = expect.stringContaining("took longer than 1 s")

describe("objects as values", () => {
  const list = { type: "array", uniqueItems: true, items: named("a", {}) }
  const hostileList = { type: "array", uniqueItems: true, items: named("valueOf", { type: "integer" }) }
  it.effect.each([
    [{ const: { a: 1 } }, { a: 1 }, []],
    [{ const: { a: 1 } }, { a: 2 }, ["must be equal to constant"]],
    [{ enum: [{ a: { b: 1 } }] }, { a: { b: 1 } }, []],
    [list, [{ a: 1 }, { a: 2 }], []],
    [list, [{ a: 1 }, { a: 1 }], [expect.stringContaining("duplicate items")]],
    [hostileList, [{ valueOf: 1 }, { valueOf: 1 }], ["holds an object that cannot be compared"]],
  ] as const)("%s judges %s", ([schema, x, problems]) =>
    Effect.gen(function* () {
      const validate = yield* compiled(named("x", schema))
      expect(validate(fromLiteral({ x }) as JsonObject).map(({ problem }) => problem)).toEqual(problems)
    }),
  )
})

describe("a pattern", () => {
  it.effect.each([
    ["pattern", named("x", { type: "string", pattern: exponential }), { x: hostile }],
    ["patternProperties", closed({ patternProperties: { [exponential]: { type: "integer" } } }), { [hostile]: 1 }],
    [
      "a pattern below a reference",
      closed({ $defs: { t: { type: "string", pattern: exponential } }, properties: { x: { $ref: "#/$defs/t" } } }),
      { x: hostile },
    ],
  ] as const)("that would be tried for ever is given up: %s", ([_, schema, value]) =>
    Effect.gen(function* () {
      const validate = yield* compiled(schema, short)
      expect(validate(fromLiteral(value) as JsonObject)).toEqual([{ path: "the result", problem: tooSlow }])
    }),
  )

  it.effect("still judges what it can", () =>
    Effect.gen(function* () {
      const validate = yield* compiled(named("x", { type: "string", pattern: exponential }))
      expect(validate(fromLiteral({ x: "aaa" }) as JsonObject)).toEqual([])
      expect(validate(fromLiteral({ x: "b" }) as JsonObject)).toEqual([
        { path: "/x", problem: expect.stringContaining("must match pattern") },
      ])
    }),
  )

  it.effect("that takes for ever on the schema's own names makes no schema", () =>
    Effect.gen(function* () {
      const schema = closed({
        properties: { [hostile]: { type: "integer" } },
        patternProperties: { [exponential]: { type: "integer" } },
      })
      expect(yield* Effect.flip(compiled(schema, short))).toEqual({ path: "", problem: tooSlow })
    }),
  )

  it.effect.each(["(", "[", "(?<n>a)(?<n>b)"])("that is no regular expression makes no schema: %s", (pattern) =>
    Effect.gen(function* () {
      const inside = yield* Effect.flip(compiled(named("x", { type: "string", pattern })))
      const names = yield* Effect.flip(compiled(closed({ patternProperties: { [pattern]: { type: "integer" } } })))
      expect([inside, names]).toEqual([
        { path: "/properties/x", problem: expect.stringMatching(/regular expression/) },
        { path: "", problem: expect.stringMatching(/regular expression/) },
      ])
    }),
  )
})

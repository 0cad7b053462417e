/** What the validator makes of a schema that passed the domain's checks: a validator, or a place and a reason. */
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { fromLiteral, type JsonObject } from "../../src/domain/Json.ts"
import { checkOutputSchema } from "../../src/domain/OutputSchema.ts"
import { isKeyword } from "../../src/domain/SchemaWords.ts"
import { OutputSchemas } from "../../src/services/OutputSchemas.ts"
import { layerAjv } from "../../src/services/OutputSchemasAjv.ts"
import { right } from "../fixtures/described.ts"

const closed = (properties: object, more: object = {}) =>
  right(checkOutputSchema(fromLiteral({ type: "object", properties, additionalProperties: false, ...more })))

const compile = (schema: JsonObject) =>
  Effect.flatMap(OutputSchemas, (schemas) => Effect.either(schemas.compile(schema))).pipe(
    Effect.provide(layerAjv(Duration.minutes(1))),
  )

const number = { type: "number" }
const integer = { type: "integer" }

describe("a schema that is none", () => {
  it.effect.each<[string, JsonObject, string, RegExp]>([
    [
      "a bound of the wrong type",
      closed({ a: { ...integer, minimum: "3" } }),
      "/properties/a/minimum",
      /^must be number$/,
    ],
    ["an enum of nothing", closed({ a: { type: "array", items: { enum: "x" } } }), "/properties/a/items/enum", /array/],
    [
      "a pattern that is none",
      closed({ "a/b": { type: "string", pattern: "(" } }),
      "/properties/a~1b",
      /regular expression/,
    ],
    [
      "an if that decides nothing",
      closed({ a: { type: "array", items: { ...integer, if: { minimum: 3 } } } }),
      "/properties/a/items",
      /^"if" without/,
    ],
    [
      "a place beside a reference",
      closed({ a: { $ref: "#/$defs/n" }, b: { ...number, if: { minimum: 1 } } }, { $defs: { n: number } }),
      "/properties/b",
      /^"if" without/,
    ],
  ])("%s", ([, schema, path, problem]) =>
    Effect.gen(function* () {
      const wrong = yield* compile(schema)
      expect(Either.isLeft(wrong) && [wrong.left.path, problem.test(wrong.left.problem)]).toEqual([path, true])
    }),
  )
})

it.effect("every keyword that the domain lets pass is known to the validator, and the others to neither", () =>
  Effect.gen(function* () {
    const words = [
      "minimum",
      "contentSchema",
      "dependencies",
      "definitions",
      "nullable",
      "$comment",
      "min",
      "nulable",
      "id",
    ]
    for (const word of words) {
      const wrong = yield* compile(fromLiteral({ ...number, [word]: {} }) as JsonObject)
      const unknown = Either.isLeft(wrong) && /unknown keyword|NOT SUPPORTED/.test(wrong.left.problem)
      expect([word, unknown]).toEqual([word, !isKeyword(word)])
    }
  }),
)

it.effect("a good one validates, with every digit", () =>
  Effect.gen(function* () {
    const validate = right(yield* compile(closed({ a: integer })))
    expect(validate(fromLiteral({ a: 2512292042121000001n }) as JsonObject)).toEqual([])
    expect(validate(fromLiteral({ a: "x" }) as JsonObject)).toEqual([{ path: "/a", problem: "must be integer" }])
  }),
)

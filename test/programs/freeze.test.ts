/** Freezing with every service in memory: all faults of a file in one run, whoever finds them. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { FunctionDescription } from "../../src/domain/Description.ts"
import { freeze } from "../../src/programs/freeze.ts"
import { described, given, int, parameter } from "../fixtures/described.ts"
import { layers, readFunction, toolsFile, world } from "../fixtures/pending.ts"

const schema = (properties: object) => ({
  output_schema: given({ type: "object", properties, additionalProperties: false }),
})
const one = described({ function: "one", line: 10, metadata: schema({ a: { type: "string", pattern: "(" } }) })
const two = described({
  function: "two",
  line: 20,
  metadata: schema({ b: { type: "integer", minimum: "3" } }),
  parameters: [parameter("x", { kind: "missing" })],
})
const three = described({ function: "three", line: 30, metadata: schema({ c: { type: "int" } }) })

const frozen = (functions: ReadonlyArray<FunctionDescription>) => {
  const at = world()
  at.functions = functions
  const selection = { names: ["count"], tags: [] }
  return Effect.provide(freeze({ file: toolsFile, selection }), layers(at))
}

it.effect("names the faults of the validator with all others, also those of tools that are not chosen", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(frozen([readFunction, one, two, three]))
    expect(
      "faults" in error && error.faults.map((fault) => "code" in fault && [fault.code, fault.line, fault.problem]),
    ).toEqual([
      ["missing_parameter_type_hint", 20, "has no type hint"],
      ["invalid_output_schema", 30, "output_schema at /properties/c/type is no type of JSON Schema"],
      [
        "invalid_output_schema",
        10,
        expect.stringMatching(/^output_schema at \/properties\/a: Invalid regular expression/),
      ],
      ["invalid_output_schema", 20, "output_schema at /properties/b/minimum: must be number"],
    ])
  }),
)

it.effect("freezes what is chosen where nothing is wrong", () =>
  Effect.gen(function* () {
    const fine = described({ function: "fine", parameters: [parameter("n", int)], metadata: schema({}) })
    expect((yield* frozen([readFunction, fine])).tools.map(({ name }) => name)).toEqual(["count"])
  }),
)

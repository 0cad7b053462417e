/** The law: whatever a function's schema admits is accepted, and arrives in Python as exactly that, of the type the hint names. */
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import * as Runtime from "effect/Runtime"
import type { Argument } from "../../src/domain/Arguments.ts"
import { canonical, isArray, type Json, type JsonObject, object } from "../../src/domain/Json.ts"
import type { ValueType } from "../../src/domain/ValueType.ts"
import { fittingArguments } from "../fixtures/arbitraries.ts"
import { functionOf, hintImports, seeing, seenAs, type Written } from "../fixtures/python.ts"
import { callFrozen, freezeFile, makeDesk, runnerAt } from "./desk.ts"

/** A function that says what it was given, and what it is to be given. */
interface Case extends Written {
  readonly name: string
  readonly calls: ReadonlyArray<{ readonly args: JsonObject; readonly text: string }>
}

const body = (accepted: ReadonlyArray<Argument>) =>
  `return {${accepted.map(({ name }) => `${JSON.stringify(name)}: seen(${name})`).join(", ")}}`

const caseOf = (name: string): fc.Arbitrary<Case> =>
  functionOf(name, body).chain((written) =>
    fc
      .array(
        fittingArguments(written.accepted).chain((args) =>
          spelled(args, written.accepted).map((text) => ({ args, text })),
        ),
        { minLength: 2, maxLength: 2 },
      )
      .map((calls) => ({ ...written, name, calls })),
  )

/** The arguments as a model may write them: a whole number also as `1.0` or `1e0`, where no digit is in doubt. */
const spelled = (args: JsonObject, accepted: ReadonlyArray<Argument>): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...accepted
        .filter(({ name }) => Object.hasOwn(args, name))
        .map(({ name, type }) =>
          spelledValue(args[name] as Json, type).map((text) => `${JSON.stringify(name)}: ${text}`),
        ),
    )
    .map((entries) => `{${entries.join(", ")}}`)

const spelledValue = (value: Json, type: ValueType): fc.Arbitrary<string> => {
  if (type.kind === "array" && isArray(value)) {
    return fc.tuple(...value.map((item) => spelledValue(item, type.items))).map((items) => `[${items.join(" , ")}]`)
  }
  const text = canonical(value)
  return Number.isSafeInteger(value) ? fc.constantFrom(text, `${text}.0`, `${text}e0`) : fc.constant(text)
}

const fileOf = ({ postponed, cases }: { readonly postponed: boolean; readonly cases: ReadonlyArray<Case> }) =>
  [
    postponed ? "from __future__ import annotations\n" : "",
    `${hintImports}from edgestudio.tools import edge_tool\n\n${seeing}`,
    ...cases.map(({ source }) => `@edge_tool(description="Say what came.")\n${source}`),
  ].join("\n")

const files = fc.record({
  postponed: fc.boolean(),
  cases: fc.tuple(...["f0", "f1", "f2", "f3", "f4", "f5", "f6"].map(caseOf)),
})

const validators = new Ajv2020({ strict: false, ownProperties: true })

/** What a validator that is not edge's own says; it knows no parameter called `__proto__`. */
const admits = (schema: JsonObject | undefined, text: string): boolean => {
  if (schema === undefined || text.includes('"__proto__"')) return schema !== undefined
  return validators.validate(JSON.parse(canonical(schema)), JSON.parse(text))
}

describe("arguments that a schema admits", () => {
  it.scopedLive(
    "are accepted and arrive exact, of the types that the hints name",
    () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const layer = runnerAt(desk)
        const law = Effect.fnUntraced(function* (file: Parameters<typeof fileOf>[0]) {
          const frozen = yield* freezeFile(desk.write("t.py", fileOf(file)))
          for (const { name, accepted, defaults, source, calls } of file.cases) {
            const tool = frozen.tools.find((each) => each.name === name)
            expect(tool?.arguments, source).toEqual(accepted)
            for (const { args, text } of calls) {
              expect(admits(tool?.parameters, text), `${source}${text}`).toBe(true)
              const all = { ...defaults, ...args }
              const seen = accepted.map((each) => [each.name, seenAs(all[each.name] as Json, each.type)] as const)
              const came = yield* callFrozen(frozen, name, text)
              expect(came, `${source}${text}`).toEqual({ result: canonical(object(seen)) })
            }
          }
        }, Effect.provide(layer))
        const run = Runtime.runPromise(yield* Effect.runtime())
        const property = fc.asyncProperty(files, (file) => run(law(file)))
        // Shrinking would start some hundred processes; the message names the function and what it was given.
        yield* Effect.promise(() => fc.assert(property, { seed: 20_260_417, numRuns: 4, endOnFailure: true }))
      }),
    120_000,
  )
})

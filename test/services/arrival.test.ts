/** The law: whatever a function's schema admits is accepted, and arrives in Python as exactly that, of the type the hint names. */
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import type { Argument } from "../../src/domain/Arguments.ts"
import { canonical, isArray, type Json, type JsonObject, object } from "../../src/domain/Json.ts"
import type { ValueType } from "../../src/domain/ValueType.ts"
import { argumentList, fittingArguments } from "../fixtures/arbitraries.ts"
import { functionOf, hintImports, seeing, seenAs, type Written } from "../fixtures/python.ts"
import { callFrozen, freezeFile, makeDesk, runnerAt } from "./desk.ts"

/** A function that says what it was given, and what it is to be given. */
interface Case extends Written {
  readonly name: string
  readonly calls: ReadonlyArray<{ readonly args: JsonObject; readonly text: string }>
}

const body = (accepted: ReadonlyArray<Argument>) =>
  `return {${accepted.map(({ name }) => `${JSON.stringify(name)}: seen(${name})`).join(", ")}}`

const caseOf = (name: string, accepted: ReadonlyArray<Argument>): fc.Arbitrary<Case> =>
  fc
    .tuple(functionOf(name, accepted, body), fc.array(callOf(accepted), { minLength: 2, maxLength: 2 }))
    .map(([written, calls]) => ({ ...written, name, calls }))

const callOf = (accepted: ReadonlyArray<Argument>) =>
  fittingArguments(accepted).chain((args) => spelled(args, accepted).map((text) => ({ args, text })))

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

interface ToolsFile {
  readonly postponed: boolean
  readonly cases: ReadonlyArray<Case>
}

const sourceOf = ({ postponed, cases }: ToolsFile) =>
  [
    postponed ? "from __future__ import annotations\n" : "",
    `${hintImports}from edgestudio.tools import edge_tool\n\n${seeing}`,
    ...cases.map(({ source }) => `@edge_tool(description="Say what came.")\n${source}`),
  ].join("\n")

/** One function for each list of arguments. */
const fileOf = (lists: ReadonlyArray<ReadonlyArray<Argument>>): fc.Arbitrary<ToolsFile> =>
  fc.record({ postponed: fc.boolean(), cases: fc.tuple(...lists.map((list, index) => caseOf(`f${index}`, list))) })

const anyFile = fc.array(argumentList, { minLength: 7, maxLength: 7 }).chain(fileOf)

const leaves = [false, true].flatMap(
  (nullable): ReadonlyArray<ValueType> => [
    { kind: "primitive", type: "string", nullable },
    { kind: "primitive", type: "integer", nullable },
    { kind: "primitive", type: "number", nullable },
    { kind: "primitive", type: "boolean", nullable },
    { kind: "enum", type: "string", values: ["b", "größe", ""], nullable },
    { kind: "enum", type: "integer", values: [3, -1, 9007199254740993n], nullable },
    { kind: "enum", type: "boolean", values: [true], nullable },
  ],
)

const listsOf = (types: ReadonlyArray<ValueType>) =>
  [false, true].flatMap((nullable) => types.map((items): ValueType => ({ kind: "array", items, nullable })))

/** Every type down to lists of lists, fourteen to a function. */
const everyType = [leaves, listsOf(leaves), listsOf(listsOf(leaves))].flat()
const everyTypeFile = fileOf(
  Array.from({ length: 7 }, (_, row) =>
    everyType.slice(14 * row, 14 * row + 14).map((type, at) => ({ name: `p${at}`, type, required: at % 2 === 0 })),
  ),
)

const validators = new Ajv2020({ strict: false, ownProperties: true })

/** What a validator that is not edge's own says; it knows no parameter called `__proto__`. */
const admits = (schema: JsonObject | undefined, text: string): boolean => {
  if (schema === undefined || text.includes('"__proto__"')) return schema !== undefined
  return validators.validate(JSON.parse(canonical(schema)), JSON.parse(text))
}

/** The law, for some generated files, always the same: accepted, admitted by the schema, arrived. */
const holds = (files: fc.Arbitrary<ToolsFile>, numRuns: number) =>
  Effect.gen(function* () {
    const desk = yield* makeDesk
    for (const file of fc.sample(files, { seed: 20_260_417, numRuns })) {
      yield* Effect.provide(arrive(desk.write("t.py", sourceOf(file)), file.cases), runnerAt(desk))
    }
  })

const arrive = Effect.fnUntraced(function* (file: string, cases: ReadonlyArray<Case>) {
  const frozen = yield* freezeFile(file)
  for (const { name, accepted, defaults, source, calls } of cases) {
    const tool = frozen.tools.find((each) => each.name === name)
    expect(tool?.arguments, source).toEqual(accepted)
    for (const { args, text } of calls) {
      const all = { ...defaults, ...args }
      const seen = accepted.map((each) => [each.name, seenAs(all[each.name] as Json, each.type)] as const)
      const came = yield* callFrozen(frozen, name, text)
      const expected = { source, text, admitted: true, came: { result: canonical(object(seen)) } }
      expect({ source, text, admitted: admits(tool?.parameters, text), came }).toEqual(expected)
    }
  }
})

describe("arguments that a schema admits are accepted, and arrive exact and of the types that the hints name", () => {
  it.scopedLive("for functions of every type", () => holds(everyTypeFile, 2))

  it.scopedLive("for any functions", () => holds(anyFile, 3))
})

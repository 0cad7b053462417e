/** `OutputSchemas` on Ajv, which is loaded with the first schema. */
import * as vm from "node:vm"
import type { ErrorObject } from "ajv"
import type { Ajv2020 } from "ajv/dist/2020.js"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { canonical, isArray, isObject, type Json, type JsonObject, object, own } from "../domain/Json.ts"
import { type NoSchema, OutputSchemas, type Validator } from "./OutputSchemas.ts"

/** How long the patterns of one schema may be tried on one value. */
const patternTime = Duration.seconds(1)

export const layerAjv = (limit: Duration.Duration = patternTime) =>
  Layer.effect(
    OutputSchemas,
    Effect.gen(function* () {
      const ajv = yield* Effect.cached(Effect.promise(makeAjv))
      const compiled = new Map<string, Validator>()
      return OutputSchemas.of({
        compile: Effect.fn("OutputSchemas.compile")(function* (schema) {
          const key = canonical(schema)
          const known = compiled.get(key)
          if (known !== undefined) return known
          const instance = yield* ajv
          const validator = yield* Effect.try({
            try: () => validatorOf(instance, schema, limit),
            catch: (cause) =>
              // What was given up is not tried again, part by part.
              cause instanceof TooSlow
                ? { path: "", problem: cause.message }
                : noSchema(instance, schema, limit, messageOf(cause)),
          })
          compiled.set(key, validator)
          return validator
        }),
      })
    }),
  )

const makeAjv = async (): Promise<Ajv2020> => {
  const { Ajv2020: Ajv } = await import("ajv/dist/2020.js")
  return new Ajv({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // Format is an annotation in 2020-12.
    validateFormats: false,
    ownProperties: true,
    addUsedSchema: false,
    logger: false,
  })
}

const validatorOf = (ajv: Ajv2020, schema: JsonObject, limit: Duration.Duration): Validator => {
  const bounded = boundOf(ajv, schema, limit)
  // Ajv tries patterns on the names of properties already here.
  const validate = bounded(() => ajv.compile(doubles(schema) as object))
  return (value) => {
    if (usesMultipleOf(schema) && holdsBigint(value)) {
      return [{ path: "", problem: "holds an integer beyond 2^53, which multipleOf cannot check" }]
    }
    try {
      return bounded(() => validate(doubles(value))) ? [] : (validate.errors ?? []).map(faultOf)
    } catch (cause) {
      // It stumbles over keys such as `valueOf` where it compares whole objects.
      const problem = cause instanceof TooSlow ? cause.message : "holds an object that cannot be compared"
      return [{ path: "the result", problem }]
    }
  }
}

class TooSlow extends Error {
  constructor(limit: Duration.Duration) {
    super(`took longer than ${Duration.toSeconds(limit)} s to check against the patterns of its schema`)
  }
}

type Bound = <A>(run: () => A) => A

const boundOf = (ajv: Ajv2020, schema: JsonObject, limit: Duration.Duration): Bound => {
  if (!usesPatterns(schema)) return unbounded
  // Ajv compiles the schema of schemas when it first needs it, which is not the time of any pattern.
  ajv.validateSchema({})
  return inTime(limit)
}

const unbounded: Bound = (run) => run()

// A pattern can need longer than anybody lives, and nothing in this thread could end it: only a script has a time limit.
const inTime =
  (limit: Duration.Duration): Bound =>
  <A>(run: () => A): A => {
    try {
      return vm.runInNewContext("run()", { run }, { timeout: Duration.toMillis(limit) }) as A
    } catch (cause) {
      throw (cause as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new TooSlow(limit) : cause
    }
  }

const faultOf = ({ instancePath, keyword, params, message }: ErrorObject) => {
  const extra =
    keyword === "additionalProperties" ? ` (${JSON.stringify(params["additionalProperty"]).slice(0, 80)})` : ""
  return { path: instancePath === "" ? "the result" : instancePath, problem: `${message ?? keyword}${extra}` }
}

const noSchema = (ajv: Ajv2020, schema: JsonObject, limit: Duration.Duration, problem: string): NoSchema => {
  if (ajv.validateSchema(doubles(schema) as object) !== true) {
    const [first] = ajv.errors ?? []
    return { path: first?.instancePath ?? "", problem: first?.message ?? "is no JSON Schema" }
  }
  // The validator does not say where. The innermost part that it refuses with the same words is the place.
  const shared = own(schema, "$defs")
  const parts = partsOf(schema, "").filter(({ part }) => {
    const alone = shared === undefined ? part : object([...Object.entries(part), ["$defs", shared]])
    return refusal(ajv, alone, limit) === problem
  })
  return { path: parts.at(-1)?.path ?? "", problem: problem.replace(/^strict mode: /, "") }
}

const refusal = (ajv: Ajv2020, schema: JsonObject, limit: Duration.Duration): string | undefined => {
  const bounded = boundOf(ajv, schema, limit)
  try {
    bounded(() => ajv.compile(doubles(schema) as object))
    return undefined
  } catch (cause) {
    return messageOf(cause)
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : "is no JSON Schema")

// Every object in the value, outer ones first.
const partsOf = (value: Json, path: string): ReadonlyArray<{ readonly path: string; readonly part: JsonObject }> => [
  ...(isObject(value) ? [{ path, part: value }] : []),
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) =>
        partsOf(each, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
      )
    : []),
]

// Ajv knows doubles only, and compares objects by the methods of their prototype. An integer beyond 2^53 stays beyond 2^53,
// so that no bound, const or enum within the safe range judges it wrongly.
const doubles = (value: Json): unknown => {
  if (typeof value === "bigint") return Number(value)
  if (typeof value !== "object" || value === null) return value
  if (isArray(value)) return value.map(doubles)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, doubles(each)]))
}

const some = (value: Json, test: (each: Json) => boolean): boolean =>
  test(value) || (typeof value === "object" && value !== null && Object.values(value).some((each) => some(each, test)))

const usesPatterns = (schema: Json): boolean =>
  some(schema, (each) => isObject(each) && ["pattern", "patternProperties"].some((key) => Object.hasOwn(each, key)))

const usesMultipleOf = (schema: Json): boolean =>
  some(schema, (each) => isObject(each) && Object.hasOwn(each, "multipleOf"))

const holdsBigint = (value: Json): boolean => some(value, (each) => typeof each === "bigint")

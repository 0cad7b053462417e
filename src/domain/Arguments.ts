/** Arguments against a tool's types: what fits, what to say about the rest, and never a value in what is said. */
import * as Either from "effect/Either"
import { canonical, isArray, isObject, type Json, type JsonObject, object, own, sameJson } from "./Json.ts"
import type { Primitive, ValueType } from "./ValueType.ts"

/** One argument a tool takes. */
export interface Argument {
  readonly name: string
  readonly type: ValueType
  readonly required: boolean
}

export interface ArgumentFault {
  /** The argument, with the place inside it: `limit`, `rows[2]`. */
  readonly argument: string
  readonly problem: string
}

/**
 * The arguments as the function gets them, or everything that is wrong with them. Nothing is coerced, except that a
 * number without a fraction is an integer however it was written (JSON Schema 2020-12, core 4.2.3).
 */
export const checkArguments = (
  args: Json | undefined,
  accepted: ReadonlyArray<Argument>,
): Either.Either<JsonObject, ReadonlyArray<ArgumentFault>> => {
  if (!isObject(args)) return Either.left([{ argument: "arguments", problem: "must be an object" }])
  const names = new Set(accepted.map((argument) => argument.name))
  const faults: Array<ArgumentFault> = Object.keys(args)
    .filter((name) => !names.has(name))
    .map((name) => ({ argument: JSON.stringify(name.slice(0, 64)), problem: unknownProblem(names) }))
  for (const argument of accepted) faults.push(...checkArgument(args, argument))
  return faults.length === 0 ? Either.right(object(Object.entries(args))) : Either.left(faults)
}

/** What is wrong with a value for a type; empty when it fits. */
export const checkValue = (value: Json, type: ValueType, at: string): ReadonlyArray<ArgumentFault> => {
  const fault = (problem: string) => [{ argument: at, problem }]
  if (value === null) return type.nullable ? [] : fault(`must be ${expected(type)}, not null`)
  if (type.kind === "array") {
    if (!isArray(value)) return fault(`must be ${expected(type)}`)
    return value.flatMap((item, index) => checkValue(item, type.items, `${at}[${index}]`))
  }
  const wrong = primitiveProblem[type.type](value)
  if (wrong !== undefined) return fault(wrong)
  if (type.kind === "primitive" || type.values.some((each) => sameJson(each, value))) return []
  return fault(`must be ${expected(type)}`)
}

const unknownProblem = (names: ReadonlySet<string>): string =>
  names.size === 0 ? "is unknown; the tool takes no arguments" : `is unknown; known: ${[...names].join(", ")}`

const checkArgument = (args: JsonObject, argument: Argument): ReadonlyArray<ArgumentFault> => {
  const value = own(args, argument.name)
  if (value !== undefined) return checkValue(value, argument.type, argument.name)
  return argument.required ? [{ argument: argument.name, problem: "is required" }] : []
}

const primitiveProblem: { readonly [P in Primitive]: (value: Json) => string | undefined } = {
  string: (value) => (typeof value === "string" ? undefined : "must be a string"),
  boolean: (value) => (typeof value === "boolean" ? undefined : "must be true or false"),
  integer: (value) => {
    if (typeof value === "bigint" || Number.isSafeInteger(value)) return undefined
    // Beyond 2^53 a double no longer tells which integer was meant.
    return Number.isInteger(value) ? "must be an integer written with all its digits" : "must be an integer"
  },
  number: (value) => {
    if (typeof value === "number") return undefined
    if (typeof value !== "bigint") return "must be a number"
    const double = Number(value)
    const exact = Number.isFinite(double) && (BigInt(double) === value || String(double) === String(value))
    return exact ? undefined : "has more digits than a float can hold"
  },
}

const nouns: { readonly [P in Primitive]: string } = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
}

const expected = (type: ValueType): string => {
  if (type.kind === "array") return "an array"
  return type.kind === "primitive" ? nouns[type.type] : `one of ${type.values.map(canonical).join(", ")}`
}

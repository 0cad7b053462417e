/**
 * JSON values that lose nothing, and their one canonical text.
 *
 * A number written as an integer is a `number` while it is safe and a `bigint` beyond 2^53; one written with a fraction
 * or an exponent is a `number` (IEEE 754 double). Objects have no prototype, so that every key, `__proto__` too, is
 * plain data.
 */
export type Json = null | boolean | number | bigint | string | ReadonlyArray<Json> | JsonObject

/** A JSON object without a prototype. */
export interface JsonObject {
  readonly [key: string]: Json
}

/**
 * Canonical JSON: RFC 8785 (keys sorted by UTF-16 code units, no spaces, numbers as ECMAScript prints them), except that
 * integers keep every digit. Expects what `readJson` or `object` made: no NaN, no infinity, no lone surrogate.
 */
export const canonical = (value: Json): string => {
  if (value === null) return "null"
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value !== "object") return Object.is(value, -0) ? "0" : String(value)
  if (isArray(value)) return `[${value.map(canonical).join(",")}]`
  return `{${Object.keys(value)
    .sort()
    .map((key) => member(value, key))
    .join(",")}}`
}

/** Compact JSON with the keys in the order they stand, for texts whose order is part of the contract. */
export const ordered = (value: Json): string => {
  if (value === null || typeof value !== "object") return canonical(value)
  if (isArray(value)) return `[${value.map(ordered).join(",")}]`
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${ordered(each)}`)
    .join(",")}}`
}

/** An object without a prototype from entries; a later entry replaces an earlier one of the same key. */
export const object = (entries: Iterable<readonly [string, Json]>): JsonObject => {
  const made: Record<string, Json> = Object.create(null)
  for (const [key, value] of entries) made[key] = value
  return made
}

/** The value as prototype-free JSON. For literals in this code, never for foreign input. */
export const fromLiteral = (value: unknown): Json => {
  if (Array.isArray(value)) return value.map(fromLiteral)
  if (typeof value !== "object" || value === null) return value as Json
  return object(Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, fromLiteral(each)]])))
}

export const isArray = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An own member, or `undefined`: inherited names such as `toString` are never found. */
export const own = (value: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** Equality of JSON values: `1` and `1.0` are one number, key order does not matter. */
export const sameJson = (left: Json, right: Json): boolean => canonical(left) === canonical(right)

/** True when a UTF-16 text holds half a character, which no UTF-8 text can carry. */
export const hasLoneSurrogate = (text: string): boolean => !text.isWellFormed()

const member = (value: JsonObject, key: string): string => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`

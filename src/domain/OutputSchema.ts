/**
 * What an `output_schema` must be before a validator sees it: a JSON Schema (2020-12) for an object that is closed at
 * every level, refers to nothing outside itself, and does not refer to itself in a circle.
 */
import * as Either from "effect/Either"
import { isArray, isObject, type Json, type JsonObject, own } from "./Json.ts"
import { insteadOfKeyword, insteadOfType, isKeyword, isType } from "./SchemaWords.ts"

export interface SchemaFault {
  readonly code: "invalid_output_schema" | "output_schema_not_closed"
  /** A JSON Pointer into the schema; empty for its root. */
  readonly path: string
  readonly problem: string
  /** What to write there. */
  readonly instead: string
}

export const outputSchemaStart =
  'Start from {"type": "object", "properties": {...}, "required": [...], "additionalProperties": False}.'

/** The place that a pointer names, in words. */
export const schemaPlace = (path: string): string => `output_schema at ${placeOf(path)}`

const placeOf = (path: string): string => (path === "" ? "its root" : path)

/** How deep subschemas may nest. */
export const maxSchemaDepth = 32

/** How many subschemas there may be, those behind a reference counted at every use. */
export const maxSubschemas = 5000

/** Everything wrong with the schema, in the order of its keys. */
export const checkOutputSchema = (schema: Json): Either.Either<JsonObject, ReadonlyArray<SchemaFault>> => {
  if (!isObject(schema)) return Either.left([invalid("", "must be an object", outputSchemaStart)])
  if (own(schema, "type") !== "object") {
    return Either.left([invalid("/type", 'must be "object": a result is always an object', outputSchemaStart)])
  }
  const faults = check(schema, "", { root: schema, depth: 0, typed: false, refs: [], seen: { count: 0 } })
  return faults.length === 0 ? Either.right(schema) : Either.left(faults)
}

interface Where {
  readonly root: JsonObject
  readonly depth: number
  /** The schema around this one already says the type of the same value. */
  readonly typed: boolean
  readonly refs: ReadonlyArray<string>
  readonly seen: { count: number }
}

const invalid = (path: string, problem: string, instead: string): SchemaFault => ({
  code: "invalid_output_schema",
  path,
  problem,
  instead,
})
const open = (path: string, problem: string, instead: string): SchemaFault => ({
  code: "output_schema_not_closed",
  path,
  problem,
  instead: `${instead} at ${placeOf(path)}.`,
})

// Keywords whose subschemas speak of the same value, and of values inside it.
const inPlace = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]
const inPlaceMaps = ["dependentSchemas"]
const inside = ["items", "prefixItems", "contains", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"]
const insideMaps = ["properties", "patternProperties"]
const refused = ["$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor"]

const check = (schema: Json | undefined, path: string, where: Where): ReadonlyArray<SchemaFault> => {
  if (where.depth > maxSchemaDepth) return [invalid(path, `is nested deeper than ${maxSchemaDepth}`, simpler)]
  where.seen.count += 1
  if (where.seen.count === maxSubschemas + 1)
    return [invalid(path, `is one of more than ${maxSubschemas} subschemas`, simpler)]
  if (schema === false || where.seen.count > maxSubschemas) return []
  if (schema === true) return where.typed ? [] : [open(path, "admits anything", "Write a schema with a type")]
  if (!isObject(schema)) return [invalid(path, "is no schema", 'Write an object, such as {"type": "string"}.')]
  const deeper = { ...where, depth: where.depth + 1 }
  const branches = ["anyOf", "oneOf"].some((key) => isArray(own(schema, key) ?? null))
  const typed = saysType(schema)
  return [
    ...words(schema, path),
    ...(typed || branches || where.typed ? [] : [open(path, "has no type, so it admits anything", 'Add a "type"')]),
    ...closedness(schema, path),
    ...followRef(schema, path, deeper),
    ...inPlace.flatMap((key) => each(schema, key, path, { ...deeper, typed: typed || where.typed })),
    ...inPlaceMaps.flatMap((key) => members(schema, key, path, { ...deeper, typed: typed || where.typed })),
    ...inside.flatMap((key) => each(schema, key, path, { ...deeper, typed: false })),
    ...insideMaps.flatMap((key) => members(schema, key, path, { ...deeper, typed: false })),
  ]
}

const simpler = "Describe the result with fewer levels, or return less."
const inside$defs = 'Put what is meant into "$defs" of this schema, and write "$ref": "#/$defs/NAME".'

// Keywords and types that JSON Schema does not know, and those that edge refuses.
const words = (schema: JsonObject, path: string): ReadonlyArray<SchemaFault> => [
  ...refused
    .filter((key) => Object.hasOwn(schema, key))
    .map((key) => invalid(`${path}/${key}`, "is not supported", "Leave it out: the schema stands by itself.")),
  ...Object.keys(schema)
    .filter((key) => !isKeyword(key))
    .map((key) => invalid(`${path}/${escaped(key)}`, "is no keyword of JSON Schema", insteadOfKeyword(key))),
  ...(Object.hasOwn(schema, "type") ? typesOf(schema) : [])
    .filter((type) => !isType(type))
    .map((type) => invalid(`${path}/type`, "is no type of JSON Schema", insteadOfType(type))),
]

const saysType = (schema: JsonObject): boolean =>
  ["type", "enum", "const", "$ref"].some((key) => Object.hasOwn(schema, key))

const typesOf = (schema: JsonObject): ReadonlyArray<Json> => {
  const type = own(schema, "type") ?? null
  return isArray(type) ? type : [type]
}

const closedness = (schema: JsonObject, path: string): ReadonlyArray<SchemaFault> => {
  const types = typesOf(schema)
  const faults: Array<SchemaFault> = []
  if (
    types.includes("object") &&
    own(schema, "additionalProperties") !== false &&
    own(schema, "unevaluatedProperties") !== false
  ) {
    faults.push(open(path, "is an object without additionalProperties: false", 'Add "additionalProperties": False'))
  }
  if (types.includes("array") && !["items", "unevaluatedItems"].some((key) => Object.hasOwn(schema, key))) {
    faults.push(open(path, "is an array without items", 'Add "items", the schema of each item,'))
  }
  return faults
}

const each = (schema: JsonObject, key: string, path: string, where: Where): ReadonlyArray<SchemaFault> => {
  const value = own(schema, key)
  if (value === undefined) return []
  if (isArray(value)) return value.flatMap((item, index) => check(item, `${path}/${key}/${index}`, where))
  return check(value, `${path}/${key}`, where)
}

const members = (schema: JsonObject, key: string, path: string, where: Where): ReadonlyArray<SchemaFault> => {
  const value = own(schema, key)
  if (!isObject(value)) {
    return value === undefined ? [] : [invalid(`${path}/${key}`, "must be an object", "Write a schema for each name.")]
  }
  return Object.keys(value).flatMap((name) => {
    const at = `${path}/${key}/${escaped(name)}`
    // The validator passes this one name over, so that a result with it would never fit, or never be looked at.
    return name === "__proto__"
      ? [invalid(at, "is a name that cannot be checked", "Choose another name.")]
      : check(value[name], at, where)
  })
}

const followRef = (schema: JsonObject, path: string, where: Where): ReadonlyArray<SchemaFault> => {
  const ref = own(schema, "$ref")
  if (ref === undefined) return []
  const at = `${path}/$ref`
  if (typeof ref !== "string" || !(ref === "#" || ref.startsWith("#/"))) {
    return [invalid(at, "refers to something outside the schema", inside$defs)]
  }
  if (ref === "#" || where.refs.includes(ref))
    return [invalid(at, "refers to itself in a circle", "Write the levels out, as many as there can be.")]
  const target = resolve(where.root, ref)
  if (target === undefined) return [invalid(at, "refers to nothing", inside$defs)]
  return check(target, at, { ...where, typed: false, refs: [...where.refs, ref] })
}

const resolve = (root: JsonObject, ref: string): Json | undefined => {
  let at: Json | undefined = root
  for (const step of ref.slice(2).split("/")) {
    const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~")
    if (isObject(at)) at = own(at, key)
    else if (at !== undefined && isArray(at)) at = /^(0|[1-9][0-9]*)$/.test(key) ? at[Number(key)] : undefined
    else return undefined
  }
  return at
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

// Bytes that are no UTF-8 text name nothing, so they may stay as they are.
const decoded = (step: string): string =>
  step.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString())

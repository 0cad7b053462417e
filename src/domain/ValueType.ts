/** The types a tool's argument can have, as data: what a hint means and what its JSON Schema is. */
import * as Either from "effect/Either"
import type { Hint, LiteralValue } from "./Description.ts"
import { canonical, type Json, type JsonObject, object } from "./Json.ts"

export type Primitive = "string" | "integer" | "number" | "boolean"

export type ValueType = (
  | { readonly kind: "primitive"; readonly type: Primitive }
  | { readonly kind: "enum"; readonly type: Primitive; readonly values: ReadonlyArray<Json> }
  | { readonly kind: "array"; readonly items: ValueType }
) & { readonly nullable: boolean }

/** Why a hint is no argument type, and what to write instead. */
export interface HintFault {
  readonly problem: string
  readonly instead: string
}

/** The type that a hint stands for. A missing hint is the caller's to report. */
export const typeOfHint = (hint: Hint): Either.Either<ValueType, HintFault> => {
  switch (hint.kind) {
    case "name":
      return namedType(hint.name)
    case "literal":
      return literalType(hint.values)
    case "union":
      return unionType(hint.args)
    case "list":
      return listType(hint.args)
    case "annotated":
      return typeOfHint(hint.arg)
    case "unresolved":
      return refuse(`its hint does not evaluate (${hint.error})`, "Import the name, or use a plain hint.")
    case "missing":
      return refuse("no type hint", "Write one, for instance `name: str`.")
    case "other":
      return refuse(`\`${plainName(hint.text)}\` cannot be a parameter`, insteadOf(plainName(hint.text)))
  }
}

/** The JSON Schema of a type; keys stand in the order of the contract: type, enum or items. */
export const schemaOfType = (type: ValueType): JsonObject => {
  const base = type.kind === "array" ? "array" : type.type
  const entries: Array<[string, Json]> = [["type", type.nullable ? [base, "null"] : base]]
  if (type.kind === "enum") entries.push(["enum", type.nullable ? [...type.values, null] : type.values])
  if (type.kind === "array") entries.push(["items", schemaOfType(type.items)])
  return object(entries)
}

/** A hint for the type, and a default that fits it, as Python spells them. */
export const spelledIn = (type: ValueType): { readonly hint: string; readonly example: string } => {
  const { hint, example } = spelledPlain(type)
  return { hint: type.nullable ? `${hint} | None` : hint, example }
}

/** The texts of `Annotated`, outermost first. */
export const annotationTexts = (hint: Hint): ReadonlyArray<string> => {
  if (hint.kind === "annotated") return [...hint.texts, ...annotationTexts(hint.arg)]
  return hint.kind === "union" ? hint.args.flatMap(annotationTexts) : []
}

const primitives: { readonly [name: string]: Primitive } = {
  str: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
}

const examples: { readonly [P in Primitive]: { readonly hint: string; readonly example: string } } = {
  string: { hint: "str", example: '"3"' },
  integer: { hint: "int", example: "3" },
  number: { hint: "float", example: "0.5" },
  boolean: { hint: "bool", example: "True" },
}

const spelledPlain = (type: ValueType): { readonly hint: string; readonly example: string } => {
  if (type.kind === "primitive") return examples[type.type]
  if (type.kind === "array") return { hint: `list[${spelledIn(type.items).hint}]`, example: "[]" }
  const values = type.values.map((value) =>
    typeof value === "boolean" ? (value ? "True" : "False") : canonical(value),
  )
  const shown = values.length > 4 ? [...values.slice(0, 3), "..."] : values
  return { hint: `Literal[${shown.join(", ")}]`, example: values[0] as string }
}

const refuse = (problem: string, instead: string) => Either.left<HintFault>({ problem, instead })

const namedType = (name: string): Either.Either<ValueType, HintFault> => {
  const type = Object.hasOwn(primitives, name) ? primitives[name] : undefined
  if (type !== undefined) return Either.right({ kind: "primitive", type, nullable: false })
  return refuse("its hint is no argument type", "Leave the parameter out, or give it a type such as `str | None`.")
}

const literalType = (values: ReadonlyArray<LiteralValue>): Either.Either<ValueType, HintFault> => {
  const types = new Set(values.map((value) => value.type).filter((type) => type !== "NoneType"))
  const [type] = types
  if (types.size !== 1 || type === undefined || !["str", "int", "bool"].includes(type)) {
    return refuse(
      types.size > 1 ? "Literal mixes types" : "Literal holds no string, integer or boolean",
      'Use values of one type, for instance Literal["a", "b"].',
    )
  }
  if (values.some((value) => value.type === type && value.value === undefined)) {
    return refuse("Literal holds a value that JSON cannot carry", "Use whole characters and plain numbers.")
  }
  const kept = values.flatMap((value) => (value.type === type && value.value !== undefined ? [value.value] : []))
  return Either.right({
    kind: "enum",
    type: primitives[type] as Primitive,
    values: [...new Map(kept.map((value) => [canonical(value), value])).values()],
    nullable: values.some((value) => value.type === "NoneType"),
  })
}

const unionType = (args: ReadonlyArray<Hint>): Either.Either<ValueType, HintFault> => {
  const isNone = (hint: Hint) => hint.kind === "name" && hint.name === "None"
  const others = args.filter((hint) => !isNone(hint))
  const [only] = others
  if (only === undefined || others.length > 1) {
    return refuse("a union of several types", "Choose one type, or offer one parameter for each, `T | None` at most.")
  }
  const nullable = others.length < args.length
  return Either.map(typeOfHint(only), (type) => ({ ...type, nullable: nullable || type.nullable }))
}

const listType = (args: ReadonlyArray<Hint>): Either.Either<ValueType, HintFault> => {
  const [item] = args
  if (item === undefined || args.length !== 1) {
    return refuse("a list without the type of its items", "Write the item type, for instance `list[str]`.")
  }
  return Either.map(typeOfHint(item), (items) => ({ kind: "array", items, nullable: false }))
}

// As somebody writes it: Python spells some hints with the module that defines them.
const plainName = (text: string): string =>
  text.replace(/\b(typing|typing_extensions|collections\.abc|builtins|edge_tools_file)\./g, "")

const insteadOf = (text: string): string => {
  if (/^(dict|Dict|Mapping|MutableMapping|TypedDict)\b/.test(text)) {
    return "Write its fields as parameters: `def f(amount: float, tier: str)`."
  }
  if (/^(set|Set|frozenset|FrozenSet|tuple|Tuple|Sequence|Iterable)\b/.test(text)) return "Use `list[T]`."
  if (/^(Any|object)\b/.test(text)) return "Name the type: str, int, float, bool, list[T] or Literal."
  if (/^(bytes|bytearray|Path|PurePath|date|datetime|time|Decimal|UUID)\b|datetime|pathlib/.test(text)) {
    return "Use `str` and convert inside the function."
  }
  return "Use str, int, float, bool, Literal, list[T] or T | None; for a record, one parameter for each field."
}

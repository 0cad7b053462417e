/**
 * What the runner says about a tools file: facts about functions, no judgement. The shapes are those of
 * `runner/README.md`; `Tool` turns them into schemas or faults.
 */
import * as Schema from "effect/Schema"
import type { Json } from "./Json.ts"

const JsonValue = Schema.declare((value): value is Json => value !== undefined, { identifier: "Json" })

/** A value from the user's code: JSON, or the place and Python type of what JSON cannot carry. */
export const Given = Schema.Union(
  Schema.Struct({ value: JsonValue }),
  Schema.Struct({ unsupported: Schema.Struct({ path: Schema.String, type: Schema.String }) }),
)
export type Given = typeof Given.Type

/** A type hint as a small tree. */
export type Hint =
  | { readonly kind: "missing" }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "literal"; readonly values: ReadonlyArray<LiteralValue> }
  | { readonly kind: "union" | "list"; readonly args: ReadonlyArray<Hint> }
  | { readonly kind: "annotated"; readonly arg: Hint; readonly texts: ReadonlyArray<string> }
  | { readonly kind: "other"; readonly text: string }
  | { readonly kind: "unresolved"; readonly text: string; readonly error: string }

const LiteralValue = Schema.Struct({ type: Schema.String, value: Schema.optionalWith(JsonValue, { exact: true }) })
export type LiteralValue = typeof LiteralValue.Type

const HintTree: Schema.Schema<Hint> = Schema.suspend(() =>
  Schema.Union(
    Schema.Struct({ kind: Schema.Literal("missing") }),
    Schema.Struct({ kind: Schema.Literal("name"), name: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("literal"), values: Schema.Array(LiteralValue) }),
    Schema.Struct({ kind: Schema.Literal("union", "list"), args: Schema.Array(HintTree) }),
    Schema.Struct({ kind: Schema.Literal("annotated"), arg: HintTree, texts: Schema.Array(Schema.String) }),
    Schema.Struct({ kind: Schema.Literal("other"), text: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("unresolved"), text: Schema.String, error: Schema.String }),
  ),
)

export const Parameter = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literal("positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"),
  hint: HintTree,
  written: Schema.NullOr(Schema.String),
  default: Schema.optionalWith(Given, { exact: true }),
})
export type Parameter = typeof Parameter.Type

const optionalGiven = Schema.optionalWith(Given, { exact: true })

export const Metadata = Schema.Struct({
  name: optionalGiven,
  description: optionalGiven,
  intent_tags: optionalGiven,
  execution_level: optionalGiven,
  return_direct: optionalGiven,
  output_schema: optionalGiven,
  permissions: optionalGiven,
})
export type Metadata = typeof Metadata.Type

/** One decorated function. */
export const FunctionDescription = Schema.Struct({
  function: Schema.String,
  file: Schema.String,
  line: Schema.Number,
  docstring: Schema.NullOr(Schema.String),
  metadata: Metadata,
  parameters: Schema.Array(Parameter),
  reachable: Schema.Boolean,
})
export type FunctionDescription = typeof FunctionDescription.Type

/** A module of the tools file's own folder that was loaded while it was imported. */
export const LocalModule = Schema.Struct({ name: Schema.String, path: Schema.String, sha256: Schema.String })
export type LocalModule = typeof LocalModule.Type

export const FileDescription = Schema.Struct({
  outcome: Schema.Literal("described"),
  python: Schema.Struct({ version: Schema.String, executable: Schema.String, implementation: Schema.String }),
  file_sha256: Schema.String,
  local_modules: Schema.Array(LocalModule),
  tools: Schema.Array(FunctionDescription),
})
export type FileDescription = typeof FileDescription.Type

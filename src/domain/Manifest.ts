/** A tools manifest, `edge.demo.tools.manifest.v1`: named look-ups over facts stores. It names no code. */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isStoreName } from "./Fact.ts"
import { activeToolLimit } from "./Frozen.ts"
import { type Issue, issuesOf } from "./Issues.ts"
import { toolName } from "./ToolMetadata.ts"

export const ManifestTool = Schema.Struct({
  name: Schema.String.pipe(
    Schema.pattern(toolName, {
      message: () => "must be letters, digits and underscores, at most 64, not starting with a digit",
    }),
  ),
  kind: Schema.Literal("local_facts_lookup"),
  store: Schema.String.pipe(Schema.filter((name) => (isStoreName(name) ? undefined : "must be a store's name"))),
  description: Schema.String.pipe(Schema.minLength(1, { message: () => "must not be empty" })),
})
export type ManifestTool = typeof ManifestTool.Type

export const Manifest = Schema.Struct({
  schema_version: Schema.Literal("edge.demo.tools.manifest.v1"),
  tools: Schema.Array(ManifestTool).pipe(
    Schema.minItems(1, { message: () => "must name at least one tool" }),
    Schema.maxItems(activeToolLimit, { message: () => `must name at most ${activeToolLimit} tools` }),
    Schema.filter((tools) => {
      const names = tools.map((tool) => tool.name)
      return names.flatMap((name, index) =>
        names.indexOf(name) < index ? [{ path: [index, "name"], message: "must not stand twice" }] : [],
      )
    }),
  ),
})
export type Manifest = typeof Manifest.Type

/** The manifest that a JSON value is, or everything that is wrong with it. */
export const readManifest = (value: unknown): Either.Either<Manifest, ReadonlyArray<Issue>> =>
  Either.mapLeft(decode(value), (error) => issuesOf(error, "must be an object"))

/** The tool names that a learn sample's `tool_schema_export` holds, or none where it is no such sample. */
export const exportedNames = (sample: unknown): Option.Option<ReadonlyArray<string>> =>
  Option.map(decodeSample(sample), ({ tool_schema_export: exported }) =>
    ("tools" in exported ? exported.tools : exported).map((tool) => tool.name),
  )

const decode = Schema.decodeUnknownEither(Manifest, { onExcessProperty: "error", errors: "all" })

const Named = Schema.Array(Schema.Struct({ name: Schema.String }))
// Only what the comparison of names needs; the sample as a whole is judged where it is learned.
const decodeSample = Schema.decodeUnknownOption(
  Schema.Struct({
    schema_version: Schema.Literal("edge.demo.learn.sample.v1"),
    tool_schema_export: Schema.Union(Named, Schema.Struct({ tools: Named })),
  }),
)

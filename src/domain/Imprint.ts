/**
 * The Neural Imprint: a model's state after it has read a prefix, and everything that must still hold where it is
 * restored. The gates stand here, in their order; each names what differs before the runtime sees a byte of the state:
 * llama.cpp takes a state with a flipped byte in silence, and ends the process over one that is cut short.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  ImprintModelMismatch,
  ImprintRequiresTools,
  ImprintRuntimeMismatch,
  ImprintToolActiveSetMismatch,
  ImprintToolSchemaMismatch,
} from "./errors/Imprint.ts"

const Hash = Schema.TemplateLiteral(Schema.Literal("sha256:"), Schema.String)

const ModelFacts = Schema.Struct({
  file_sha256: Schema.NullOr(Hash),
  tokenizer_sha256: Hash,
  template_sha256: Hash,
})

// Everything that shapes the bytes of a state. Threads do not: they only share out the work.
const RuntimeFacts = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  build: Schema.String,
  gpu: Schema.NullOr(Schema.String),
  context_size: Schema.NullOr(Schema.Number),
  kv_key_type: Schema.NullOr(Schema.String),
  kv_value_type: Schema.NullOr(Schema.String),
  flash_attention: Schema.NullOr(Schema.String),
})

/** What a loaded model and its context are, as far as a state depends on them. */
export const Layout = Schema.Struct({ model: ModelFacts, runtime: RuntimeFacts })
export type Layout = typeof Layout.Type

/** The tokens that a state stands for. */
export const Prefix = Schema.Struct({ tokens: Schema.Number, sha256: Hash })
export type Prefix = typeof Prefix.Type

const LearnedTools = Schema.Struct({
  active_set_sha256: Hash,
  tool_instruction_sha256: Hash,
  tools: Schema.Array(Schema.Struct({ name: Schema.String, tool_schema_sha256: Hash })),
})
export type LearnedTools = typeof LearnedTools.Type

/** `metadata.json`, without the hash over itself. It holds the profile's text, so it is as private as the state. */
const content = {
  schema_version: Schema.Literal("edge.imprint.v1"),
  imprint_id: Schema.String,
  created_at: Schema.String,
  edge_version: Schema.String,
  sample_id: Schema.String,
  peer_id: Schema.String,
  app_id: Schema.String,
  profile_sha256: Hash,
  turns: Schema.Array(Schema.Struct({ role: Schema.Literal("system", "user", "model"), text: Schema.String })),
  ...Layout.fields,
  prefix: Prefix,
  tool_set: Schema.NullOr(LearnedTools),
  state_bytes: Schema.Number,
  state_sha256: Hash,
}

const ImprintContent = Schema.Struct(content)
export type ImprintContent = typeof ImprintContent.Type

export const ImprintMetadata = Schema.Struct({ ...content, metadata_sha256: Hash })
export type ImprintMetadata = typeof ImprintMetadata.Type

export type GateError =
  | ImprintModelMismatch
  | ImprintRuntimeMismatch
  | ImprintRequiresTools
  | ImprintToolActiveSetMismatch
  | ImprintToolSchemaMismatch

/** The active tools of a chat, whatever runs them. */
export interface ToolSet {
  readonly activeSetSha256: string
  readonly toolInstructionSha256: string
  readonly tools: ReadonlyArray<{ readonly name: string; readonly toolSchemaSha256: string }>
}

/** The gates after the artifact's own hash: model, runtime, then tools. `found` is null in a chat without tools. */
export const passGates = (
  learned: Pick<ImprintMetadata, "model" | "runtime" | "tool_set">,
  layout: Layout,
  found: ToolSet | null,
): Either.Either<void, GateError> => {
  const model = firstDifference(learned.model, layout.model)
  if (model !== null) return Either.left(new ImprintModelMismatch(model))
  const runtime = firstDifference(learned.runtime, layout.runtime)
  if (runtime !== null) return Either.left(new ImprintRuntimeMismatch(runtime))
  if (learned.tool_set === null) return Either.void
  if (found === null) return Either.left(new ImprintRequiresTools({ tools: namesOf(learned.tool_set) }))
  const fault = toolFault(learned.tool_set, found)
  return fault === null ? Either.void : Either.left(fault)
}

// Names first: with other tools there is no pair of schemas to compare.
const toolFault = (learned: LearnedTools, found: ToolSet) => {
  const names = [namesOf(learned), namesOf(found)].map((each) => each.join(", "))
  if (names[0] !== names[1]) return new ImprintToolActiveSetMismatch(difference("tools", ...names))
  for (const { name, tool_schema_sha256 } of learned.tools) {
    const now = found.tools.find((tool) => tool.name === name)?.toolSchemaSha256
    if (now !== tool_schema_sha256) {
      return new ImprintToolSchemaMismatch({
        tool: name,
        ...difference("tool_schema_sha256", tool_schema_sha256, now),
      })
    }
  }
  const sets = firstDifference(
    { active_set_sha256: learned.active_set_sha256, tool_instruction_sha256: learned.tool_instruction_sha256 },
    { active_set_sha256: found.activeSetSha256, tool_instruction_sha256: found.toolInstructionSha256 },
  )
  return sets && new ImprintToolActiveSetMismatch(sets)
}

const namesOf = ({ tools }: { readonly tools: ReadonlyArray<{ readonly name: string }> }): ReadonlyArray<string> =>
  tools.map(({ name }) => name).sort()

type Fact = string | number | null | undefined

const difference = (field: string, learned?: Fact, found?: Fact) => ({
  field,
  learned: String(learned ?? "none"),
  found: String(found ?? "none"),
})

/** The first field in which two records of facts differ. */
export const firstDifference = <K extends string>(
  learned: { readonly [_ in K]: Fact },
  found: { readonly [_ in K]: Fact },
) => {
  const field = (Object.keys(learned) as Array<K>).find((key) => learned[key] !== found[key])
  return field === undefined ? null : difference(field, learned[field], found[field])
}

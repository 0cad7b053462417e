/**
 * Receipts: what was done, by which frozen tools, with hashes in the place of private text. Each format is one Schema
 * with a version; text enters only with `--include-text`.
 */
import * as Schema from "effect/Schema"
import type { Documented } from "./errors/About.ts"
import { failureFields } from "./errors/About.ts"

const Hash = Schema.TemplateLiteral(Schema.Literal("sha256:"), Schema.String)
const OrNull = Schema.NullOr

/** One tool call, refused ones included. Durations are milliseconds. */
export const CallRow = Schema.Struct({
  name: OrNull(Schema.String),
  status: Schema.Literal("completed", "matched", "no_match", "rejected", "failed", "interrupted"),
  code: OrNull(Schema.String),
  args_sha256: OrNull(Hash),
  result_sha256: OrNull(Hash),
  tool_schema_sha256: OrNull(Hash),
  runner_secret_verified: Schema.Boolean,
  tools_file_sha256_verified: Schema.Boolean,
  network_used_by_edge: Schema.Boolean,
  duration_ms: OrNull(Schema.Number),
  /** Of a look-up: how many rows came, whether the size limit cut them, and which facts they were, as hashes. */
  rows: Schema.optionalWith(Schema.Number, { exact: true }),
  rows_cut: Schema.optionalWith(Schema.Boolean, { exact: true }),
  facts: Schema.optionalWith(
    Schema.Array(Schema.Struct({ fact_id_sha256: Hash, tags_sha256: Hash, source_label_sha256: OrNull(Hash) })),
    { exact: true },
  ),
  arguments: Schema.optionalWith(Schema.Unknown, { exact: true }),
  result: Schema.optionalWith(Schema.Unknown, { exact: true }),
})
export type CallRow = typeof CallRow.Type

export const RunStatus = Schema.Literal("completed", "failed_closed", "confirmation_required", "interrupted")
export type RunStatus = typeof RunStatus.Type

/** A failure as receipts keep it: code and message, neither of which holds values. */
export const FailureRow = Schema.Struct({ code: Schema.String, message: Schema.String })

// What every receipt tells; the runs over tools tell more.
const always = {
  receipt_id: Schema.String,
  created_at: Schema.String,
  edge_version: Schema.String,
  status: RunStatus,
  failure: OrNull(FailureRow),
  duration_ms: Schema.Number,
  network_used: Schema.Boolean,
  raw_text_included: Schema.Boolean,
}

const common = {
  ...always,
  tools_file_sha256: OrNull(Hash),
  active_set_sha256: OrNull(Hash),
  schema_generator_version: OrNull(Schema.String),
  local_modules: Schema.Array(Schema.Struct({ name: Schema.String, path: Schema.String, sha256: Schema.String })),
  python: OrNull(Schema.Struct({ version: Schema.String, executable: Schema.String })),
  tool_calls: Schema.Array(CallRow),
}

export const ModelIdentity = Schema.Struct({
  name: Schema.String,
  file_sha256: OrNull(Hash),
  runtime: Schema.String,
  gpu: OrNull(Schema.String),
  context_size: OrNull(Schema.Number),
  /** How many of the model's layers the GPU computes, and how many threads the processor. */
  gpu_layers: Schema.optionalWith(Schema.Number, { exact: true }),
  threads: Schema.optionalWith(Schema.Number, { exact: true }),
})
export type ModelIdentity = typeof ModelIdentity.Type

/**
 * Sums over a run's messages: tokens of all prompts, those of them that had to be evaluated, tokens generated, and the
 * evaluations that generating took.
 */
export const TokenCounts = Schema.Struct({
  prompt: Schema.Number,
  evaluated: Schema.Number,
  generated: Schema.Number,
  evaluations: Schema.Number,
})
export type TokenCounts = typeof TokenCounts.Type

/** The imprint of a run: how many of its tokens every message went on from, and how many tokens were evaluated besides. */
const NeuralImprint = Schema.Struct({
  imprint_id: Schema.String,
  state_sha256: Hash,
  tokens_restored: Schema.Number,
  tokens_evaluated: Schema.Number,
})
export type NeuralImprint = typeof NeuralImprint.Type

/** There where a token limit ended the answer. */
const answer_cut = Schema.optionalWith(Schema.Literal(true), { exact: true })

export const ChatReceipt = Schema.Struct({
  schema_version: Schema.Literal("edge.demo.chat.receipt.v1"),
  ...common,
  model: OrNull(ModelIdentity),
  tokens: TokenCounts,
  prompt_sha256: Hash,
  answer_sha256: OrNull(Hash),
  answer_cut,
  tool_instruction_mode: Schema.Literal("none", "system", "hidden_turns", "imprint"),
  tool_instruction_sha256: OrNull(Hash),
  neural_imprint: OrNull(NeuralImprint),
  lookups: Schema.optionalWith(
    Schema.Struct({ tools_manifest_sha256: OrNull(Hash), stores: Schema.Array(Schema.String) }),
    { exact: true },
  ),
  prompt: Schema.optionalWith(Schema.String, { exact: true }),
  answer: Schema.optionalWith(OrNull(Schema.String), { exact: true }),
})
export type ChatReceipt = typeof ChatReceipt.Type

export const CallReceipt = Schema.Struct({ schema_version: Schema.Literal("edge.tools.call.receipt.v1"), ...common })
export type CallReceipt = typeof CallReceipt.Type

/** Which pending action a confirmation is about; null when it never got to read it. */
export const ConfirmedAction = Schema.Struct({
  action_id: Schema.String,
  tool: Schema.String,
  args_sha256: Hash,
  created_at: Schema.String,
  expires_at: Schema.String,
})

export const ConfirmReceipt = Schema.Struct({
  schema_version: Schema.Literal("edge.tools.confirm.receipt.v1"),
  ...common,
  pending_action: OrNull(ConfirmedAction),
})
export type ConfirmReceipt = typeof ConfirmReceipt.Type

/** What came from the web into a facts store: addresses and texts as hashes, unless text was asked for. */
export const FactsImportReceipt = Schema.Struct({
  schema_version: Schema.Literal("edge.demo.facts.import.receipt.v1"),
  ...always,
  store: Schema.String,
  counts: OrNull(Schema.Struct({ added: Schema.Number, changed: Schema.Number, unchanged: Schema.Number })),
  pages: Schema.Array(
    Schema.Struct({
      url_sha256: Hash,
      content_sha256: OrNull(Hash),
      bytes: Schema.Number,
      facts: Schema.Number,
      problem: OrNull(Schema.String),
      url: Schema.optionalWith(Schema.String, { exact: true }),
    }),
  ),
})
export type FactsImportReceipt = typeof FactsImportReceipt.Type

const Answered = Schema.Struct({ status: RunStatus, code: OrNull(Schema.String), answer_sha256: Hash, answer_cut })

/** What learning was asked before and after, and the imprint that it left. */
export const LearnReceipt = Schema.Struct({
  schema_version: Schema.Literal("edge.demo.learn.receipt.v1"),
  ...common,
  model: OrNull(ModelIdentity),
  tokens: TokenCounts,
  sample_id: Schema.String,
  profile_sha256: Hash,
  tool_instruction_mode: Schema.Literal("none", "imprint"),
  tool_instruction_sha256: OrNull(Hash),
  neural_imprint: OrNull(
    Schema.Struct({
      ...NeuralImprint.fields,
      path: Schema.String,
      state_bytes: Schema.Number,
      prefix_tokens: Schema.Number,
      prefix_sha256: Hash,
    }),
  ),
  questions: Schema.Array(
    Schema.Struct({
      question_sha256: Hash,
      before: Answered,
      after: Answered,
      question: Schema.optionalWith(Schema.String, { exact: true }),
      answer_before: Schema.optionalWith(Schema.String, { exact: true }),
      answer_after: Schema.optionalWith(Schema.String, { exact: true }),
    }),
  ),
  warnings: Schema.Array(Schema.String),
  profile: Schema.optionalWith(Schema.String, { exact: true }),
})
export type LearnReceipt = typeof LearnReceipt.Type

/** What was fetched; the last three are null when it did not arrive whole. */
export const FetchedModel = Schema.Struct({
  name: Schema.String,
  source: Schema.String,
  bytes: OrNull(Schema.Number),
  sha256: OrNull(Hash),
  path: OrNull(Schema.String),
  /** How much of it was there before. */
  resumed_from: Schema.Number,
  /** True when the server had announced this very hash. */
  hash_announced: Schema.Boolean,
})
export type FetchedModel = typeof FetchedModel.Type

export const FetchReceipt = Schema.Struct({
  schema_version: Schema.Literal("edge.models.fetch.receipt.v1"),
  ...common,
  fetched: FetchedModel,
})
export type FetchReceipt = typeof FetchReceipt.Type

export const Receipt = Schema.Union(
  ChatReceipt,
  CallReceipt,
  ConfirmReceipt,
  FactsImportReceipt,
  LearnReceipt,
  FetchReceipt,
)
export type Receipt = typeof Receipt.Type

export const failureRow = (error: Documented | null): typeof FailureRow.Type | null => {
  if (error === null) return null
  const { code, message } = failureFields(error)
  return { code, message }
}

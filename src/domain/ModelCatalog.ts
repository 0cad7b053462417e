/**
 * The models that `edge` knows by name. What stands here was read on the models' public pages; where a page rounds a
 * size, `bytes_approximate` says so. Hashes are not here: each is recorded when its file is fetched, and checked after.
 */
import * as Schema from "effect/Schema"

/** `hf:OWNER/REPOSITORY/FILE.gguf`: a file of a public model repository. */
export const ModelSource = Schema.String.pipe(
  Schema.pattern(/^hf:[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*\.gguf$/),
)

export const CatalogModel = Schema.Struct({
  name: Schema.String.pipe(Schema.pattern(/^[a-z0-9][a-z0-9.-]*$/)),
  /** Null for the model that comes with `edge`. */
  source: Schema.NullOr(ModelSource),
  file: Schema.String,
  bytes: Schema.Int.pipe(Schema.positive()),
  bytes_approximate: Schema.Boolean,
  parameters: Schema.String,
  license: Schema.String,
  /** Tokens, as the model was trained. */
  context: Schema.Int.pipe(Schema.positive()),
  good_for: Schema.String,
})
export type CatalogModel = typeof CatalogModel.Type

export const Catalog = Schema.Array(CatalogModel)

/** The name of the model that comes with `edge`. */
export const builtInName = "edge-micro"

const apache = "Apache-2.0"

const gguf = (name: string, source: `hf:${string}`, rest: Omit<CatalogModel, "name" | "source" | "file">) => ({
  name,
  source,
  file: source.slice(source.lastIndexOf("/") + 1),
  ...rest,
})

/** From the smallest to the largest. */
export const catalog: ReadonlyArray<CatalogModel> = [
  {
    name: builtInName,
    source: null,
    file: "edge-micro-q8_0.gguf",
    bytes: 8_271_616,
    bytes_approximate: false,
    parameters: "7.6M",
    license: "MIT",
    context: 4096,
    good_for: "trying edge out: picking among a few tools in English or Chinese, at once and on any machine",
  },
  gguf("qwen2.5-0.5b", "hf:Qwen/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q4_k_m.gguf", {
    bytes: 491_000_000,
    bytes_approximate: true,
    parameters: "0.5B",
    license: apache,
    context: 32_768,
    good_for: "short answers and structured output where memory is tight",
  }),
  gguf("qwen3-0.6b", "hf:Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf", {
    bytes: 639_446_688,
    bytes_approximate: false,
    parameters: "0.6B",
    license: apache,
    context: 32_768,
    good_for: "simple tool calls in many languages on a processor alone",
  }),
  gguf("qwen3-1.7b", "hf:lmstudio-community/Qwen3-1.7B-GGUF/Qwen3-1.7B-Q4_K_M.gguf", {
    bytes: 1_280_000_000,
    bytes_approximate: true,
    parameters: "1.7B",
    license: apache,
    context: 32_768,
    good_for: "everyday tool calls on a laptop",
  }),
  gguf("smollm3-3b", "hf:ggml-org/SmolLM3-3B-GGUF/SmolLM3-Q4_K_M.gguf", {
    bytes: 1_920_000_000,
    bytes_approximate: true,
    parameters: "3B",
    license: apache,
    context: 65_536,
    good_for: "longer conversations in six European languages, from fully open training data",
  }),
  gguf("qwen3-4b", "hf:bartowski/Qwen_Qwen3-4B-GGUF/Qwen_Qwen3-4B-Q4_K_M.gguf", {
    bytes: 2_500_000_000,
    bytes_approximate: true,
    parameters: "4B",
    license: apache,
    context: 32_768,
    good_for: "several tools and requests that take more than one step",
  }),
  gguf("qwen3.5-9b-4bit", "hf:unsloth/Qwen3.5-9B-GGUF/Qwen3.5-9B-Q4_K_M.gguf", {
    bytes: 5_680_000_000,
    bytes_approximate: true,
    parameters: "9B",
    license: apache,
    context: 262_144,
    good_for: "dependable tool use with reasoning; wants 8 GB or more, or a GPU",
  }),
  gguf("qwen3.5-27b-4bit", "hf:unsloth/Qwen3.5-27B-GGUF/Qwen3.5-27B-Q4_K_M.gguf", {
    bytes: 16_700_000_000,
    bytes_approximate: true,
    parameters: "27B",
    license: apache,
    context: 262_144,
    good_for: "the hardest requests; wants 24 GB of memory, better a GPU's",
  }),
]

/** A model's file on this disk: who holds it, and what is written down about one that was fetched. */
import * as Schema from "effect/Schema"
import { ModelSource } from "./ModelCatalog.ts"
import { sourceParts } from "./ModelRef.ts"

/** Whose folder it lies in. */
export type Holder = "edge" | "LM Studio" | "Ollama" | "llama.cpp" | "Hugging Face"

export interface HeldModel {
  readonly holder: Holder
  /** What the holder calls it. */
  readonly title: string
  readonly path: string
  readonly bytes: number
  /** Where it came from, `hf:OWNER/REPOSITORY/FILE`, where the holder's folders tell. */
  readonly source: string | null
}

/** What is kept beside a fetched file: by this it is held to its hash whenever it is used. */
export const ModelRecord = Schema.Struct({
  schema_version: Schema.Literal("edge.models.file.v1"),
  name: Schema.String,
  source: ModelSource,
  bytes: Schema.Int,
  sha256: Schema.TemplateLiteral(Schema.Literal("sha256:"), Schema.String),
  fetched_at: Schema.String,
})
export type ModelRecord = typeof ModelRecord.Type

/** Whether a held file is the one of this source: by the source itself, or by a name that is made from it. */
export const isHeld = (held: HeldModel, source: string): boolean =>
  held.source === null ? held.title === sourceParts(source).join("_") : held.source === source

/** Whether what somebody typed is part of a held file's names. */
export const mentions = (held: HeldModel, text: string): boolean =>
  [held.title, held.source ?? "", held.path].some((each) => each.toLowerCase().includes(text.toLowerCase()))

/** A model that runs on this machine: turns in, one message out. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Turn } from "../domain/Contract.ts"
import type { Draft } from "../domain/Draft.ts"
import type {
  GpuUnavailable,
  ModelContextExceeded,
  ModelLoadFailed,
  ModelNotFound,
  ModelScriptInvalid,
  ModelTemplateFailed,
  StateDirUnwritable,
} from "../domain/errors/Environment.ts"
import type { ImprintArtifactCorrupt, ImprintRuntimeMismatch } from "../domain/errors/Imprint.ts"
import type { Layout, Prefix } from "../domain/Imprint.ts"
import type { ModelIdentity, TokenCounts } from "../domain/Receipt.ts"
import type { Message } from "../domain/Reply.ts"

export interface GenerateRequest {
  readonly turns: ReadonlyArray<Turn>
  /** A GBNF grammar that the message must fit, thoughts excepted; none for free text. */
  readonly grammar: string | null
  /** What the message will likely continue with; null where nothing is known. Changes the speed only. */
  readonly draft: Draft | null
  readonly maxTokens: number
  /** 0 always takes the likeliest token. */
  readonly temperature: number
  readonly seed: number | null
  /** Told the whole message so far whenever it has grown. */
  readonly onText: (soFar: string) => void
}

export interface Generated extends Message {
  readonly tokens: TokenCounts
}

export type GenerateError = ModelContextExceeded | ModelTemplateFailed | ModelScriptInvalid | ImprintRuntimeMismatch

/** What a saved state stands for: the turns that were read, and their tokens. */
export interface SavedState {
  readonly turns: ReadonlyArray<Turn>
  readonly prefix: Prefix
}

export type SaveError = ModelContextExceeded | ModelTemplateFailed | StateDirUnwritable

export type LoadError = ModelTemplateFailed | ImprintRuntimeMismatch | ImprintArtifactCorrupt

/** A loaded model with one conversation's state in it. */
export interface ModelSession {
  readonly identity: ModelIdentity
  /** Whether the runtime can follow this grammar; fails with what it says. */
  readonly accepts: (grammar: string) => Effect.Effect<unknown, string>
  readonly generate: (request: GenerateRequest) => Effect.Effect<Generated, GenerateError>
  /** What a saved state depends on. */
  readonly layout: Effect.Effect<Layout>
  /** Reads the first of the forms that the chat template keeps whole, and writes the state after it to the file. */
  readonly saveState: (forms: ReadonlyArray<ReadonlyArray<Turn>>, file: string) => Effect.Effect<SavedState, SaveError>
  /**
   * Goes on from a saved state, whose gates have been passed. What it stands for is compared before and after; a state
   * that turns out to be another leaves the session as it was when it was opened.
   */
  readonly loadState: (file: string, expected: SavedState) => Effect.Effect<void, LoadError>
}

export type OpenError = GpuUnavailable | ModelNotFound | ModelLoadFailed | ModelScriptInvalid

export class Model extends Context.Tag("edge/Model")<
  Model,
  {
    /** Loads the model; it is unloaded with the scope. */
    readonly open: Effect.Effect<ModelSession, OpenError, Scope.Scope>
  }
>() {}

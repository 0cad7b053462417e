/** Imprints on disk: a model's state and what it belongs to. Private data, whole or not there. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import type { ImprintArtifactCorrupt, ImprintNotFound } from "../domain/errors/Imprint.ts"
import type { ImprintContent, ImprintMetadata } from "../domain/Imprint.ts"

export interface Imprint {
  readonly folder: string
  readonly stateFile: string
  readonly metadata: ImprintMetadata
}

/** What is not known of an imprint until it is written. */
export type ImprintDraft = Omit<
  ImprintContent,
  "schema_version" | "imprint_id" | "created_at" | "edge_version" | "state_bytes" | "state_sha256"
>

/** An imprint in the making, in a folder that goes with the scope unless it was kept. */
export interface NewImprint {
  /** Where the state is to be written. */
  readonly stateFile: string
  /** Hashes and flushes what was written. */
  readonly seal: (draft: ImprintDraft) => Effect.Effect<Imprint, StateDirUnwritable>
  /** Puts the sealed imprint in its place, in one step. */
  readonly keep: (sealed: Imprint) => Effect.Effect<Imprint, StateDirUnwritable>
}

export type ListedImprint =
  | { readonly _tag: "Whole"; readonly folder: string; readonly metadata: ImprintMetadata }
  | { readonly _tag: "Damaged"; readonly folder: string; readonly failure: ImprintArtifactCorrupt }

export class Imprints extends Context.Tag("edge/Imprints")<
  Imprints,
  {
    readonly begin: Effect.Effect<NewImprint, StateDirUnwritable, Scope.Scope>
    /** The imprint behind a folder, a metadata file, a learn receipt or an id; every byte of it checked. */
    readonly read: (path: string) => Effect.Effect<Imprint, ImprintNotFound | ImprintArtifactCorrupt>
    /** Those of the state folder, the newest first. States are not read, only measured. */
    readonly list: Effect.Effect<ReadonlyArray<ListedImprint>, StateDirUnwritable>
    /** Removes one of the state folder, damaged ones too, and gives its folder. */
    readonly remove: (path: string) => Effect.Effect<string, ImprintNotFound | StateDirUnwritable>
  }
>() {}

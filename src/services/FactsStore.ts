/** Facts stores: one file each, looked up read-only. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import type {
  FactNotFound,
  FactsFileInvalid,
  FactsStoreLocked,
  FactsStoreNotFound,
  FactsStoreUnusable,
} from "../domain/errors/Facts.ts"
import type { Fact } from "../domain/Fact.ts"
import type { FactQuestion } from "../domain/FactQuery.ts"
import type { FactBatch } from "./FactsFile.ts"

export type StoreError = FactsStoreNotFound | FactsStoreUnusable | FactsStoreLocked | StateDirUnwritable

export interface ImportCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export interface ImportRequest {
  readonly store: string
  /** Where the facts come from, as error messages name it. */
  readonly source: string
  /** Counts what would happen, and changes nothing. */
  readonly dryRun: boolean
  readonly progress: (batch: FactBatch) => Effect.Effect<void>
}

/** A store open for reading. */
export interface OpenStore {
  /** The facts that answer best, best first; the same question to the same facts always gets the same rows. */
  readonly lookup: (question: FactQuestion) => Effect.Effect<ReadonlyArray<Fact>, StoreError>
  /** At most `limit` facts with ids after `after`, in the order of their ids. */
  readonly page: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Fact>, StoreError>
  readonly get: (factId: string) => Effect.Effect<Fact, StoreError | FactNotFound>
  readonly count: Effect.Effect<number, StoreError>
}

export class FactsStore extends Context.Tag("edge/FactsStore")<
  FactsStore,
  {
    /** All of the facts, or none: one transaction. The store is made where it is missing. */
    readonly importAll: (
      request: ImportRequest,
      batches: Stream.Stream<FactBatch, FactsFileInvalid>,
    ) => Effect.Effect<ImportCounts, FactsFileInvalid | StateDirUnwritable | FactsStoreUnusable | FactsStoreLocked>
    readonly open: (store: string) => Effect.Effect<OpenStore, StoreError, Scope.Scope>
    readonly remove: (store: string, factId: string) => Effect.Effect<void, StoreError | FactNotFound>
    /** The names of all stores, sorted. */
    readonly names: Effect.Effect<ReadonlyArray<string>, StateDirUnwritable>
    /** How large a store's file is, in bytes. */
    readonly size: (store: string) => Effect.Effect<number, StoreError>
  }
>() {}

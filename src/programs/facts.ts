/** The local facts stores from the command line: import, list, inspect, delete, stores, export. */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { InvalidUsage } from "../domain/errors/Usage.ts"
import { type Fact, factPreimage, factsFormat, isStoreName } from "../domain/Fact.ts"
import type { ShownFact } from "../domain/FactsView.ts"
import type { View } from "../domain/View.ts"
import { FactsFile } from "../services/FactsFile.ts"
import { FactsStore, type OpenStore } from "../services/FactsStore.ts"
import { Progress } from "../services/Progress.ts"
import { sha256 } from "../services/Sha256.ts"
import { TextFile } from "../services/TextFile.ts"

/** Fails on a name that can be no store's. */
export const storeName = (store: string): Effect.Effect<string, InvalidUsage> =>
  isStoreName(store)
    ? Effect.succeed(store)
    : Effect.fail(
        new InvalidUsage({ problem: "--store takes letters, digits, `.`, `_` and `-`, at most 64, no leading point." }),
      )

export interface ImportOptions {
  readonly file: string
  readonly store: string
  readonly dryRun: boolean
}

export const importFile = Effect.fn("facts.import")(function* ({ file, dryRun, ...options }: ImportOptions) {
  const store = yield* storeName(options.store)
  const { bar } = yield* Progress
  const batches = (yield* FactsFile).read(file)
  const stores = yield* FactsStore
  const counts = yield* bar(`Importing into ${store}`, ({ update }) =>
    stores.importAll(
      {
        store,
        source: file,
        dryRun,
        progress: ({ bytesRead, bytesInAll }) => Effect.sync(() => update(bytesRead, bytesInAll)),
      },
      batches,
    ),
  )
  return { _tag: "FactsImported", store, dryRun, ...counts, receiptPath: null } satisfies View
})

export interface ListOptions {
  readonly store: string
  readonly limit: number
  readonly includeText: boolean
}

export const list = Effect.fn("facts.list")(function* ({ store, limit, includeText }: ListOptions) {
  return yield* withStore(store, (open) =>
    Effect.map(Effect.all([open.count, open.page("", limit)]), ([total, facts]): View => {
      return { _tag: "FactsListed", store, total, facts: facts.map((fact) => shown(fact, includeText)) }
    }),
  )
})

export interface OneFact {
  readonly store: string
  readonly factId: string
}

export const inspect = Effect.fn("facts.inspect")(function* (options: OneFact & { readonly includeText: boolean }) {
  const { store, factId, includeText } = options
  return yield* withStore(store, (open) =>
    Effect.map(open.get(factId), (fact): View => ({ _tag: "FactInspected", store, fact: shown(fact, includeText) })),
  )
})

export const remove = Effect.fn("facts.delete")(function* ({ store, factId }: OneFact) {
  yield* (yield* FactsStore).remove(yield* storeName(store), factId)
  return { _tag: "FactDeleted", store, factIdSha256: sha256(factId) } satisfies View
})

export const stores = Effect.gen(function* () {
  const service = yield* FactsStore
  const summaries = yield* Effect.forEach(yield* service.names, (store) =>
    Effect.all({
      store: Effect.succeed(store),
      facts: withStore(store, (open) => open.count),
      bytes: service.size(store),
    }),
  )
  return { _tag: "FactStores", stores: summaries } satisfies View
})

export interface ExportOptions {
  readonly store: string
  readonly file: string
  readonly includeText: boolean
}

const pageSize = 1_000

/** The whole store as a file: one that can be imported again, or with hashes in the place of the facts. */
export const exportStore = Effect.fn("facts.export")(function* ({ store, file, includeText }: ExportOptions) {
  const files = yield* TextFile
  return yield* withStore(store, (open) =>
    Effect.gen(function* () {
      const head = { schema_version: includeText ? factsFormat : "edge.demo.facts.hashes.v1", store }
      const written = (fact: Fact) => JSON.stringify(includeText ? fact : shown(fact, false))
      const rows = allFacts(open).pipe(
        Stream.map(written),
        Stream.intersperse(",\n"),
        Stream.mapChunks((texts) => Chunk.of(Chunk.join(texts, ""))),
      )
      const pieces = Stream.make(`${JSON.stringify(head).slice(0, -1)},"facts":[\n`).pipe(
        Stream.concat(rows),
        Stream.concat(Stream.make("\n]}\n")),
      )
      yield* files
        .create(file, pieces)
        .pipe(
          Effect.catchTag("TextFileError", ({ problem }) =>
            Effect.fail(new InvalidUsage({ problem: `--out ${file} cannot be written (${problem}).` })),
          ),
        )
      return { _tag: "FactsExported", store, file, facts: yield* open.count } satisfies View
    }),
  )
})

const allFacts = (open: OpenStore) =>
  Stream.paginateChunkEffect("", (after) =>
    Effect.map(open.page(after, pageSize), (facts) => {
      const next = facts.length < pageSize ? Option.none() : Option.fromNullable(facts.at(-1)?.fact_id)
      return [Chunk.fromIterable(facts), next] as const
    }),
  )

const withStore = <A, E, R>(store: string, use: (open: OpenStore) => Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const service = yield* FactsStore
      return yield* use(yield* service.open(yield* storeName(store)))
    }),
  )

const shown = (fact: Fact, includeText: boolean): ShownFact => ({
  fact_id_sha256: sha256(fact.fact_id),
  fact_sha256: sha256(factPreimage(fact)),
  topic_sha256: sha256(fact.topic),
  text_sha256: sha256(fact.text),
  tags: fact.tags.length,
  ...(includeText && { fact }),
})

/** What the facts bench calls: one store in a folder, imported into and looked up in. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { FactsFile } from "../../../src/services/FactsFile.ts"
import { layerJson } from "../../../src/services/FactsFileJson.ts"
import { layerSqlite } from "../../../src/services/FactsSqlite.ts"
import { FactsStore } from "../../../src/services/FactsStore.ts"
import { StateDir } from "../../../src/services/StateDir.ts"

const layers = (home: string) =>
  Layer.merge(
    layerJson,
    Layer.provide(
      layerSqlite,
      Layer.succeed(
        StateDir,
        StateDir.of({
          path: home,
          ready: () => Effect.void,
          write: () => Effect.dieMessage("not used"),
          read: () => Effect.succeed(Option.none()),
          list: () => Effect.succeed([]),
        }),
      ),
    ),
  )

/** Imports the file and gives the counts. */
export const importFile = (home: string, file: string, store: string) =>
  Effect.gen(function* () {
    const batches = (yield* FactsFile).read(file)
    const request = { store, source: file, dryRun: false, progress: () => Effect.void }
    return yield* (yield* FactsStore).importAll(request, batches)
  }).pipe(Effect.provide(layers(home)), Effect.runPromise)

/** Milliseconds of processor time of each look-up, and how many rows it gave, through one open store. */
export const lookups = (home: string, store: string, queries: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const open = yield* (yield* FactsStore).open(store)
    return yield* Effect.forEach(queries, (query) =>
      Effect.gen(function* () {
        const started = process.cpuUsage()
        const rows = yield* open.lookup({ query, topic: null, limit: 5 })
        const { user, system } = process.cpuUsage(started)
        return { ms: (user + system) / 1000, rows: rows.length }
      }),
    )
  }).pipe(Effect.scoped, Effect.provide(layers(home)), Effect.runPromise)

/** Reads and checks the file only. */
export const readFile = (home: string, file: string) =>
  Effect.gen(function* () {
    return yield* Stream.runCount((yield* FactsFile).read(file))
  }).pipe(Effect.provide(layers(home)), Effect.runPromise)

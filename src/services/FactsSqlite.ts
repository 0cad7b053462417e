/** `FactsStore` over SQLite's full-text search (FTS5), one file a store: `facts/<store>.db` in the state folder. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import {
  FactNotFound,
  FactsFileInvalid,
  type FactsStoreLocked,
  FactsStoreNotFound,
  type FactsStoreUnusable,
} from "../domain/errors/Facts.ts"
import { isStoreName } from "../domain/Fact.ts"
import type { FactQuestion } from "../domain/FactQuery.ts"
import { openForWriting, openReadOnly, type Place, type Sql, transaction, translated } from "./FactsConnection.ts"
import type { FactBatch } from "./FactsFile.ts"
import { beginImport, type Import, noteSpellings, writeBatch } from "./FactsImport.ts"
import { columns, type FactRow, factOfRow, lookup } from "./FactsLookup.ts"
import { FactsStore, type ImportCounts, type ImportRequest, type OpenStore } from "./FactsStore.ts"
import { makeFolder, namesIn } from "./Folders.ts"
import { StateDir } from "./StateDir.ts"
import { attempt } from "./StateWrite.ts"

export const layerSqlite = Layer.effect(
  FactsStore,
  Effect.map(StateDir, ({ path: home }) => {
    const folder = path.join(home, "facts")
    const placeOf = (store: string): Place => ({ store, file: path.join(folder, `${store}.db`) })
    const names = storesIn(folder)
    const found = Effect.fnUntraced(function* (store: string) {
      const place = placeOf(store)
      if (isStoreName(store) && (yield* exists(place.file))) return place
      return yield* new FactsStoreNotFound({ store, known: yield* names })
    })
    return FactsStore.of({
      names,
      importAll: Effect.fn("FactsStore.importAll")((request, batches) =>
        importInto(placeOf(request.store), request, batches),
      ),
      open: Effect.fn("FactsStore.open")(function* (store) {
        const place = yield* found(store)
        return openStore(place, yield* openReadOnly(place))
      }),
      remove: Effect.fn("FactsStore.remove")(function* (store, factId) {
        const place = yield* found(store)
        yield* Effect.scoped(Effect.flatMap(openForWriting(place), (sql) => remove(place, sql, factId)))
      }),
      size: Effect.fn("FactsStore.size")(function* (store) {
        const place = yield* found(store)
        return yield* Effect.promise(() => sizeOf(place.file))
      }),
    })
  }),
)

type ImportError = FactsFileInvalid | StateDirUnwritable | FactsStoreUnusable | FactsStoreLocked

const importInto = (
  place: Place,
  request: ImportRequest,
  batches: Stream.Stream<FactBatch, FactsFileInvalid>,
): Effect.Effect<ImportCounts, ImportError> =>
  Effect.gen(function* () {
    if (yield* exists(place.file)) {
      return yield* Effect.flatMap(openForWriting(place), (sql) => writeAll(place, sql, request, batches))
    }
    const memory = { ...place, file: ":memory:" }
    if (request.dryRun) {
      return yield* Effect.flatMap(openForWriting(memory), (sql) => writeAll(memory, sql, request, batches))
    }
    const counts = yield* makeStore(place, request, batches)
    // Another import made the store meanwhile: this one goes into it.
    return counts ?? (yield* Effect.suspend(() => importInto(place, request, batches)))
  }).pipe(Effect.scoped)

// A new store is written under another name and appears when it is whole.
const makeStore = (place: Place, request: ImportRequest, batches: Stream.Stream<FactBatch, FactsFileInvalid>) =>
  Effect.gen(function* () {
    const file = path.join(path.dirname(place.file), `.${place.store}.${randomUUID()}.tmp`)
    const fresh = { ...place, file }
    yield* sweep(path.dirname(place.file), (yield* Clock.currentTimeMillis) - oneDayMs)
    yield* Effect.acquireRelease(create(place, file), () => discard(file))
    const counts = yield* Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* openForWriting(fresh, true)
        const written = yield* writeAll(fresh, sql, request, batches)
        yield* translated(fresh, sql.unsafe("PRAGMA journal_mode = WAL"))
        return written
      }),
    )
    return (yield* appear(place, file)) ? counts : null
  })

const writeAll = (
  place: Place,
  sql: Sql,
  request: ImportRequest,
  batches: Stream.Stream<FactBatch, FactsFileInvalid>,
): Effect.Effect<ImportCounts, ImportError> => {
  const all = Effect.gen(function* () {
    const state = yield* beginImport(place, sql)
    const write = (batch: FactBatch) => Effect.zipRight(writeBatch(place, sql, state, batch), request.progress(batch))
    yield* Stream.runForEach(batches, write).pipe(
      Effect.catchTag("facts_file_invalid", (invalid) => Effect.fail(withFaults(request.source, state, invalid))),
    )
    if (state.faults.length > 0) return yield* withFaults(request.source, state, null)
    yield* noteSpellings(place, sql, state)
    const counts = { added: state.added, changed: state.changed, unchanged: state.unchanged }
    return request.dryRun ? yield* Effect.fail(new DryRun(counts)) : counts
  })
  return Effect.catchAll(transaction(place, sql, all), (error) =>
    error instanceof DryRun ? Effect.succeed(error.counts) : Effect.fail(error),
  )
}

// Leaves the transaction the way a failure does, so that everything is undone.
class DryRun {
  readonly counts: ImportCounts
  constructor(counts: ImportCounts) {
    this.counts = counts
  }
}

const withFaults = (path: string, { faults }: Import, invalid: FactsFileInvalid | null) => {
  const all = [...(invalid?.faults ?? []), ...faults]
  return new FactsFileInvalid({
    path,
    faults: all.sort((left, right) => (left.index ?? Infinity) - (right.index ?? Infinity)).slice(0, 1_000),
    fault_count: (invalid?.fault_count ?? 0) + faults.length,
  })
}

const openStore = (place: Place, sql: Sql): OpenStore => ({
  lookup: (question: FactQuestion) => lookup(place, sql, question),
  page: (after, limit) =>
    Effect.map(
      translated(
        place,
        sql.unsafe<FactRow>(`SELECT ${columns} FROM fact WHERE fact_id > ? ORDER BY fact_id LIMIT ?`, [after, limit]),
      ),
      (rows) => rows.map(factOfRow),
    ),
  get: Effect.fnUntraced(function* (factId) {
    const [row] = yield* translated(
      place,
      sql.unsafe<FactRow>(`SELECT ${columns} FROM fact WHERE fact_id = ?`, [factId]),
    )
    return row === undefined ? yield* new FactNotFound({ store: place.store }) : factOfRow(row)
  }),
  count: Effect.map(
    translated(place, sql.unsafe<{ readonly facts: number }>("SELECT count(*) AS facts FROM fact")),
    ([row]) => row?.facts ?? 0,
  ),
})

const remove = (place: Place, sql: Sql, factId: string) =>
  transaction(
    place,
    sql,
    Effect.gen(function* () {
      const rows = yield* translated(
        place,
        sql.unsafe<{ readonly id: number }>("DELETE FROM fact WHERE fact_id = ? RETURNING id", [factId]),
      )
      const [row] = rows
      if (row === undefined) return yield* new FactNotFound({ store: place.store })
      yield* translated(place, sql.unsafe("DELETE FROM word WHERE rowid = ?", [row.id]))
    }),
  )

// SQLite would make the file readable for everybody; its side files take over the mode of this one.
const create = (place: Place, file: string) =>
  attempt(place.file, async () => {
    await makeFolder(path.dirname(file))
    await (await fs.open(file, "wx", 0o600)).close()
  })

const discard = (file: string) =>
  Effect.promise(async () => {
    for (const suffix of ["", "-wal", "-shm"]) await fs.rm(file + suffix, { force: true })
  })

const oneDayMs = 86_400_000

// A process that was killed could not take its unfinished file along.
const sweep = (folder: string, before: number) =>
  Effect.promise(async () => {
    for (const name of await fs.readdir(folder).catch((): ReadonlyArray<string> => [])) {
      const file = path.join(folder, name)
      const entry = /^\..+\.tmp$/.test(name) ? await fs.stat(file).catch(() => undefined) : undefined
      if (entry !== undefined && entry.mtimeMs < before) await fs.rm(file, { force: true })
    }
  })

/** Gives a finished file the store's name; false where that name is taken by now. */
const appear = (place: Place, file: string) =>
  attempt(place.file, async () => {
    const handle = await fs.open(file, "r+")
    await handle.sync().finally(() => handle.close())
    return await fs.link(file, place.file).then(
      () => true,
      (cause: NodeJS.ErrnoException) => {
        if (cause.code === "EEXIST") return false
        throw cause
      },
    )
  })

const exists = (file: string) =>
  Effect.promise(() =>
    fs.stat(file).then(
      (entry) => entry.isFile(),
      () => false,
    ),
  )

const sizeOf = async (file: string): Promise<number> => {
  const sizes = ["", "-wal"].map((suffix) =>
    fs.stat(file + suffix).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const storesIn = (folder: string) =>
  Effect.map(
    attempt(folder, () => namesIn(folder)),
    (names) =>
      names
        .filter((name) => name.endsWith(".db") && isStoreName(name.slice(0, -3)))
        .map((name) => name.slice(0, -3))
        .sort(),
  )

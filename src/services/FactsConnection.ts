/** One connection to the SQLite file of a facts store: opened, brought to the current schema, closed with its scope. */

import * as Reactivity from "@effect/experimental/Reactivity"
import type { SqlError } from "@effect/sql/SqlError"
import * as LibsqlClient from "@effect/sql-libsql/LibsqlClient"
import { Sqlite3Client } from "@libsql/client/sqlite3"
import * as Effect from "effect/Effect"
import Database from "libsql"
import { FactsStoreLocked, FactsStoreUnusable } from "../domain/errors/Facts.ts"

/** How long a statement waits for another process's lock. */
const lockWaitMs = 5_000

/** How much of a store an import keeps in memory: enough for the inner pages of a store of some million facts. */
const writeCacheKiB = 131_072

/** "edgf": tells a facts store from any other SQLite file. */
const applicationId = 0x65646766

/** Schema version n is what the first n steps make. A step, once released, never changes. */
const migrations: ReadonlyArray<ReadonlyArray<string>> = [
  [
    `CREATE TABLE fact (
      id INTEGER PRIMARY KEY, fact_id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, text TEXT NOT NULL,
      tags TEXT NOT NULL, source_label TEXT) STRICT`,
    // Words only: the texts stand in the table above. This tokenizer takes every character beyond ASCII for a letter:
    // which of them are is decided once, in FactWords, for facts and queries alike.
    `CREATE VIRTUAL TABLE word USING fts5(topic, tags, text, content='', contentless_delete=1,
      tokenize="ascii")`,
    // Which words there are, for the ends of unfinished ones: the index itself reads all postings to tell.
    "CREATE TABLE spelling (word TEXT PRIMARY KEY) WITHOUT ROWID, STRICT",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(word, row)",
    // Fewer, larger segments while a large file is imported.
    `INSERT INTO word(word, rank) VALUES('hashsize', ${32 << 20})`,
  ],
]

export type Sql = LibsqlClient.LibsqlClient

export interface Place {
  readonly store: string
  /** An absolute path, or `:memory:`. */
  readonly file: string
}

/** For reading only: nothing that goes through it can change the file. */
export const openReadOnly = (place: Place) =>
  Effect.gen(function* () {
    const sql = yield* connect(place, "ro")
    // An older store is brought up to date once; reading stays reading.
    if ((yield* schemaVersion(place, sql)) < migrations.length) yield* Effect.scoped(openForWriting(place))
    yield* translated(place, sql.unsafe("PRAGMA mmap_size = 1073741824"))
    return sql
  })

/**
 * For writing, with the current schema; an empty file gets it. A `fresh` file is nobody's yet: without a journal it is
 * written faster, and thrown away when anything goes wrong.
 */
export const openForWriting = (place: Place, fresh = false) =>
  Effect.gen(function* () {
    const sql = yield* connect(place, "rw")
    yield* translated(place, sql.unsafe(`PRAGMA journal_mode = ${fresh ? "OFF" : "WAL"}`))
    yield* translated(place, sql.unsafe(`PRAGMA synchronous = ${fresh ? "OFF" : "FULL"}`))
    yield* translated(place, sql.unsafe(`PRAGMA cache_size = -${writeCacheKiB}`))
    const version = yield* schemaVersion(place, sql)
    if (version < migrations.length) yield* transaction(place, sql, migrate(place, sql))
    return sql
  })

/** All or nothing. One connection does everything, so the client's own transactions (a connection each) are not used. */
export const transaction = <A, E, R>(place: Place, sql: Sql, body: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    translated(place, sql.unsafe("BEGIN IMMEDIATE")),
    () => Effect.zipLeft(body, translated(place, sql.unsafe("COMMIT"))),
    (_, exit) => (exit._tag === "Success" ? Effect.void : Effect.ignore(sql.unsafe("ROLLBACK"))),
  )

/** Rows, with the database's failures as documented ones. */
export const translated = <A, R>({ store }: Place, effect: Effect.Effect<A, SqlError, R>) =>
  Effect.mapError(effect, (error) => fromDatabase(store, error.cause))

const connect = (place: Place, mode: "ro" | "rw") =>
  Effect.gen(function* () {
    const uri =
      place.file === ":memory:"
        ? place.file
        : `file:${encodeURI(place.file).replace(/[?#]/g, encodeURIComponent)}?mode=${mode}`
    // The client refuses `mode` in a URL, so that it is handed a connection that is open already.
    const client = yield* Effect.acquireRelease(
      Effect.try({
        try: () => new Sqlite3Client(uri, {}, new Database(uri), "number"),
        catch: (cause) => fromDatabase(place.store, cause),
      }),
      (opened) => Effect.sync(() => opened.close()),
    )
    const sql = yield* LibsqlClient.make({ liveClient: client }).pipe(Effect.provide(Reactivity.layer))
    yield* translated(place, sql.unsafe(`PRAGMA busy_timeout = ${lockWaitMs}`))
    return sql
  })

const schemaVersion = (place: Place, sql: Sql) =>
  Effect.gen(function* () {
    const [row] = yield* translated(
      place,
      sql.unsafe<{ readonly version: number; readonly application: number; readonly tables: number }>(
        `SELECT (SELECT user_version FROM pragma_user_version) AS version,
          (SELECT application_id FROM pragma_application_id) AS application,
          (SELECT count(*) FROM sqlite_schema) AS tables`,
      ),
    )
    const { version = 0, application = 0, tables = 0 } = row ?? {}
    const unusable = (problem: string) => new FactsStoreUnusable({ store: place.store, problem })
    if (tables > 0 && application !== applicationId) return yield* unusable("its file is no facts store")
    if (version > migrations.length) return yield* unusable("a newer edge wrote it")
    return version
  })

const migrate = (place: Place, sql: Sql) =>
  Effect.gen(function* () {
    // Asked again inside the transaction: another process may have been first.
    const version = yield* schemaVersion(place, sql)
    const steps = migrations.slice(version).flat()
    const stamps = [`PRAGMA application_id = ${applicationId}`, `PRAGMA user_version = ${migrations.length}`]
    for (const step of [...steps, ...stamps]) yield* translated(place, sql.unsafe(step))
  })

const fromDatabase = (store: string, cause: unknown) => {
  const code = String((cause as { readonly code?: unknown }).code ?? "")
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new FactsStoreLocked({ store, waited_ms: lockWaitMs })
  }
  return new FactsStoreUnusable({ store, problem: problems[code] ?? (code === "" ? "it cannot be opened" : code) })
}

const problems: { readonly [code: string]: string } = {
  SQLITE_NOTADB: "its file is no facts store",
  SQLITE_CORRUPT: "its file is damaged",
  SQLITE_CORRUPT_VTAB: "its index is damaged",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "its file cannot be written",
  SQLITE_CANTOPEN: "it cannot be opened",
}

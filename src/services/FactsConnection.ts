/** One connection to the SQLite file of a facts store: opened, brought to the current schema, closed with its scope. */

import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlError } from "@effect/sql/SqlError"
import * as LibsqlClient from "@effect/sql-libsql/LibsqlClient"
import { Sqlite3Client } from "@libsql/client/sqlite3"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import Database from "libsql"
import { FactsStoreLocked, FactsStoreUnusable } from "../domain/errors/Facts.ts"
import { applicationId, type Migrations, migrations, stepsFrom } from "./FactsSchema.ts"

/** How long a statement waits for another process's lock, and how often it tries meanwhile. */
const lockWaitMs = 5_000
const retryMs = 50

/** How much of a store an import keeps in memory: enough for the inner pages of a store of some million facts. */
const writeCacheKiB = 131_072

export interface Sql extends LibsqlClient.LibsqlClient {
  /**
   * Runs a statement for its effect, and is done with it also where it fails. A prepared one that met a lock lives on until
   * the garbage is collected, and as long as it does SQLite refuses every COMMIT.
   */
  readonly exec: (statement: string) => Effect.Effect<void, SqlError>
}

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
    if ((yield* schemaVersion(place, sql, migrations)) < migrations.length) yield* Effect.scoped(openForWriting(place))
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
    yield* translated(place, sql.exec(`PRAGMA journal_mode = ${fresh ? "OFF" : "WAL"}`))
    yield* translated(place, sql.exec(`PRAGMA synchronous = ${fresh ? "OFF" : "FULL"}`))
    yield* translated(place, sql.exec(`PRAGMA cache_size = -${writeCacheKiB}`))
    yield* bringUpToDate(place, sql)
    return sql
  })

/** Gives the file the schema that `to` makes: all of it, or its old version stays. */
export const bringUpToDate = (place: Place, sql: Sql, to: Migrations = migrations) =>
  Effect.gen(function* () {
    if ((yield* schemaVersion(place, sql, to)) === to.length) return
    const migrate = Effect.gen(function* () {
      // Asked again inside the transaction: another process may have been first.
      const version = yield* schemaVersion(place, sql, to)
      for (const step of stepsFrom(version, to)) yield* translated(place, sql.exec(step))
    })
    yield* transaction(place, sql, migrate)
  })

/** All or nothing. One connection does everything, so the client's own transactions (a connection each) are not used. */
export const transaction = <A, E, R>(place: Place, sql: Sql, body: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.interruptible(translated(place, sql.exec("BEGIN IMMEDIATE"))),
    () => Effect.zipLeft(body, translated(place, sql.exec("COMMIT"))),
    (_, exit) => (exit._tag === "Success" ? Effect.void : Effect.ignore(sql.exec("ROLLBACK"))),
  )

/**
 * Rows, with the database's failures as documented ones. A statement that meets a lock changed nothing and is tried again:
 * SQLite's own waiting would hold up this whole process, Ctrl-C included.
 */
export const translated = <A, R>({ store }: Place, effect: Effect.Effect<A, SqlError, R>) =>
  effect.pipe(
    Effect.mapError((error) => fromDatabase(store, error.cause)),
    Effect.retry({ while: (error) => error._tag === "facts_store_locked", schedule: untilPatienceEnds }),
  )

const untilPatienceEnds = Schedule.upTo(Schedule.spaced(retryMs), lockWaitMs)

const connect = (place: Place, mode: "ro" | "rw") =>
  Effect.gen(function* () {
    const uri =
      place.file === ":memory:"
        ? place.file
        : `file:${encodeURI(place.file).replace(/[?#]/g, encodeURIComponent)}?mode=${mode}`
    // The client refuses `mode` in a URL, so that it is handed a connection that is open already.
    const [database, client] = yield* Effect.acquireRelease(
      Effect.try({
        try: () => {
          const opened = new Database(uri)
          return [opened, new Sqlite3Client(uri, {}, opened, "number")] as const
        },
        catch: (cause) => fromDatabase(place.store, cause),
      }),
      ([, opened]) => Effect.sync(() => opened.close()),
    )
    const exec: Sql["exec"] = (statement) =>
      Effect.try({ try: () => void database.exec(statement), catch: (cause) => new SqlError({ cause }) })
    const sql = yield* LibsqlClient.make({ liveClient: client }).pipe(Effect.provide(Reactivity.layer))
    return Object.assign(sql, { exec }) satisfies Sql
  })

const schemaVersion = (place: Place, sql: Sql, known: Migrations) =>
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
    if (version > known.length) return yield* unusable("a newer edge wrote it")
    return version
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

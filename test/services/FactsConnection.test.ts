/** Other processes at the same file: what waits for their lock, how long, and who brings an old file up to date. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { Documented } from "../../src/domain/errors/About.ts"
import { FactsStoreLocked } from "../../src/domain/errors/Facts.ts"
import { bringUpToDate, openForWriting, openReadOnly, type Place } from "../../src/services/FactsConnection.ts"
import { migrations, stepsFrom } from "../../src/services/FactsSchema.ts"
import { FactsStore } from "../../src/services/FactsStore.ts"
import { StateDir } from "../../src/services/StateDir.ts"
import { fact, found, imported, layerTemporary } from "../fixtures/facts.ts"
import { holding } from "../fixtures/lockHolder.ts"

const before = fact("old", "Old", "here before")
const after = fact("new", "New", "comes later")

const placed = Effect.map(StateDir, (state): Place => ({ store: "s", file: path.join(state.path, "facts", "s.db") }))

/** Everything that the store `s` holds. */
const everything = Effect.scoped(
  Effect.flatMap(
    Effect.flatMap(FactsStore, (stores) => stores.open("s")),
    (open) => open.page("", 10),
  ),
)

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Until this many fibers sleep: each of them has been refused, and waits before it tries again. */
const untilWaiting = (count: number) =>
  Effect.repeat(Effect.zipRight(turn, TestClock.sleeps()), { until: (sleeps) => Chunk.size(sleeps) === count })

/** Lets this much time pass for whoever waits, again and again until it has ended. */
const ended = <A, E>(fiber: Fiber.Fiber<A, E>, step: "1 hour" | "10 millis") =>
  Effect.raceFirst(Fiber.join(fiber), Effect.forever(Effect.zipRight(turn, TestClock.adjust(step))))

const importing = imported("s", [after])

const writes: ReadonlyArray<readonly [string, Effect.Effect<unknown, Documented, FactsStore>]> = [
  ["an import", importing],
  ["a dry run", imported("s", [after], true)],
  ["a deletion", Effect.flatMap(FactsStore, (stores) => stores.remove("s", "old"))],
]

describe("a lock that another process holds", () => {
  it.scoped.each(writes)("ends %s in facts_store_locked, and nothing has changed", ([, write]) =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      const { file } = yield* placed
      const bytes = fs.readFileSync(file)
      const holder = yield* holding(file)
      const fiber = yield* Effect.fork(Effect.flip(write))
      yield* untilWaiting(1)
      const failure = yield* ended(fiber, "1 hour")
      expect(failure).toEqual(new FactsStoreLocked({ store: "s", waited_ms: 5_000 }))
      expect(FactsStoreLocked.about.exit).toBe(5)
      expect(fs.readFileSync(file).equals(bytes)).toBe(true)
      yield* holder.release
      expect(yield* everything).toEqual([before])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("does not hold up a look-up", () =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      yield* holding((yield* placed).file)
      expect(yield* found("s", "here")).toEqual(["old"])
      expect(yield* everything).toEqual([before])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("lets an import through when it is gone", () =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      const holder = yield* holding((yield* placed).file)
      const fiber = yield* Effect.fork(importing)
      yield* untilWaiting(1)
      yield* holder.release
      expect(yield* ended(fiber, "10 millis")).toEqual({ added: 1, changed: 0, unchanged: 0 })
      expect(yield* everything).toEqual([after, before])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("does not keep an import from being interrupted, which leaves no lock of its own", () =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      const holder = yield* holding((yield* placed).file)
      const fiber = yield* Effect.fork(importing)
      yield* untilWaiting(1)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(fiber))).toBe(true)
      yield* holder.release
      expect(yield* everything).toEqual([before])
      expect(yield* importing).toEqual({ added: 1, changed: 0, unchanged: 0 })
    }).pipe(Effect.provide(layerTemporary)),
  )
})

const empty = Effect.tap(placed, ({ file }) =>
  Effect.sync(() => {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, "")
  }),
)

const versionOf = (place: Place) =>
  Effect.scoped(
    Effect.flatMap(openReadOnly(place), (sql) =>
      Effect.map(
        sql.unsafe<{ readonly user_version: number }>("PRAGMA user_version"),
        ([row]) => row?.user_version ?? -1,
      ),
    ),
  )

describe("an old file", () => {
  it("takes the steps that it lacks, in their order, and is stamped last", () => {
    const [first, second] = [["a", "b"], ["c"]]
    const stamps = (version: number) => ["PRAGMA application_id = 1701078886", `PRAGMA user_version = ${version}`]
    expect(stepsFrom(0, [first, second])).toEqual(["a", "b", "c", ...stamps(2)])
    expect(stepsFrom(1, [first, second])).toEqual(["c", ...stamps(2)])
    expect(stepsFrom(2, [first, second])).toEqual([])
  })

  it.scoped("that is empty is brought up to date by whoever opens it first", () =>
    Effect.gen(function* () {
      const place = yield* empty
      expect(yield* everything).toEqual([])
      expect(yield* versionOf(place)).toBe(migrations.length)
      expect(yield* importing).toEqual({ added: 1, changed: 0, unchanged: 0 })
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("that was begun by edge and never got its first step gets it", () =>
    Effect.gen(function* () {
      const place = yield* empty
      yield* Effect.scoped(
        Effect.flatMap(openForWriting(place, true), (sql) =>
          Effect.forEach(
            ["fact", "word", "spelling", "vocabulary"]
              .map((table) => `DROP TABLE ${table}`)
              .concat("PRAGMA user_version = 0"),
            (statement) => sql.unsafe(statement),
          ),
        ),
      )
      expect(yield* importing).toEqual({ added: 1, changed: 0, unchanged: 0 })
      expect(yield* versionOf(place)).toBe(migrations.length)
    }).pipe(Effect.provide(layerTemporary)),
  )

  // A step that ran twice would fail: its tables would be there. A log that is there already lets both see the old version
  // before either may write.
  it.scoped.each<readonly [string, ReadonlyArray<string>]>([
    ["before it has a log", ["BEGIN IMMEDIATE"]],
    ["while nobody may even read it", ["BEGIN EXCLUSIVE"]],
    ["when it has a log", ["PRAGMA journal_mode = WAL", "BEGIN IMMEDIATE"]],
  ])("is brought up to date once where two open it at the same time, %s", ([, statements]) =>
    Effect.gen(function* () {
      const place = yield* empty
      const holder = yield* holding(place.file, statements)
      const readers = yield* Effect.forkAll([everything, everything])
      yield* untilWaiting(2)
      yield* holder.release
      expect(yield* ended(readers, "10 millis")).toEqual([[], []])
      expect(yield* versionOf(place)).toBe(migrations.length)
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("keeps its version and all it holds when a later step fails midway", () =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      const place = yield* placed
      const schema = (sql: Effect.Effect.Success<ReturnType<typeof openForWriting>>) =>
        sql.unsafe("SELECT name, sql FROM sqlite_schema ORDER BY name")
      const sql = yield* openForWriting(place)
      const was = yield* schema(sql)
      const next = [...migrations, ["CREATE TABLE more (x)", "DELETE FROM fact", "CREATE TABLE more (x)"]]
      expect((yield* Effect.flip(bringUpToDate(place, sql, next)))._tag).toBe("facts_store_unusable")
      expect(yield* schema(sql)).toEqual(was)
      expect(yield* versionOf(place)).toBe(migrations.length)
      expect(yield* everything).toEqual([before])
      yield* bringUpToDate(place, sql, [...migrations, ["CREATE TABLE more (x)"]])
      expect(yield* schema(sql)).toHaveLength(was.length + 1)
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.scoped("is refused where it is in truth a newer one, for reading and for writing", () =>
    Effect.gen(function* () {
      yield* imported("s", [before])
      const place = yield* placed
      yield* Effect.scoped(
        Effect.flatMap(openForWriting(place), (sql) => bringUpToDate(place, sql, [...migrations, ["SELECT 1"]])),
      )
      const uses: ReadonlyArray<Effect.Effect<unknown, Documented, FactsStore>> = [
        everything,
        ...writes.map(([, write]) => write),
      ]
      for (const use of uses) {
        expect((yield* Effect.flip(use)).message).toBe("The facts store s cannot be used: a newer edge wrote it.")
      }
    }).pipe(Effect.provide(layerTemporary)),
  )
})

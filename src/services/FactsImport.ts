/** Writing facts in batches: a few statements for thousands of facts, each handed over as one JSON text. */
import * as Effect from "effect/Effect"
import type { Fact, FactFault } from "../domain/Fact.ts"
import { indexText, indexWords, isFolded } from "../domain/FactWords.ts"
import { type Place, type Sql, translated } from "./FactsConnection.ts"
import type { FactBatch } from "./FactsFile.ts"

/** The state of one import, inside its transaction. */
export interface Import {
  /** The highest row that was there before; what is above it came with this import. */
  readonly lastBefore: number
  /** Rows of before that this import has met, one bit each. */
  readonly met: Uint8Array
  lastRow: number
  added: number
  changed: number
  unchanged: number
  /** Words that an import into a store with facts has brought; for a first import the index tells them all at its end. */
  readonly words: Set<string>
  /** Ids that stand twice. */
  readonly faults: Array<FactFault>
}

export const beginImport = (place: Place, sql: Sql) =>
  Effect.map(
    translated(place, sql.unsafe<{ readonly last: number }>("SELECT coalesce(max(id), 0) AS last FROM fact")),
    ([row]): Import => {
      const last = row?.last ?? 0
      const met = new Uint8Array((last >> 3) + 1)
      return { lastBefore: last, met, lastRow: last, added: 0, changed: 0, unchanged: 0, words: new Set(), faults: [] }
    },
  )

/** Writes one batch. A fact whose id stood in the file before is noted as a fault and not written. */
export const writeBatch = (place: Place, sql: Sql, state: Import, batch: FactBatch) =>
  Effect.gen(function* () {
    const run = (statement: string, rows: ReadonlyArray<unknown>, ...before: ReadonlyArray<number>) =>
      translated(place, sql.unsafe(statement, [...before, JSON.stringify(rows)]).raw)
    // In a store that was empty only this file's own ids can be known, and the insertion itself finds those.
    const known = state.lastBefore === 0 ? [] : yield* existing(place, sql, batch.facts)
    const { added, changed } = sorted(state, batch, known)
    const first = state.lastRow + 1
    state.lastRow += added.length
    const rows = added.map(({ fact }, at) => [first + at, fact] as const)
    if (rows.length > 0) {
      const { rowsAffected } = (yield* run(insertFacts, rows.map(stored))) as { readonly rowsAffected: number }
      if (rowsAffected < rows.length) yield* noteRepeated(place, sql, state, first, added)
      const folded = rows.filter(([, fact]) => needsFolding(fact)).map(indexed)
      yield* run(
        insertPlainWords,
        folded.map(([id]) => id),
        first,
        state.lastRow,
      )
      if (folded.length > 0) yield* run(insertWords, folded)
    }
    if (changed.length > 0) {
      yield* run(updateFacts, changed.map(stored))
      yield* run(
        "DELETE FROM word WHERE rowid IN (SELECT value FROM json_each(?))",
        changed.map(([id]) => id),
      )
      yield* run(insertWords, changed.map(indexed))
    }
    if (state.lastBefore > 0) {
      for (const { topic, text, tags } of [...added.map(({ fact }) => fact), ...changed.map(([, fact]) => fact)]) {
        for (const word of indexWords([topic, text, ...tags].join(" "))) state.words.add(word)
      }
      if (state.words.size > 50_000) yield* insertSpellings(place, sql, state.words)
    }
  })

/** Notes the words of everything that was imported; called once, at the end. */
export const noteSpellings = (place: Place, sql: Sql, { lastBefore, words }: Import) =>
  lastBefore === 0
    ? translated(place, sql.unsafe("INSERT OR IGNORE INTO spelling SELECT term FROM vocabulary"))
    : insertSpellings(place, sql, words)

const insertSpellings = (place: Place, sql: Sql, words: Set<string>) =>
  Effect.tap(
    translated(
      place,
      sql.unsafe("INSERT OR IGNORE INTO spelling SELECT value FROM json_each(?)", [JSON.stringify([...words])]),
    ),
    () => Effect.sync(() => words.clear()),
  )

interface Placed {
  readonly fact: Fact
  readonly index: number
}

const noteRepeated = Effect.fnUntraced(function* (
  place: Place,
  sql: Sql,
  state: Import,
  first: number,
  added: ReadonlyArray<Placed>,
) {
  const there = yield* translated(
    place,
    sql.unsafe<{ readonly id: number }>("SELECT id FROM fact WHERE id BETWEEN ? AND ?", [first, state.lastRow]),
  )
  const ids = new Set(there.map((row) => row.id))
  added.forEach(({ index }, at) => {
    if (!ids.has(first + at)) state.faults.push(repeated(index))
  })
})

const repeated = (index: number): FactFault => ({ index, path: "fact_id", problem: "stands twice in this file" })

interface Known {
  readonly at: number
  readonly id: number
  readonly same: number
}

const existing = (place: Place, sql: Sql, facts: ReadonlyArray<Fact>) =>
  translated(
    place,
    sql.unsafe<Known>(
      `SELECT j.key AS at, f.id AS id, f.topic = j.value->>1 AND f.text = j.value->>2 AND f.tags = j.value->>3
          AND f.source_label IS j.value->>4 AS same
        FROM json_each(?) AS j CROSS JOIN fact AS f ON f.fact_id = j.value->>0`,
      [JSON.stringify(facts.map((fact) => stored([0, fact]).slice(1)))],
    ),
  )

const insertFacts = `INSERT INTO fact (id, fact_id, topic, text, tags, source_label)
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?)
  WHERE true ON CONFLICT (fact_id) DO NOTHING`

// Most texts go into the index as they stand, punctuation of the tags' JSON included: no word is in that.
const insertPlainWords = `INSERT INTO word (rowid, topic, tags, text)
  SELECT id, topic, tags, text FROM fact
  WHERE id BETWEEN ? AND ? AND id NOT IN (SELECT value FROM json_each(?))`

const updateFacts = `UPDATE fact SET topic = j.value->>2, text = j.value->>3, tags = j.value->>4, source_label = j.value->>5
  FROM json_each(?) AS j WHERE fact.id = j.value->>0`

const insertWords = `INSERT INTO word (rowid, topic, tags, text)
  SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?)`

const stored = ([id, fact]: readonly [number, Fact]) => [
  id,
  fact.fact_id,
  fact.topic,
  fact.text,
  JSON.stringify(fact.tags),
  fact.source_label,
]

const needsFolding = ({ topic, text, tags }: Fact): boolean =>
  isFolded(topic) || isFolded(text) || tags.some((tag) => isFolded(tag) || /["\\\u0000-\u001f]/.test(tag))

const indexed = ([id, { topic, tags, text }]: readonly [number, Fact]) =>
  [id, indexText(topic), indexText(tags.join(" ; ")), indexText(text)] as const

const sorted = (state: Import, { facts, indexes }: FactBatch, known: ReadonlyArray<Known>) => {
  const byPlace = new Map(known.map((row) => [row.at, row]))
  const ids = new Set<string>()
  const added: Array<Placed> = []
  const changed: Array<readonly [number, Fact]> = []
  facts.forEach((fact, at) => {
    const row = byPlace.get(at)
    if (ids.has(fact.fact_id) || (row !== undefined && alreadyMet(state, row.id))) {
      state.faults.push(repeated(indexes[at] as number))
      return
    }
    ids.add(fact.fact_id)
    if (row === undefined) added.push({ fact, index: indexes[at] as number })
    else if (row.same === 0) changed.push([row.id, fact])
    else state.unchanged += 1
  })
  state.added += added.length
  state.changed += changed.length
  return { added, changed }
}

const alreadyMet = ({ lastBefore, met }: Import, id: number): boolean => {
  if (id > lastBefore) return true
  const [byte, bit] = [id >> 3, 1 << (id & 7)]
  const before = ((met[byte] ?? 0) & bit) !== 0
  met[byte] = (met[byte] ?? 0) | bit
  return before
}

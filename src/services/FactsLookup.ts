/**
 * Look-ups whose time does not grow with the store. Ranking by bm25 reads every posting of every word, so only words that
 * few facts hold are ranked by; a word that many hold chooses facts, and is read no further than needed.
 */
import * as Effect from "effect/Effect"
import type { Fact } from "../domain/Fact.ts"
import { allOf, anyOf, type FactQuestion, factQuery, type Unfinished } from "../domain/FactQuery.ts"
import { type Place, type Sql, translated } from "./FactsConnection.ts"

/** A word in this many facts is common, and more candidates than this are not ranked. */
export const commonAt = 2_000

/** How many longer words an unfinished one stands for, in alphabetical order. */
const spellingLimit = 64

/** How much more a word counts in the topic and in the tags than in the text. */
const weights = "4.0, 2.0, 1.0"

export interface FactRow {
  readonly id: number
  readonly fact_id: string
  readonly topic: string
  readonly text: string
  readonly tags: string
  readonly source_label: string | null
}

export const columns = "id, fact_id, topic, text, tags, source_label"

export const factOfRow = ({ id: _, tags, ...rest }: FactRow): Fact => ({ ...rest, tags: JSON.parse(tags) })

interface WeighedTerm {
  readonly expression: string
  readonly common: boolean
  readonly filler: boolean
}

/** The best rows for a question, best first; rows that are equally good in the order they were first imported. */
export const lookup = (place: Place, sql: Sql, question: FactQuestion) =>
  Effect.gen(function* () {
    const query = factQuery(question)
    const terms = yield* weigh(place, sql, query.terms)
    const content = terms.filter((term) => !term.filler)
    const expressions = content.map((term) => term.expression)
    // Every word; every word that says something; at least one of those.
    const attempts = [
      {
        match: allOf(
          terms.map((term) => term.expression),
          query.topic,
        ),
        by: content.length > 0 ? content : terms,
      },
      ...(content.length > 0 && content.length < terms.length
        ? [{ match: allOf(expressions, query.topic), by: content }]
        : []),
      ...(content.length > 1 ? [{ match: anyOf(rareOrAll(content), query.topic), by: content }] : []),
    ]
    for (const { match, by } of attempts) {
      if (match === "") continue
      const ids = yield* ranked(place, sql, match, by, question.limit)
      if (ids.length > 0) return yield* rowsOf(place, sql, ids)
    }
    return []
  })

const rareOrAll = (terms: ReadonlyArray<WeighedTerm>): ReadonlyArray<string> => {
  const rare = terms.filter((term) => !term.common)
  return (rare.length === 0 ? terms : rare).map((term) => term.expression)
}

const weigh = (place: Place, sql: Sql, terms: ReturnType<typeof factQuery>["terms"]) =>
  Effect.gen(function* () {
    const [size] = yield* translated(
      place,
      sql.unsafe<{ readonly most: number | null }>("SELECT max(id) AS most FROM fact"),
    )
    const small = (size?.most ?? 0) < commonAt
    return yield* Effect.forEach(terms, ({ expression, unfinished, filler }) =>
      Effect.gen(function* () {
        if (small) return { expression: unfinished?.expression ?? expression, common: false, filler }
        if (yield* isCommon(place, sql, expression)) return { expression, common: true, filler }
        if (unfinished === null) return { expression, common: false, filler }
        const widest = (yield* finished(place, sql, unfinished)) ?? expression
        return { expression: widest, common: yield* isCommon(place, sql, widest), filler }
      }),
    )
  })

// The index would merge the postings of all longer words before it gives the first; word by word it stops when told to.
const finished = (place: Place, sql: Sql, { beginning, spelled }: Unfinished) =>
  Effect.map(
    translated(
      place,
      sql.unsafe<{ readonly word: string }>(
        `SELECT word FROM spelling WHERE word >= ? AND word < ? LIMIT ${spellingLimit}`,
        [beginning, `${beginning}\u{10ffff}`],
      ),
    ),
    (rows) => (rows.length === 0 ? null : spelled(rows.map(({ word }) => word))),
  )

const isCommon = (place: Place, sql: Sql, expression: string) =>
  Effect.map(
    translated(
      place,
      sql.unsafe<{ readonly held: number }>(
        `SELECT count(*) AS held FROM (SELECT 1 FROM word WHERE word MATCH ? LIMIT ${commonAt})`,
        [expression],
      ),
    ),
    ([row]) => (row?.held ?? 0) >= commonAt,
  )

const matching = "SELECT rowid FROM word WHERE word MATCH ? LIMIT ?"

const ranked = (place: Place, sql: Sql, match: string, terms: ReadonlyArray<WeighedTerm>, limit: number) =>
  Effect.gen(function* () {
    const ids = (statement: string, values: ReadonlyArray<string | number>) =>
      Effect.map(translated(place, sql.unsafe<{ readonly rowid: number }>(statement, values)), (rows) =>
        rows.map((row) => row.rowid),
      )
    const rare = terms.filter((term) => !term.common).map((term) => term.expression)
    if (rare.length > 0) {
      // The plus keeps SQLite from starting one search for each candidate.
      const statement = `SELECT rowid FROM word WHERE word MATCH ? AND +rowid IN (${matching})
        ORDER BY bm25(word, ${weights}), rowid LIMIT ?`
      return yield* ids(statement, [anyOf(rare, null), match, commonAt, limit])
    }
    // Looking for the best of them, say by topic, may mean reading all postings; the first will do.
    return yield* ids(matching, [match, limit])
  })

const rowsOf = (place: Place, sql: Sql, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const rows = yield* translated(
      place,
      sql.unsafe<FactRow>(`SELECT ${columns} FROM fact WHERE id IN (SELECT value FROM json_each(?))`, [
        JSON.stringify(ids),
      ]),
    )
    const byId = new Map(rows.map((row) => [row.id, factOfRow(row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  })

/** Laws of facts stores, over generated facts and queries. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type { Fact } from "../../src/domain/Fact.ts"
import { wordsOf } from "../../src/domain/FactWords.ts"
import { fact, found, foundAll, imported, layerTemporary } from "../fixtures/facts.ts"

const clean = (text: string) => text.isWellFormed() && !text.includes("\u0000") && text !== ""
const chinese = FastCheck.string({
  unit: FastCheck.constantFrom(..."退款政策发货时间客户订单运费保修期"),
  minLength: 1,
  maxLength: 8,
})
const anyText = FastCheck.oneof(
  FastCheck.string({ unit: "grapheme", maxLength: 40 }),
  FastCheck.string({ unit: "binary", maxLength: 40 }),
  FastCheck.lorem({ maxCount: 6 }),
  chinese,
).filter(clean)

const facts = FastCheck.uniqueArray(
  FastCheck.record({
    fact_id: FastCheck.string({ minLength: 1, maxLength: 12 }).filter(clean),
    topic: anyText,
    text: anyText,
    tags: FastCheck.array(FastCheck.lorem({ maxCount: 1 }), { maxLength: 3 }),
    source_label: FastCheck.option(FastCheck.constant("notes")),
  }),
  { selector: (each) => each.fact_id, maxLength: 12 },
)

const law = { fastCheck: { numRuns: 40 } }

describe("for any facts", () => {
  it.effect.prop(
    "every word of a topic finds its fact",
    [facts],
    ([all]) =>
      Effect.gen(function* () {
        yield* imported("s", all)
        const asked = all.flatMap(({ fact_id, topic }) => wordsOf(topic).map(({ text }) => ({ fact_id, topic, text })))
        const answers = yield* foundAll(
          "s",
          asked.map(({ text }) => text),
          { limit: 50 },
        )
        asked.forEach((each, at) => {
          expect({ ...each, ids: answers[at] }).toMatchObject({ ids: expect.arrayContaining([each.fact_id]) })
        })
      }).pipe(Effect.provide(layerTemporary)),
    law,
  )

  it.effect.prop(
    "importing twice changes nothing",
    [facts, FastCheck.string()],
    ([all, query]) =>
      Effect.gen(function* () {
        const { added } = yield* imported("s", all)
        const before = yield* found("s", query)
        expect(added).toBe(all.length)
        expect(yield* imported("s", all)).toEqual({ added: 0, changed: 0, unchanged: all.length })
        expect(yield* found("s", query)).toEqual(before)
      }).pipe(Effect.provide(layerTemporary)),
    law,
  )

  it.effect.prop(
    "two stores never share rows",
    [facts, facts],
    ([one, other]) =>
      Effect.gen(function* () {
        const named = (name: string, all: ReadonlyArray<Fact>) =>
          all.map((each) => ({ ...each, fact_id: `${name}:${each.fact_id}` }))
        yield* imported("one", named("one", one))
        yield* imported("other", named("other", other))
        const topics = [...one, ...other].map(({ topic }) => topic)
        for (const store of ["one", "other"]) {
          const ids = (yield* foundAll(store, topics, { limit: 50 })).flat()
          expect(ids.filter((id) => !id.startsWith(`${store}:`))).toEqual([])
        }
      }).pipe(Effect.provide(layerTemporary)),
    law,
  )
})

describe("any bytes as a query", () => {
  it.live(
    "are words, or nothing",
    () =>
      Effect.gen(function* () {
        yield* imported("s", [fact("a", "AND OR NOT", 'NEAR("topic": text) *', { tags: ["^"] })])
        const bytes = FastCheck.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each).toString("latin1"))
        const syntax = FastCheck.string({
          unit: FastCheck.constantFrom(...'"()*^:-+{} ANDORNEAR\u0000\ud800'),
          maxLength: 30,
        })
        const queries = FastCheck.sample(FastCheck.oneof(bytes, syntax, FastCheck.string({ unit: "binary" })), 400)
        for (const query of queries.slice(0, 50)) yield* found("s", query, { topic: query })
        expect(yield* foundAll("s", queries)).toHaveLength(queries.length)
      }).pipe(Effect.provide(layerTemporary)),
    60_000,
  )
})

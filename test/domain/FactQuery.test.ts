/** Words of queries, as the index is asked for them. */
import { describe, expect, it } from "vitest"
import { allOf, anyOf, boundedLimit, factQuery } from "../../src/domain/FactQuery.ts"
import { indexText, wordsOf } from "../../src/domain/FactWords.ts"

const expressions = (query: string, topic: string | null = null) =>
  factQuery({ query, topic, limit: 5 }).terms.map(({ expression }) => expression)

describe("a query", () => {
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["refund policy", ['"refund"', '"policy"']],
    ["POL-358", ['"pol 358"']],
    ["memory:safe", ['"memory safe"']],
    ['say "hi', ['"say"', '"hi"']],
    ["foo AND bar", ['"foo"', '"and"', '"bar"']],
    ["don't", ['"don t"']],
    ["NEAR(", ['"near"']],
    ["Straße STRASSE", ['"strasse"']],
    ["退款政策是什么？", ['"退款"', '"政策"', '"是"', '"什么"']],
    ["iPhone15手机", ['"iphone15"', '"手机"']],
    ["* ( ) \u0000 —", []],
  ]
  it.each(rows)("%s", (query, expected) => expect(expressions(query)).toEqual(expected))

  it("may leave only its last word unfinished", () => {
    const { terms } = factQuery({ query: "refund pol-3 退款", topic: null, limit: 5 })
    expect(terms.map(({ unfinished }) => unfinished)).toEqual([null, null, null])
    const last = factQuery({ query: "refund pol-35", topic: null, limit: 5 }).terms.at(-1)?.unfinished
    expect(last?.expression).toBe('"pol 35"*')
    expect(last?.beginning).toBe("35")
    expect(last?.spelled(["358", "359"])).toBe('("pol 358" OR "pol 359")')
  })

  it("counts at most 32 different words", () => {
    expect(wordsOf("again ".repeat(99))).toHaveLength(1)
    expect(expressions(Array.from({ length: 99 }, (_, at) => `w${at}`).join(" "))).toHaveLength(32)
  })

  it("knows words that say nothing", () => {
    const filler = (query: string) => factQuery({ query, topic: null, limit: 5 }).terms.map((term) => term.filler)
    expect(filler("what is the price")).toEqual([true, true, true, false])
    expect(filler("为什么退款")).toEqual([true, false])
  })

  it("is narrowed by its topic's words", () => {
    const { topic } = factQuery({ query: "x", topic: "Refund (EU)", limit: 5 })
    expect(topic).toBe('topic : ("refund" AND "eu")')
    expect(allOf(['"x"'], topic)).toBe('(topic : ("refund" AND "eu")) AND "x"')
    expect(anyOf(['"x"', '"y"'], null)).toBe('("x" OR "y")')
    expect(factQuery({ query: "x", topic: "***", limit: 5 }).topic).toBeNull()
  })

  it("has a limit within bounds", () => {
    expect([undefined, 3, 0, -7, 1_000, 10n ** 30n].map(boundedLimit)).toEqual([5, 3, 1, 1, 50, 50])
  })
})

describe("the index", () => {
  it("gets plain texts as they are, and others as words", () => {
    expect(indexText("Plain (ASCII) text.")).toBe("Plain (ASCII) text.")
    expect(indexText("Ｆｕｌｌ—Café")).toBe("full cafe")
    expect(indexText("查退款。")).toBe("查退 退款 查 退 款")
  })
})

/** Columns of a terminal: what is drawn wide, what is not drawn at all, and what is cut. */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { cut, padded, widthOf, wrapped } from "../../src/domain/Width.ts"

describe("widthOf", () => {
  it.each([
    ["", 0],
    ["refund", 6],
    ["Zürich", 6],
    ["Zu\u0308rich", 6],
    ["退款政策", 8],
    ["ＡＢ", 4],
    ["보증", 4],
    ["ok 🎉", 5],
    ["a\u200bb", 2],
    ["…✓✗·", 4],
  ])("%j is %i", (text, width) => expect(widthOf(text)).toBe(width))
})

const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."退a款é🎉\u0308") }))

describe("cut", () => {
  it.each([
    ["refund policy", 13, "start", "refund policy"],
    ["refund policy", 8, "start", "refund …"],
    ["/home/me/r.json", 8, "end", "…/r.json"],
    ["退款政策", 6, "start", "退款…"],
    ["退款政策", 5, "start", "退款…"],
    ["退款政策", 6, "end", "…政策"],
    ["ab", 1, "start", "…"],
  ] as const)("%j to %i, keeping its %s, is %j", (whole, width, keep, shown) => {
    expect(cut(whole, width, keep)).toBe(shown)
  })

  it.prop("fits, and is whole where it may be", [text, fc.integer({ min: 1, max: 30 })], ([whole, width]) => {
    for (const keep of ["start", "end"] as const) {
      const shown = cut(whole, width, keep)
      expect(widthOf(shown)).toBeLessThanOrEqual(width)
      expect(shown === whole).toBe(widthOf(whole) <= width)
      const kept = shown === whole ? shown : shown.replace("…", "")
      expect(keep === "start" ? whole.startsWith(kept) : whole.endsWith(kept)).toBe(true)
    }
  })
})

it("padded counts what is drawn", () => {
  expect([padded("退", 4), padded("abc", 4), padded("abcde", 4)]).toEqual(["退  ", "abc ", "abcde"])
})

it("wrapped keeps words whole", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"])
  expect(wrapped("extraordinary", 5)).toEqual(["extraordinary"])
  expect(wrapped("退款 政策", 5)).toEqual(["退款", "政策"])
  expect(wrapped("3.11.7  /usr/bin/python3", 10)).toEqual(["3.11.7", "/usr/bin/python3"])
  expect(wrapped("any length at all", Number.POSITIVE_INFINITY)).toEqual(["any length at all"])
})

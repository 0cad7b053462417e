/** Which texts are numbers of an option, and what is said about the others. */
import { describe, expect, it } from "vitest"
import { type NumberRange, readNumber } from "../../src/domain/NumberRange.ts"
import { left, right } from "../fixtures/described.ts"

const integer: NumberRange = { kind: "integer", least: 0, most: 10 }
const number: NumberRange = { kind: "number", least: 0, most: 2 }
const open: NumberRange = { kind: "integer", least: 1 }

describe("numbers", () => {
  it.each<[string, NumberRange, number]>([
    ["0", integer, 0],
    ["10", integer, 10],
    ["+7", integer, 7],
    ["0", number, 0],
    ["2", number, 2],
    [".5", number, 0.5],
    ["1e-3", number, 0.001],
    ["9007199254740991", open, 9007199254740991],
  ])("%s of %o", (text, range, value) => expect(right(readNumber(text, range))).toBe(value))

  it.each(["abc", "", " 1", "1.5", "-1", "11", "1e1", "NaN", "Infinity", "0x5", "١"])("%j is none", (text) => {
    expect(left(readNumber(text, integer))).toBe("must be an integer from 0 to 10.")
  })

  it.each(["abc", "", "NaN", "-1", "Infinity", "-Infinity", "1e999", "2.1", "0x1", "."])("%j is none", (text) => {
    expect(left(readNumber(text, number))).toBe("must be a number from 0 to 2.")
  })

  it.each(["0", "9007199254740992"])("%s is out of an open range", (text) => {
    expect(left(readNumber(text, open))).toBe("must be an integer of at least 1.")
  })
})

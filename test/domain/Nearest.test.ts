/** Which known words a mistyped one is taken for. */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { didYouMean, nearest } from "../../src/domain/Nearest.ts"

const commands = ["validate", "inspect", "call", "confirm", "pending"]

describe("nearest", () => {
  it.each([
    ["validte", ["validate"]],
    ["vlaidate", ["validate"]],
    ["inspekt", ["inspect"]],
    ["CALL", ["call"]],
    ["conf", ["confirm"]],
    ["zebra", []],
    ["", []],
  ])("%j", (word, found) => expect(nearest(word, commands)).toEqual(found))

  it.prop("finds a known word itself, first", [fc.constantFrom(...commands)], ([word]) => {
    expect(nearest(word, commands)[0]).toBe(word)
  })
})

it.each([
  ["calll", commands, "Did you mean call?"],
  ["--tol", ["--tool", "--tools", "--json"], "Did you mean --tool or --tools?"],
  ["zebra", commands, undefined],
])("%s", (word, known, text) => expect(didYouMean(word, known)).toBe(text))

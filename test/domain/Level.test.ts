import { expect, it } from "vitest"
import { decide } from "../../src/domain/Level.ts"

it.each([
  ["read", "request", "run"],
  ["prepare", "request", "run"],
  ["commit", "request", "confirm"],
  ["read", "confirmation", "run"],
  ["prepare", "confirmation", "run"],
  ["commit", "confirmation", "run"],
] as const)("a %s tool by %s: %s", (level, origin, decision) => {
  expect(decide(level, origin)).toBe(decision)
})

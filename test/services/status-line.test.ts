/** The line that is drawn again and again, among lines that stay. */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { clearStatus, drawStatus, eraseStatus, writtenSoFar } from "../../src/services/StatusLine.ts"

const clear = "\r\u001b[K"
let seen: Array<string> = []

beforeEach(() => {
  seen = []
  vi.spyOn(process.stderr, "write").mockImplementation((text) => seen.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

it("is drawn over itself, and taken away once", () => {
  drawStatus("a")
  drawStatus("b")
  eraseStatus()
  eraseStatus()
  expect(seen).toEqual([`${clear}a`, `${clear}b`, clear])
})

it("makes way for what is real, and is not drawn over the half of a line", () => {
  const before = writtenSoFar()
  drawStatus("a")
  clearStatus("half")
  drawStatus("b")
  clearStatus("")
  drawStatus("c")
  clearStatus(" and whole\n")
  drawStatus("d")
  eraseStatus()
  expect(seen).toEqual([`${clear}a`, clear, `${clear}d`, clear])
  expect(writtenSoFar()).toBe(before + 2)
})

/** How sizes, times and a running transfer read. */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { durationText, sizeText, transferLine } from "../../src/domain/TransferText.ts"

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.00 kB"],
  [999_999, "1.00 MB"],
  [5_455_584, "5.46 MB"],
  [639_446_688, "639 MB"],
  [5_680_000_000, "5.68 GB"],
  [16_700_000_000, "16.7 GB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text))

it.each([
  [0.2, "0 s"],
  [59.4, "59 s"],
  [60, "1 min 00 s"],
  [125, "2 min 05 s"],
  [7800, "2 h 10 min"],
])("%f seconds are %s", (seconds, text) => expect(durationText(seconds)).toBe(text))

describe("a transfer", () => {
  const half = { what: "qwen3-4b", done: 1_250_000_000, total: 2_500_000_000, rate: 12_500_000 }

  it("shows a bar, how far it is, the rate and what is left", () => {
    expect(transferLine(half, 100)).toBe(
      "qwen3-4b  ███████████████░░░░░░░░░░░░░░░   50 %  1.25 GB of 2.50 GB  12.5 MB/s  1 min 40 s left",
    )
  })

  it("leaves out what has no room, the last things first", () => {
    expect(transferLine(half, 60)).toBe("qwen3-4b  ██████░░░░░░   50 %  1.25 GB of 2.50 GB  12.5 MB/s")
    expect(transferLine(half, 20)).toBe("qwen3-4b   50 %")
  })

  it("says what is known without a total, and before the first rate", () => {
    expect(transferLine({ ...half, total: null }, 100)).toBe("qwen3-4b  1.25 GB  12.5 MB/s")
    expect(transferLine({ ...half, done: 0, rate: 0 }, 60)).toBe(`qwen3-4b  ${"░".repeat(27)}    0 %  0 B of 2.50 GB`)
  })

  it.prop(
    "never takes more columns than there are",
    [fc.nat(1e12), fc.option(fc.nat(1e12)), fc.nat(1e9), fc.integer({ min: 10, max: 200 })],
    ([done, total, rate, width]) => {
      expect(transferLine({ what: "qwen3-4b", done, total, rate }, width).length).toBeLessThanOrEqual(width)
    },
  )
})

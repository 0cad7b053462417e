/** Confirmations of one action at once, from separate processes: a hundred processes. */
import { afterAll, beforeAll, describe, it } from "vitest"
import { buildFaulty } from "../fixtures/faulty.ts"
import { raceForClaim, raceOnSlowDisk } from "../fixtures/racing.ts"

let faulty: Awaited<ReturnType<typeof buildFaulty>>
beforeAll(async () => {
  faulty = await buildFaulty()
}, 600_000)
afterAll(() => faulty.remove())

describe("100 confirmations at once", () => {
  it("have one effect, and one refusal for all others", async () => {
    await raceForClaim(faulty.bundle, 100)
  }, 3_600_000)

  it("have one effect while the disk is slow", async () => {
    await raceOnSlowDisk(faulty.bundle, 100)
  }, 3_600_000)
})

/** Confirmations of one action at once, from separate processes: a quick pass. `test/long/confirm-race.test.ts` has a hundred. */
import { afterAll, beforeAll, describe, it } from "vitest"
import { buildFaulty } from "../fixtures/faulty.ts"
import { raceForClaim, raceOnSlowDisk } from "../fixtures/racing.ts"

let faulty: Awaited<ReturnType<typeof buildFaulty>>
beforeAll(async () => {
  faulty = await buildFaulty()
})
afterAll(() => faulty.remove())

describe("8 confirmations at once", () => {
  it("have one effect, and one refusal for all others", async () => {
    await raceForClaim(faulty.bundle, 8)
  }, 180_000)

  it("have one effect while the disk is slow", async () => {
    await raceOnSlowDisk(faulty.bundle, 8)
  }, 180_000)
})

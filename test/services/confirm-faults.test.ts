/** kill -9 at every point of a confirmation: a quick pass. `test/long/confirm-faults.test.ts` has the long one. */
import { afterAll, beforeAll, describe, it } from "vitest"
import { buildFaulty } from "../fixtures/faulty.ts"
import { killAndLook, killPoints } from "../fixtures/killing.ts"

let faulty: Awaited<ReturnType<typeof buildFaulty>>
beforeAll(async () => {
  faulty = await buildFaulty()
})
afterAll(() => faulty.remove())

describe("kill -9", () => {
  it.each(killPoints)("at %s", async (point) => {
    await killAndLook(faulty.bundle, point, 1)
  })
})

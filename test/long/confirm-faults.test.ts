/** kill -9 at every point of a confirmation, 50 times each: the effect happens at most once, and the list is true. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildFaulty } from "../fixtures/faulty.ts"
import { killAndLook, killBeforeEveryOperation, killPoints } from "../fixtures/killing.ts"

let faulty: Awaited<ReturnType<typeof buildFaulty>>
beforeAll(async () => {
  faulty = await buildFaulty()
}, 600_000)
afterAll(() => faulty.remove())

describe("kill -9, 50 times", () => {
  it.each(killPoints)(
    "at %s",
    async (point) => {
      await killAndLook(faulty.bundle, point, 50)
    },
    3_600_000,
  )

  it("before every operation on files that one confirmation makes", async () => {
    expect(await killBeforeEveryOperation(faulty.bundle)).toBeGreaterThan(10)
  }, 3_600_000)
})

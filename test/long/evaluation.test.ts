/** The built-in model under its grammar, over the whole evaluation set. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { refusedUnderGrammar } from "../fixtures/refused.ts"

it.live(
  "under the grammar no call of the built-in model is malformed or rejected",
  () =>
    Effect.gen(function* () {
      const { run, refused } = yield* refusedUnderGrammar(Number.POSITIVE_INFINITY)
      expect(run).toBeGreaterThanOrEqual(240)
      expect(refused).toEqual([])
    }),
  3_600_000,
)

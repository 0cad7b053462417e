/** The built-in model under its grammar: a quick pass. `test/long/evaluation.test.ts` has every case. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { refusedUnderGrammar } from "../fixtures/refused.ts"

it.live(
  "under the grammar no call of the built-in model is malformed or rejected, over 40 cases of the set",
  () =>
    Effect.gen(function* () {
      const { run, refused } = yield* refusedUnderGrammar(40)
      expect(run).toBe(40)
      expect(refused).toEqual([])
    }),
  600_000,
)

/** The samples that `edge` brings along, by their id. */
import type { LearnSample } from "../LearnSample.ts"
import { finance } from "./finance.ts"
import { synthetic } from "./synthetic.ts"

export const builtInSamples: ReadonlyMap<string, LearnSample> = new Map(
  [finance, synthetic].map((sample) => [sample.sample_id, sample]),
)

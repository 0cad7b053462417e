/** The trainer's tokenizer and the runtime's cut alike: `models/edge-micro/tests/tokens.json` holds both. */
import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const home = new URL("../../models/edge-micro/", import.meta.url)

const texts: ReadonlyArray<{ readonly text: string; readonly ids: ReadonlyArray<number> }> = JSON.parse(
  fs.readFileSync(new URL("tests/tokens.json", home), "utf8"),
)

const loaded = Effect.acquireRelease(
  Effect.promise(async () => {
    const { getLlama } = await import("node-llama-cpp")
    const llama = await getLlama({ gpu: false, build: "never" })
    return await llama.loadModel({ modelPath: fileURLToPath(new URL("edge-micro-q8_0.gguf", home)) })
  }),
  (model) => Effect.promise(() => model.dispose()),
)

describe("the built-in model's tokens", () => {
  it.scoped("are those of the trainer's tokenizer", () =>
    Effect.gen(function* () {
      const model = yield* loaded
      expect(texts.length).toBeGreaterThan(100)
      for (const { text, ids } of texts) expect([text, model.tokenize(text, false)]).toEqual([text, ids])
    }),
  )
})

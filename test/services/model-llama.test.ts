/** The built-in model through `ModelLlama`: what drafts save, and what a conversation does not evaluate twice. */
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { contractText, type Turn } from "../../src/domain/Contract.ts"
import { draftCall } from "../../src/domain/Draft.ts"
import { grammarOf } from "../../src/domain/Grammar.ts"
import { toolOf } from "../../src/domain/Tool.ts"
import { FileHashes } from "../../src/services/FileHashes.ts"
import { Model, type ModelSession } from "../../src/services/Model.ts"
import { layerLlama } from "../../src/services/ModelLlama.ts"
import { root } from "../fixtures/edge.ts"
import { casePrompts, caseTools } from "../fixtures/model-cases.ts"

const gguf = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
const hashes = Layer.succeed(FileHashes, FileHashes.of({ of: () => Effect.succeed("sha256:00") }))
const layer = (file: string, contextSize?: number) =>
  layerLlama({ path: file, name: "edge-micro", contextSize, threads: 1, gpu: "off", template: "auto" }).pipe(
    Layer.provide(hashes),
  )

const tools = caseTools.map((each) => Either.getOrThrow(toolOf(each))).sort((a, b) => (a.name < b.name ? -1 : 1))
const system: Turn = { role: "system", text: contractText(tools) }
const grammar = grammarOf(tools)

const ask = (session: ModelSession, turns: ReadonlyArray<Turn>, draft: boolean) =>
  session.generate({
    turns,
    grammar,
    draft: draft ? draftCall(tools, turns.at(-1)?.text ?? "", true) : null,
    maxTokens: 200,
    temperature: 0,
    seed: null,
    onText: () => {},
  })

describe("a draft", () => {
  it.scopedLive("changes no token, and saves two evaluations of five over the calls of the set", () =>
    Effect.gen(function* () {
      const session = yield* Effect.flatMap(Model, (model) => model.open)
      let tokens = 0
      let evaluations = 0
      for (const prompt of casePrompts) {
        const turns: ReadonlyArray<Turn> = [system, { role: "user", text: prompt }]
        const plain = yield* ask(session, turns, false)
        const drafted = yield* ask(session, turns, true)
        expect(drafted.text).toBe(plain.text)
        expect(drafted.tokens.generated).toBe(plain.tokens.generated)
        expect(plain.tokens.evaluations).toBe(plain.tokens.generated + 1)
        if (!plain.text.startsWith("{")) continue
        tokens += drafted.tokens.generated + 1
        evaluations += drafted.tokens.evaluations
      }
      expect(tokens).toBeGreaterThan(200)
      expect(evaluations / tokens).toBeLessThanOrEqual(0.6)
    }).pipe(Effect.provide(layer(gguf))),
  )
})

describe("a conversation", () => {
  it.scopedLive("evaluates only the new tokens of each turn", () =>
    Effect.gen(function* () {
      const session = yield* Effect.flatMap(Model, (model) => model.open)
      const first: ReadonlyArray<Turn> = [system, { role: "user", text: "fee for 18" }]
      const call = yield* ask(session, first, true)
      expect(call.tokens.evaluated).toBe(call.tokens.prompt)
      const second: ReadonlyArray<Turn> = [
        ...first,
        { role: "model", text: call.text },
        {
          role: "user",
          text: 'Tool result for calculate_fee: {"fee":0.054}\nAnswer the user\'s request using this result, or call another tool.',
        },
      ]
      const answer = yield* ask(session, second, true)
      const known = call.tokens.prompt + call.tokens.generated
      expect(answer.tokens.prompt).toBeGreaterThan(known)
      expect(answer.tokens.evaluated).toBe(answer.tokens.prompt - known)
      expect(answer.text).toBe("The fee is 0.054.")
    }).pipe(Effect.provide(layer(gguf))),
  )

  it.scopedLive("that does not fit is model_context_exceeded before anything is generated", () =>
    Effect.gen(function* () {
      const session = yield* Effect.flatMap(Model, (model) => model.open)
      const long: Turn = { role: "user", text: "word ".repeat(600) }
      const error = yield* Effect.flip(ask(session, [system, long], false))
      expect(error._tag).toBe("model_context_exceeded")
      expect(error).toMatchObject({ context_tokens: 512 })
    }).pipe(Effect.provide(layer(gguf, 512))),
  )
})

describe("a model file", () => {
  it.scopedLive("that is missing is model_not_found", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.flatMap(Model, (model) => model.open))
      expect(error._tag).toBe("model_not_found")
    }).pipe(Effect.provide(layer(path.join(root, "none.gguf")))),
  )

  it.scopedLive("that is a folder is model_not_found and says so", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.flatMap(Model, (model) => model.open))
      expect(error).toMatchObject({ _tag: "model_not_found", hint: "It is a folder: name a GGUF file." })
    }).pipe(Effect.provide(layer(root))),
  )
})

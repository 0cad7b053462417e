/** States of the built-in model, saved and restored: the same tokens, only what is new evaluated, the wrong state refused. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Turn } from "../../src/domain/Contract.ts"
import { grammarOf } from "../../src/domain/Grammar.ts"
import { hiddenTurns, imprintForms, profileBody, systemText } from "../../src/domain/Profile.ts"
import { finance } from "../../src/domain/samples/finance.ts"
import { FileHashes } from "../../src/services/FileHashes.ts"
import { Model, type ModelSession, type SavedState } from "../../src/services/Model.ts"
import { layerLlama } from "../../src/services/ModelLlama.ts"
import { place, root } from "../fixtures/edge.ts"
import { frozenCases, sampleOf } from "../fixtures/learning.ts"
import { casePrompts } from "../fixtures/model-cases.ts"

const gguf = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
const hashes = Layer.succeed(FileHashes, FileHashes.of({ of: () => Effect.succeed("sha256:00") }))
const layer = (contextSize?: number) =>
  layerLlama({ path: gguf, name: "edge-micro", contextSize, threads: 1, gpu: "off", template: "chatML" }).pipe(
    Layer.provide(hashes),
  )

const open = Effect.flatMap(Model, (model) => model.open)
const { tools } = frozenCases()
const body = profileBody(finance)
const grammar = grammarOf(tools)

const ask = (session: ModelSession, before: ReadonlyArray<Turn>, text: string) =>
  session.generate({
    turns: [...before, { role: "user", text }],
    grammar,
    draft: null,
    maxTokens: 80,
    temperature: 0,
    seed: null,
    onText: () => {},
  })

const saved = (text: string, file: string) =>
  Effect.scoped(Effect.flatMap(open, (session) => session.saveState(imprintForms(text), file)))

const stateFile = () => path.join(place().folder, "state.bin")

describe("a restored state", () => {
  it.scopedLive(
    "gives 20 prompts the same tokens as the prefix evaluated afresh, and evaluates only their turn",
    () =>
      Effect.gen(function* () {
        const file = stateFile()
        const state = yield* saved(systemText(body, tools), file)
        const restored = yield* open
        yield* restored.loadState(file, state)
        const prompts = casePrompts.slice(0, 20)
        expect(prompts).toHaveLength(20)
        for (const prompt of prompts) {
          const fresh = yield* Effect.scoped(Effect.flatMap(open, (session) => ask(session, state.turns, prompt)))
          const again = yield* ask(restored, state.turns, prompt)
          expect(again.text).toBe(fresh.text)
          expect(again.tokens.generated).toBe(fresh.tokens.generated)
          expect(fresh.tokens.evaluated).toBe(fresh.tokens.prompt)
          // Every prompt goes back to the end of the prefix; what two of them share there is evaluated once.
          expect(again.tokens.evaluated).toBeLessThanOrEqual(again.tokens.prompt - state.prefix.tokens)
        }
      }).pipe(Effect.provide(layer())),
    300_000,
  )

  it.scopedLive("evaluates exactly what comes after it", () =>
    Effect.gen(function* () {
      const file = stateFile()
      const state = yield* saved(systemText(body, tools), file)
      const session = yield* open
      yield* session.loadState(file, state)
      const { tokens } = yield* ask(session, state.turns, "fee for 18")
      expect(tokens.prompt - tokens.evaluated).toBe(state.prefix.tokens)
      expect(tokens.evaluated).toBeLessThan(20)
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive("takes a contract in a hidden turn after it, as the prefix evaluated afresh does", () =>
    Effect.gen(function* () {
      const file = stateFile()
      const state = yield* saved(systemText(body, []), file)
      const before = [...state.turns, ...hiddenTurns(tools)]
      const fresh = yield* Effect.scoped(Effect.flatMap(open, (each) => ask(each, before, "fee for 18")))
      const session = yield* open
      yield* session.loadState(file, state)
      const again = yield* ask(session, before, "fee for 18")
      expect(again.text).toBe(fresh.text)
      expect(again.tokens.prompt - again.tokens.evaluated).toBe(state.prefix.tokens)
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive.each([".", " ", "🍸", "\n", "\n\n", "<|im_end|>", "é"])("of a profile that ends in %j", (end) =>
    Effect.gen(function* () {
      const file = stateFile()
      const text = profileBody(sampleOf({ records: [{ record_id: "1", kind: "fact", text: `likes tea${end}` }] }))
      for (const withTools of [[], tools]) {
        const state = yield* saved(systemText(text, withTools), file)
        const session = yield* open
        yield* session.loadState(file, state)
        const { tokens } = yield* ask(session, state.turns, "Hello!")
        expect(tokens.prompt - tokens.evaluated).toBe(state.prefix.tokens)
      }
    }).pipe(Effect.provide(layer())),
  )
})

describe("what is no state of these turns", () => {
  const damaged = (state: SavedState, file: string, bytes: Uint8Array) =>
    Effect.gen(function* () {
      const session = yield* open
      const before = yield* ask(session, state.turns, "fee for 18")
      fs.writeFileSync(file, bytes)
      const error = yield* Effect.flip(session.loadState(file, state))
      const after = yield* ask(session, state.turns, "fee for 18")
      return { error, before, after }
    })

  // One that is cut in half is not among them: the runtime ends the process over it. Its hash is compared before.
  it.scopedLive.each<readonly [string, (whole: Buffer) => Buffer]>([
    ["empty", () => Buffer.alloc(0)],
    ["another file", () => Buffer.from("no state at all, only text")],
    [
      "one with a token flipped",
      (whole) => Buffer.concat([whole.subarray(0, 16), Buffer.from([7]), whole.subarray(17)]),
    ],
  ])("%s is refused, and the session is unharmed", ([, damage]) =>
    Effect.gen(function* () {
      const file = stateFile()
      const state = yield* saved(systemText(body, tools), file)
      const { error, before, after } = yield* damaged(state, file, damage(fs.readFileSync(file)))
      expect(error._tag).toBe("imprint_artifact_corrupt")
      expect(after.text).toBe(before.text)
      // The context is a new one.
      expect(after.tokens.evaluated).toBe(after.tokens.prompt)
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive("the whole state of other turns is refused after loading", () =>
    Effect.gen(function* () {
      const [one, other] = [stateFile(), stateFile()]
      const state = yield* saved(systemText(body, tools), one)
      yield* saved(systemText(`${body}!`, tools), other)
      const { error, before, after } = yield* damaged(state, one, fs.readFileSync(other))
      expect(error).toMatchObject({ _tag: "imprint_artifact_corrupt", field: "restored state" })
      expect(after.text).toBe(before.text)
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive("turns whose tokens are other ones now are refused before loading", () =>
    Effect.gen(function* () {
      const file = stateFile()
      const state = yield* saved(systemText(body, tools), file)
      const session = yield* open
      const [turn] = state.turns as [Turn]
      const error = yield* Effect.flip(session.loadState(file, { ...state, turns: [{ ...turn, text: "Profile:\nx" }] }))
      expect(error).toMatchObject({ _tag: "imprint_runtime_mismatch", field: "prefix tokens" })
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive("a conversation that does not go on from it is refused, not evaluated in silence", () =>
    Effect.gen(function* () {
      const file = stateFile()
      const state = yield* saved(systemText(body, tools), file)
      const session = yield* open
      yield* session.loadState(file, state)
      const error = yield* Effect.flip(ask(session, [], "Hello!"))
      expect(error).toMatchObject({ _tag: "imprint_runtime_mismatch", field: "prompt" })
    }).pipe(Effect.provide(layer())),
  )

  it.scopedLive("a profile that does not fit the context is refused before it is read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(saved(systemText("word ".repeat(600), []), stateFile()))
      expect(error).toMatchObject({ _tag: "model_context_exceeded", context_tokens: 512 })
    }).pipe(Effect.provide(layer(512))),
  )
})

describe("the layout", () => {
  it.scopedLive("holds facts, not promises", () =>
    Effect.gen(function* () {
      const { model, runtime } = yield* (yield* open).layout
      expect(model.file_sha256).toBe("sha256:00")
      for (const hash of [model.tokenizer_sha256, model.template_sha256]) expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/)
      expect(runtime).toMatchObject({ name: "node-llama-cpp", context_size: 512, kv_key_type: "F16", gpu: null })
      expect(runtime.version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(runtime.build).toMatch(/^llama\.cpp \S+ \S+-\S+$/)
    }).pipe(Effect.provide(layer(512))),
  )
})

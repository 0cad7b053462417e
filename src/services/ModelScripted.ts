/** `Model` from a list of replies, given one after the other: for a developer's own tests, without weights. */
import * as fs from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import type { Turn } from "../domain/Contract.ts"
import { ModelScriptInvalid, StateDirUnwritable } from "../domain/errors/Environment.ts"
import { ImprintArtifactCorrupt } from "../domain/errors/Imprint.ts"
import type { Layout, Prefix } from "../domain/Imprint.ts"
import { Model, type ModelSession } from "./Model.ts"
import { readRegular } from "./RegularFile.ts"
import { sha256 } from "./Sha256.ts"
import { systemProblem } from "./SystemProblem.ts"

/** The replies of the file, a JSON list of strings. */
export const layerScriptFile = (path: string) => {
  const invalid = (problem: string) => new ModelScriptInvalid({ path, problem })
  const unread = (cause: unknown) => invalid(`it cannot be read (${systemProblem(cause)})`)
  return Layer.succeed(
    Model,
    Model.of({
      open: Effect.tryPromise({ try: () => readRegular(path), catch: unread }).pipe(
        Effect.flatMap((bytes) =>
          Effect.mapError(readScript(bytes.toString()), () => invalid("it is no JSON list of strings")),
        ),
        Effect.flatMap((replies) => session(replies, path)),
      ),
    }),
  )
}

/** The replies as given. */
export const layerScripted = (replies: ReadonlyArray<string>) =>
  Layer.succeed(Model, Model.of({ open: session(replies, "the test") }))

const readScript = Schema.decodeUnknown(Schema.parseJson(Schema.Array(Schema.String)))

const session = (replies: ReadonlyArray<string>, path: string): Effect.Effect<ModelSession> =>
  Effect.gen(function* () {
    const given = yield* Ref.make(0)
    const restored = yield* Ref.make<number | null>(null)
    return {
      identity: { name: "script", file_sha256: null, runtime: "scripted", gpu: null, context_size: null },
      accepts: () => Effect.void,
      generate: Effect.fn("ModelScripted.generate")(function* ({ turns, onText }) {
        const text = replies[yield* Ref.getAndUpdate(given, (count) => count + 1)]
        if (text === undefined)
          return yield* new ModelScriptInvalid({ path, problem: `it has only ${replies.length} replies` })
        onText(text)
        return { text, cut: false, tokens: tokensOf(turns.length, yield* Ref.get(restored)) }
      }),
      layout: Effect.succeed(layout),
      saveState: Effect.fn("ModelScripted.saveState")(function* ([turns = []], file) {
        const prefix = prefixOf(turns)
        yield* Effect.tryPromise({
          try: () => fs.writeFile(file, JSON.stringify(prefix)),
          catch: () => new StateDirUnwritable({ path: file, problem: "it cannot be written" }),
        })
        return { turns, prefix }
      }),
      loadState: Effect.fn("ModelScripted.loadState")(function* (file, { prefix }) {
        const damaged = () =>
          new ImprintArtifactCorrupt({ path: file, field: "state", learned: prefix.sha256, found: "another one" })
        const text = yield* Effect.mapError(
          Effect.tryPromise(() => fs.readFile(file, "utf8")),
          damaged,
        )
        if (text !== JSON.stringify(prefix)) return yield* damaged()
        yield* Ref.set(restored, prefix.tokens)
      }),
    }
  })

// A script reads no tokens. After a restore each turn counts as one, so that what is told of a restore can be tested.
const tokensOf = (turns: number, restored: number | null) => ({
  prompt: restored === null ? 0 : turns,
  evaluated: restored === null ? 0 : turns - restored,
  generated: 0,
  evaluations: 0,
})

const prefixOf = (turns: ReadonlyArray<Turn>): Prefix => ({
  tokens: turns.length,
  sha256: sha256(JSON.stringify(turns)),
})

const layout: Layout = {
  model: { file_sha256: null, tokenizer_sha256: sha256("script"), template_sha256: sha256("script") },
  runtime: {
    name: "scripted",
    version: "1",
    build: "none",
    gpu: null,
    context_size: null,
    kv_key_type: null,
    kv_value_type: null,
    flash_attention: null,
  },
}

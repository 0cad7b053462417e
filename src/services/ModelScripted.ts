/** `Model` from a list of replies, given one after the other: for a developer's own tests, without weights. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { ModelScriptInvalid } from "../domain/errors/Environment.ts"
import { Model, type ModelSession } from "./Model.ts"
import { readRegular } from "./RegularFile.ts"

/** The replies of the file, a JSON list of strings. */
export const layerScriptFile = (path: string) => {
  const invalid = (problem: string) => () => new ModelScriptInvalid({ path, problem })
  return Layer.succeed(
    Model,
    Model.of({
      open: Effect.tryPromise({ try: () => readRegular(path), catch: invalid("it cannot be read") }).pipe(
        Effect.flatMap((bytes) =>
          Effect.mapError(readScript(bytes.toString()), invalid("it is no JSON list of strings")),
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
  Effect.map(Ref.make(0), (given) => ({
    identity: { name: "script", file_sha256: null, runtime: "scripted", gpu: null, context_size: null },
    accepts: () => Effect.void,
    generate: Effect.fn("ModelScripted.generate")(function* ({ onText }) {
      const text = replies[yield* Ref.getAndUpdate(given, (count) => count + 1)]
      if (text !== undefined) onText(text)
      if (text !== undefined)
        return { text, cut: false, tokens: { prompt: 0, evaluated: 0, generated: 0, evaluations: 0 } }
      return yield* new ModelScriptInvalid({ path, problem: `it has only ${replies.length} replies` })
    }),
  }))

/** `Model` by the name of a public file: the one that `edge` fetched, or the same file in another program's folder. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { modelAbsent } from "../domain/ModelAbsent.ts"
import type { RepositoryModel } from "../domain/ModelRef.ts"
import { Model } from "./Model.ts"
import { ModelFiles } from "./ModelFiles.ts"
import { type LlamaSettings, layerLlama } from "./ModelLlama.ts"

export const layerNamed = (model: RepositoryModel, settings: Omit<LlamaSettings, "path" | "name" | "sha256">) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const files = yield* ModelFiles
      const held = Option.getOrNull(yield* files.find(model.source))
      if (held === null) return Layer.succeed(Model, Model.of({ open: Effect.fail(modelAbsent(model.name)) }))
      const record = held.holder === "edge" ? Option.getOrNull(yield* files.record(model.source)) : null
      return layerLlama({ ...settings, path: held.path, name: model.name, sha256: record?.sha256 })
    }),
  )

/** `edge demo imprint list`, `show` and `delete`. */
import * as Effect from "effect/Effect"
import type { View } from "../domain/View.ts"
import { Imprints } from "../services/Imprints.ts"

export const list = Effect.gen(function* () {
  const found = yield* Effect.flatMap(Imprints, (imprints) => imprints.list)
  const imprints = found.map((each) =>
    each._tag === "Whole" ? each : { folder: each.folder, damaged: each.failure.message },
  )
  return { _tag: "ImprintList", imprints } satisfies View as View
})

export const show = Effect.fn("imprints.show")(function* (path: string, includeText: boolean) {
  const imprints = yield* Imprints
  const { folder, metadata } = yield* imprints.read(path)
  return { _tag: "ImprintShown", folder, metadata, includeText } satisfies View as View
})

export const remove = Effect.fn("imprints.remove")(function* (path: string) {
  const imprints = yield* Imprints
  return { _tag: "ImprintDeleted", folder: yield* imprints.remove(path) } satisfies View as View
})

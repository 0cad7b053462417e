/** The bytes of the code that an action is bound to, looked at without running any of it. */
import * as Effect from "effect/Effect"
import { LocalModulesChanged } from "../domain/errors/Confirm.ts"
import type { Action } from "../domain/Pending.ts"
import { fileChanged } from "../domain/PendingBinding.ts"
import { SourceFiles } from "../services/SourceFiles.ts"

/** Fails when the tools file or a local module is not what it was. A tools file that is gone is for the freeze to report. */
export const unchangedSources = Effect.fn("unchangedSources")(function* (bound: Action) {
  const sources = yield* SourceFiles
  const file = yield* sources.hash(bound.tools_file)
  if (file !== null && file !== bound.tools_file_sha256) {
    return yield* fileChanged(bound)
  }
  const folder = yield* sources.folderOf(bound.tools_file)
  const modules = yield* Effect.filter(bound.local_modules, (each) =>
    Effect.map(sources.hash(`${folder}/${each.path}`), (hash) => hash !== each.sha256),
  )
  if (modules.length > 0) return yield* new LocalModulesChanged({ modules: modules.map(({ name }) => name) })
})

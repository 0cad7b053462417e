/** The bytes of the code that an action is bound to, looked at without running any of it. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import { LocalModulesChanged } from "../domain/errors/Confirm.ts"
import type { Action } from "../domain/Pending.ts"
import { fileChanged } from "../domain/PendingBinding.ts"
import { sha256 } from "../services/Sha256.ts"

/** Fails when the tools file or a local module is not what it was. A tools file that is gone is for the freeze to report. */
export const unchangedSources = Effect.fn("unchangedSources")(function* (bound: Action) {
  const path = yield* Path.Path
  const file = yield* hashNow(bound.tools_file)
  if (file !== null && file !== bound.tools_file_sha256) {
    return yield* fileChanged(bound)
  }
  const folder = path.dirname(bound.tools_file)
  const modules = yield* Effect.filter(bound.local_modules, (each) =>
    Effect.map(hashNow(path.join(folder, each.path)), (hash) => hash !== each.sha256),
  )
  if (modules.length > 0) return yield* new LocalModulesChanged({ modules: modules.map(({ name }) => name) })
})

const hashNow = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.orElseSucceed(Effect.map(fs.readFile(file), sha256), () => null))

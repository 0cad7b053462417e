/** Source files as they are now, looked at without running any of them. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Sha256 } from "./Sha256.ts"

export class SourceFiles extends Context.Tag("edge/SourceFiles")<
  SourceFiles,
  {
    /** The hash of a regular file's bytes; null where there is none. */
    readonly hash: (path: string) => Effect.Effect<Sha256 | null>
    /** The folder in which a file really lies, whatever links lead to it. */
    readonly folderOf: (path: string) => Effect.Effect<string>
  }
>() {}

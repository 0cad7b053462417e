/** The folder in which `edge` keeps what it writes: private to the user, and never half-written. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"

export class StateDir extends Context.Tag("edge/StateDir")<
  StateDir,
  {
    /** `$EDGE_HOME`, else the platform's user data folder for `edge`. Absolute; may not exist yet. */
    readonly path: string
    /** Makes a folder below the folder, and proves that files can be written there by writing one. */
    readonly ready: (relative: string) => Effect.Effect<void, StateDirUnwritable>
    /**
     * Writes a file below the folder: to a temporary name, flushed, renamed, the folder flushed. Folders are made with
     * 0700, the file with 0600. Gives the absolute path.
     */
    readonly write: (relative: string, content: string) => Effect.Effect<string, StateDirUnwritable>
    /** The text of a file below the folder; none where it is missing, unreadable or no regular file. */
    readonly read: (relative: string) => Effect.Effect<Option.Option<string>>
    /** The names in a folder below the folder, sorted; none where it is missing. */
    readonly list: (relative: string) => Effect.Effect<ReadonlyArray<string>, StateDirUnwritable>
  }
>() {}

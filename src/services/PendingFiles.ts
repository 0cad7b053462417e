/** The folder of pending actions as a file system: what is atomic and what is flushed, and nothing about its meaning. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"

export interface Found {
  /** A regular file, and so one that may be removed. */
  readonly regular: boolean
  /** When it was last written, in milliseconds. */
  readonly writtenAt: number
}

export class PendingFiles extends Context.Tag("edge/PendingFiles")<
  PendingFiles,
  {
    /** The folder's absolute path. */
    readonly folder: string
    /** The one name of the state folder, whatever links lead to it. Makes the folder. */
    readonly identity: Effect.Effect<string, StateDirUnwritable>
    /** The names in the folder. */
    readonly names: Effect.Effect<ReadonlyArray<string>, StateDirUnwritable>
    readonly read: (name: string) => Effect.Effect<Option.Option<string>>
    /** The text of any file, also outside the folder: a copy of an action may lie anywhere. */
    readonly readAt: (path: string) => Effect.Effect<Option.Option<string>>
    /** Writes the file whole, flushed with its folder; of several that try at once, one gets `true`. */
    readonly create: (name: string, content: string) => Effect.Effect<boolean, StateDirUnwritable>
    /** Removes the file, flushed; it may be gone already. */
    readonly remove: (name: string) => Effect.Effect<void, StateDirUnwritable>
    /** What the name stands for, links not followed; none where it is gone. */
    readonly look: (name: string) => Effect.Effect<Option.Option<Found>>
    readonly pid: number
    /** True while a process of this id is there. */
    readonly runs: (pid: number) => boolean
  }
>() {}

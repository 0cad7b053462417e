/** This machine: what it runs on, its memory and its disk. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class Machine extends Context.Tag("edge/Machine")<
  Machine,
  {
    /** Such as `linux x64`. */
    readonly platform: string
    readonly nodeVersion: string
    readonly cores: number
    /** Processes that ran over the last minute, on average. */
    readonly load: number
    readonly memoryBytes: number
    /** What the user may still write where this path lies or will lie; null where the system does not tell. */
    readonly freeBytes: (path: string) => Effect.Effect<number | null>
  }
>() {}

/** The library that models run on, looked at without any model. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export interface RuntimeFacts {
  /** Name and version. */
  readonly runtime: string
  /** The kind of GPU it computes on; null where the processor does. */
  readonly gpu: string | null
  readonly devices: ReadonlyArray<string>
  readonly gpuMemoryBytes: number | null
}

export class Runtime extends Context.Tag("edge/Runtime")<
  Runtime,
  {
    /** Loads it; fails with what it says. */
    readonly facts: Effect.Effect<RuntimeFacts, string>
  }
>() {}

/** The model files on this disk: those that `edge` fetched, and those that other programs hold. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import type { HeldModel, ModelRecord } from "../domain/ModelFile.ts"

export class ModelFiles extends Context.Tag("edge/ModelFiles")<
  ModelFiles,
  {
    /** Every GGUF file in the folders of `edge` and of the programs it knows. */
    readonly all: Effect.Effect<ReadonlyArray<HeldModel>>
    /** The file of a source, `edge`'s own first; looked up by its path, without reading any folder through. */
    readonly find: (source: string) => Effect.Effect<Option.Option<HeldModel>>
    /** What was written down when it was fetched. */
    readonly record: (source: string) => Effect.Effect<Option.Option<ModelRecord>>
    /** Where a fetch of this source writes, and how much lies there already. Makes the folder. */
    readonly begin: (source: string) => Effect.Effect<PartFile, StateDirUnwritable>
    /** Keeps others from fetching this source until the scope closes; false where somebody else does. Needs the folder. */
    readonly hold: (source: string) => Effect.Effect<boolean, StateDirUnwritable, Scope.Scope>
    /** Throws away what a fetch of this source has written. */
    readonly discard: (source: string) => Effect.Effect<void, StateDirUnwritable>
    /** Gives a whole file its name and writes down what it is; the path. */
    readonly keep: (record: ModelRecord) => Effect.Effect<string, StateDirUnwritable>
  }
>() {}

export interface PartFile {
  readonly path: string
  readonly bytes: number
}

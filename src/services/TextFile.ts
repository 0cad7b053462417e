/** Files named on the command line: read whole, or written piece by piece. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** `problem` says why, as `SystemProblem.ts` does: "it is a folder". */
export class TextFileError extends Data.TaggedError("TextFileError")<{
  readonly path: string
  readonly problem: string
}> {}

export class TextFile extends Context.Tag("edge/TextFile")<
  TextFile,
  {
    readonly read: (path: string) => Effect.Effect<string, TextFileError>
    /** Writes a new private file; one that is there already is left as it is. */
    readonly create: <E, R>(
      path: string,
      pieces: Stream.Stream<string, E, R>,
    ) => Effect.Effect<void, TextFileError | E, R>
  }
>() {}

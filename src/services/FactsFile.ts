/** A facts file of any size, read as a stream of checked facts. */
import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import type { FactsFileInvalid } from "../domain/errors/Facts.ts"
import type { Fact } from "../domain/Fact.ts"

export interface FactBatch {
  readonly facts: ReadonlyArray<Fact>
  /** Where in the file's `facts` each of them stands. */
  readonly indexes: ReadonlyArray<number>
  readonly bytesRead: number
  readonly bytesInAll: number
}

export class FactsFile extends Context.Tag("edge/FactsFile")<
  FactsFile,
  {
    /**
     * The facts of a file in batches, faulty ones left out. Where there were any, the stream ends with one error that
     * holds every fault of the file. It can be run again, which reads the file again.
     */
    readonly read: (path: string) => Stream.Stream<FactBatch, FactsFileInvalid>
  }
>() {}

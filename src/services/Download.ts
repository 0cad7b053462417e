/** A file from the network into a file on this disk: the only service that opens a connection. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Sha256 } from "./Sha256.ts"

export interface Transfer {
  readonly source: string
  /** The file that grows; what it holds already is not sent again if the server agrees that it is the same file. */
  readonly part: string
  /** The size it must have, where that is known. */
  readonly bytes: number | null
  /** How much may be written. */
  readonly room: number | null
  /** Told before every request. */
  readonly onRequest: () => void
  /** Told whenever more has arrived; `total` is null while nobody has said it. */
  readonly onProgress: (done: number, total: number | null) => void
}

export interface Transferred {
  readonly bytes: number
  readonly sha256: Sha256
  /** How much of it was there before. */
  readonly resumedFrom: number
  /** True when the server had announced this very hash. */
  readonly hashAnnounced: boolean
}

/** In a few words why, and how much of the file is kept for a next time. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{
  readonly problem: string
  readonly bytesKept: number
}> {}

export class Download extends Context.Tag("edge/Download")<
  Download,
  { readonly fetch: (transfer: Transfer) => Effect.Effect<Transferred, DownloadFailed> }
>() {}

/** Receipts on disk: one file each, written when the run it tells of is over. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StateDirUnwritable } from "../domain/errors/Environment.ts"
import type { ReceiptInvalid, ReceiptNotFound } from "../domain/errors/Receipts.ts"
import type { Receipt } from "../domain/Receipt.ts"
import type { ReceiptKind } from "../domain/ReceiptKind.ts"

type WithoutStamp<R> = R extends Receipt ? Omit<R, "receipt_id" | "created_at" | "edge_version"> : never

/** A receipt before it has its id, time and version. */
export type Draft = WithoutStamp<Receipt>

export class Receipts extends Context.Tag("edge/Receipts")<
  Receipts,
  {
    /** Fails when no receipt of this kind could be written, before anything is run. */
    readonly ready: (kind: ReceiptKind) => Effect.Effect<void, StateDirUnwritable>
    /** Stamps and writes the receipt, and gives its path. */
    readonly write: (draft: Draft) => Effect.Effect<string, StateDirUnwritable>
    /** The receipt in a file. */
    readonly read: (path: string) => Effect.Effect<Receipt, ReceiptNotFound | ReceiptInvalid>
    /** The paths of the receipts of one kind, or of all, newest first. */
    readonly paths: (kind: string | null) => Effect.Effect<ReadonlyArray<string>, StateDirUnwritable>
  }
>() {}

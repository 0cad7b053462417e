/** `Receipts` in the state folder: `receipts/<kind>/<utc-time>-<id>.json`. */
import { randomUUID } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Receipt, Receipt as ReceiptSchema, receiptKind } from "../domain/Receipt.ts"
import { renderJson } from "../domain/View.ts"
import { edgeVersion } from "./PackageRoot.ts"
import { Receipts } from "./Receipts.ts"
import { StateDir } from "./StateDir.ts"

export const layerState = Layer.effect(
  Receipts,
  Effect.map(StateDir, (state) =>
    Receipts.of({
      ready: state.ready,
      write: Effect.fn("Receipts.write")(function* (draft) {
        const { schema_version, ...rest } = draft
        const now = yield* Clock.currentTimeMillis
        const receipt = {
          schema_version,
          receipt_id: randomUUID(),
          created_at: new Date(now).toISOString(),
          edge_version: edgeVersion,
          ...rest,
        } as Receipt
        return yield* state.write(fileOf(receipt), renderJson(encode(receipt)))
      }),
    }),
  ),
)

const encode = Schema.encodeSync(ReceiptSchema)

// 2026-01-31T12:00:00.000Z becomes 20260131T120000.000Z: colons are no part of a file name everywhere.
const fileOf = (receipt: Receipt): string =>
  `receipts/${receiptKind[receipt.schema_version]}/${receipt.created_at.replace(/[-:]/g, "")}-${receipt.receipt_id}.json`

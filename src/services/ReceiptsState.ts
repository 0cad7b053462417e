/** `Receipts` in the state folder: `receipts/<kind>/<utc-time>-<id>.json`. */
import { randomUUID } from "node:crypto"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ReceiptInvalid, ReceiptNotFound } from "../domain/errors/Receipts.ts"
import { type Receipt, Receipt as ReceiptSchema } from "../domain/Receipt.ts"
import { receiptKind } from "../domain/ReceiptKind.ts"
import { readReceipt, textFaults } from "../domain/ReceiptView.ts"
import { renderJson } from "../domain/View.ts"
import { edgeVersion } from "./PackageRoot.ts"
import { Receipts } from "./Receipts.ts"
import { readRegular } from "./RegularFile.ts"
import { sha256 } from "./Sha256.ts"
import { StateDir } from "./StateDir.ts"

export const layerState = Layer.effect(
  Receipts,
  Effect.map(StateDir, (state) =>
    Receipts.of({
      ready: (kind) => state.ready(`receipts/${kind}`),
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
      read: Effect.fn("Receipts.read")(function* (file) {
        const bytes = yield* Effect.mapError(
          Effect.tryPromise(() => readRegular(file)),
          () => new ReceiptNotFound({ path: file }),
        )
        const invalid = (problems: ReadonlyArray<string>) => new ReceiptInvalid({ path: file, problems })
        const receipt = yield* Either.mapLeft(readReceipt(bytes.toString()), invalid)
        const faults = textFaults(receipt, sha256)
        return faults.length > 0 ? yield* invalid(faults) : receipt
      }),
      paths: Effect.fn("Receipts.paths")(function* (only) {
        const kinds = only === null ? yield* state.list("receipts") : [only]
        const found = yield* Effect.forEach(kinds, (kind) =>
          Effect.map(state.list(`receipts/${kind}`), (names) => names.map((name) => ({ kind, name }))),
        )
        return found
          .flat()
          .filter(({ name }) => name.endsWith(".json") && !name.startsWith("."))
          .sort((left, right) => (left.name < right.name ? 1 : -1))
          .map(({ kind, name }) => path.join(state.path, "receipts", kind, name))
      }),
    }),
  ),
)

const encode = Schema.encodeSync(ReceiptSchema)

// 2026-01-31T12:00:00.000Z becomes 20260131T120000.000Z: colons are no part of a file name everywhere.
const fileOf = (receipt: Receipt): string =>
  `receipts/${receiptKind[receipt.schema_version]}/${receipt.created_at.replace(/[-:]/g, "")}-${receipt.receipt_id}.json`

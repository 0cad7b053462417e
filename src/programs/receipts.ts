/** Reading receipts: `edge demo receipt`, `receipt list` and `local-only`. */
import * as Effect from "effect/Effect"
import { NetworkUsed } from "../domain/errors/Receipts.ts"
import { isLocalOnly, matches, type ReceiptFile, type ReceiptFilter } from "../domain/ReceiptView.ts"
import type { View } from "../domain/View.ts"
import { Receipts } from "../services/Receipts.ts"

/** How many receipts a list shows. */
const listLimit = 50

/** One receipt, checked against its format. */
export const inspect = (path: string) => Effect.map(load(path), (file): View => ({ _tag: "ReceiptShown", ...file }))

/** Holds the receipt to its claim. */
export const localOnly = Effect.fn("receipts.localOnly")(function* (path: string) {
  const file = yield* load(path)
  if (!isLocalOnly(file.receipt)) return yield* new NetworkUsed({ path })
  return { _tag: "LocalOnly", ...file } satisfies View as View
})

/** The newest receipts that fit; what is no receipt in the folder is passed over. */
export const list = Effect.fn("receipts.list")(function* (kind: string | null, filter: ReceiptFilter) {
  const receipts = yield* Receipts
  const files: Array<ReceiptFile> = []
  for (const path of yield* receipts.paths(kind)) {
    const file = yield* Effect.option(load(path))
    if (file._tag === "Some" && matches(file.value, filter)) files.push(file.value)
    if (files.length === listLimit) break
  }
  return { _tag: "ReceiptList", files } satisfies View as View
})

const load = (
  path: string,
): Effect.Effect<ReceiptFile, Effect.Effect.Error<ReturnType<typeof Receipts.Service.read>>, Receipts> =>
  Effect.flatMap(Receipts, (receipts) => Effect.map(receipts.read(path), (receipt) => ({ path, receipt })))

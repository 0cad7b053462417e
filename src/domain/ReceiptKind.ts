/** The kinds of receipts, apart from their formats, which are slow to load: the command line names the kinds. */
import type { Receipt } from "./Receipt.ts"

/** The folder below `receipts/` for each format. */
export const receiptKind = {
  "edge.demo.chat.receipt.v1": "chat",
  "edge.tools.call.receipt.v1": "call",
  "edge.tools.confirm.receipt.v1": "confirm",
  "edge.demo.facts.import.receipt.v1": "facts",
  "edge.demo.learn.receipt.v1": "learn",
  "edge.models.fetch.receipt.v1": "fetch",
} as const satisfies { readonly [V in Receipt["schema_version"]]: string }

export type ReceiptKind = (typeof receiptKind)[Receipt["schema_version"]]

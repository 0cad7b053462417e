/** SHA-256 as `sha256:<hex>`, over UTF-8 text or raw bytes. */
import { createHash } from "node:crypto"

export type Sha256 = `sha256:${string}`

export const sha256 = (data: string | Uint8Array): Sha256 => `sha256:${createHash("sha256").update(data).digest("hex")}`

/** What happens in a chat while it happens: one JSON line each with `--events`. */
import { fromLiteral, type Json, ordered } from "./Json.ts"

/** The kinds and their fields; `id` numbers the calls of a run from 1. */
export type ChatEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "tool-input-start"; readonly id: number }
  | { readonly type: "tool-input-delta"; readonly id: number; readonly text: string }
  | { readonly type: "tool-input-end"; readonly id: number }
  | { readonly type: "tool-call"; readonly id: number; readonly name: string; readonly arguments: Json }
  | { readonly type: "tool-result"; readonly id: number; readonly name: string; readonly result: Json }
  | {
      readonly type: "tool-error"
      readonly id: number
      readonly name: string | null
      readonly code: string
      readonly message: string
    }

export const eventSchemaVersion = "edge.demo.chat.event.v1"

/** The event as one line of JSON, its line end included. */
export const eventLine = (event: object): string =>
  `${ordered(fromLiteral({ schema_version: eventSchemaVersion, ...event }))}\n`

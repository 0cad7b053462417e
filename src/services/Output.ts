/** Everything that leaves `edge` for a person or a program. stdout is for the result, stderr for all else. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ChatEvent } from "../domain/ChatEvents.ts"
import type { View } from "../domain/View.ts"

export class Output extends Context.Tag("edge/Output")<
  Output,
  {
    /** The one result of a command: human text, or one JSON document. */
    readonly result: (view: View) => Effect.Effect<void>
    /** What happens in a chat, as it happens: shown, printed as a JSON line, or neither. Called between two tokens. */
    readonly emit: (event: ChatEvent) => void
    /** A line for a person, on stderr; `paths` are those that stand in it. */
    readonly note: (text: string, ...paths: ReadonlyArray<string>) => Effect.Effect<void>
    /** Where the stderr of one tool process goes: passed on escaped, bounded, and marked where it was cut. */
    readonly toolStderr: () => (chunk: Uint8Array) => void
  }
>() {}

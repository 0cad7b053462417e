/** Lines that a person types, or that a pipe brings. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"

export class LineInput extends Context.Tag("edge/LineInput")<
  LineInput,
  {
    /** The next line; none once the input is closed. A terminal shows `prompt` first, and edits and recalls lines. */
    readonly next: (prompt: string) => Effect.Effect<Option.Option<string>>
    /** Done when Ctrl-C is pressed on a terminal. In a pipe the signal ends the process instead. */
    readonly interrupt: Effect.Effect<void>
  }
>() {}

/** Help and usage texts without terminal codes where nobody's terminal reads them. */
import { stripVTControlCharacters } from "node:util"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { canColour } from "./services/Colours.ts"

export const plainText = stripVTControlCharacters

/**
 * A console for the command library: help goes to stdout, plain unless a terminal reads it. Its own error texts are
 * dropped, since every error is shown once, as a documented error.
 */
export const withPlainConsole = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    Effect.withConsole(effect, {
      ...console,
      log: (...parts) =>
        Effect.sync(() => {
          const text = parts.join(" ").trimEnd()
          process.stdout.write(`${canColour(process.stdout) ? text : plainText(text)}\n`)
        }),
      error: () => Effect.void,
    }),
  )

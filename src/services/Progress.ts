/** How far a long command is, for a person at a terminal. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class Progress extends Context.Tag("edge/Progress")<
  Progress,
  {
    /** Shows what is done, between 0 and 1, in place of what was shown before. */
    readonly show: (label: string, done: number) => Effect.Effect<void>
    /** Takes it away again. */
    readonly clear: Effect.Effect<void>
  }
>() {}

const width = 30

/** One line on stderr that is written over; nothing at all where stderr is no terminal. */
export const layerTerminal = Layer.sync(Progress, () => {
  const write = (text: string) => Effect.sync(() => void (process.stderr.isTTY && process.stderr.write(text)))
  let last = ""
  return Progress.of({
    show: (label, done) => {
      const filled = Math.round(Math.min(Math.max(done, 0), 1) * width)
      const line = `\r${label} ${"█".repeat(filled)}${"░".repeat(width - filled)} ${Math.floor(done * 100)}%`
      if (line === last) return Effect.void
      last = line
      return write(line)
    },
    clear: Effect.suspend(() => (last === "" ? Effect.void : write("\r\u001b[K"))),
  })
})

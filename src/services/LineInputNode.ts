/** `LineInput` on this process's stdin, through Node's readline. */
import * as readline from "node:readline"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LineInput } from "./LineInput.ts"

export const layerNode = Layer.scoped(
  LineInput,
  Effect.map(
    Effect.acquireRelease(Effect.sync(openInput), (input) => Effect.sync(() => input.lines.close())),
    (input) =>
      LineInput.of({
        next: (prompt) => Effect.async((resume) => input.ask(prompt, (line) => resume(Effect.succeed(line)))),
        interrupt: Effect.async((resume) => {
          const pressed = () => resume(Effect.void)
          input.lines.once("SIGINT", pressed)
          return Effect.sync(() => input.lines.off("SIGINT", pressed))
        }),
      }),
  ),
)

type Taker = (line: Option.Option<string>) => void

function openInput() {
  const terminal = process.stdin.isTTY === true
  // A pipe has no prompt and no echo: stdout is for answers.
  const lines = readline.createInterface({
    input: process.stdin,
    ...(terminal && { output: process.stdout }),
    terminal,
  })
  // A pipe brings lines while a prompt is still being answered.
  const waiting: Array<string> = []
  let taker: Taker | undefined
  let closed = false
  const give = (line: Option.Option<string>) => {
    const take = taker
    taker = undefined
    take?.(line)
  }
  lines.on("line", (line) => (taker === undefined ? waiting.push(line) : give(Option.some(line))))
  lines.on("close", () => {
    closed = true
    give(Option.none())
  })
  lines.on("SIGINT", () => {
    if (taker === undefined) return
    process.stdout.write("\n(type /exit to leave)\n")
    lines.prompt()
  })
  const ask = (prompt: string, take: Taker) => {
    const line = waiting.shift()
    if (line !== undefined) return take(Option.some(line))
    if (closed) return take(Option.none())
    taker = take
    lines.setPrompt(prompt)
    if (terminal) lines.prompt()
  }
  return { lines, ask }
}

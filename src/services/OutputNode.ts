/** `Output` on this process's own streams and exit code. */
import { StringDecoder } from "node:string_decoder"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { escapeControls } from "../domain/Contract.ts"
import { exitOf, renderJson, toHuman, toJson } from "../domain/View.ts"
import { Output } from "./Output.ts"

/** How much of one tool process's stderr is passed on, in bytes. */
const stderrLimit = 65_536

/** With `json`, stdout holds exactly one JSON document. */
export const layerNode = (json: boolean) =>
  Layer.succeed(
    Output,
    Output.of({
      result: (view) =>
        Effect.sync(() => {
          process.exitCode = exitOf(view)
          if (json) return void process.stdout.write(renderJson(toJson(view)))
          const { stdout, stderr } = toHuman(view)
          process.stdout.write(stdout)
          process.stderr.write(stderr)
        }),
      note: (text) => Effect.sync(() => process.stderr.write(`${escapeControls(text)}\n`)),
      toolStderr,
    }),
  )

const toolStderr = () => {
  const decoder = new StringDecoder("utf8")
  let left = stderrLimit
  return (chunk: Uint8Array) => {
    if (left <= 0) return
    const kept = chunk.subarray(0, left)
    left -= chunk.length
    process.stderr.write(escapeKeepingLines(decoder.write(Buffer.from(kept))))
    if (left <= 0) process.stderr.write(`\n[edge: the rest of the tool's stderr is cut after ${stderrLimit} bytes]\n`)
  }
}

const escapeKeepingLines = (text: string): string => text.replace(/[^\n\t]+/g, escapeControls)

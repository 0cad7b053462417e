/** `Output` on this process's own streams and exit code. */
import { StringDecoder } from "node:string_decoder"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ChatEvent, eventLine } from "../domain/ChatEvents.ts"
import { escapeControls } from "../domain/Contract.ts"
import { anywhere, type Here, textFrom } from "../domain/Here.ts"
import { exitOf, lastEvent, renderJson, toHuman, toJson, type View } from "../domain/View.ts"
import { colourMarks } from "./Colours.ts"
import { Output } from "./Output.ts"
import { clearStatus } from "./StatusLine.ts"
import { systemProblem } from "./SystemProblem.ts"

/** How much of one tool process's stderr is passed on, in bytes. */
const stderrLimit = 65_536

/** `human` text, exactly one `json` document, or one JSON line for each of the `events`. */
export type Mode = "human" | "json" | "events"

export const layerNode = (mode: Mode, here: Here = anywhere) =>
  Layer.sync(Output, () => {
    const lost = listen()
    const errors = errorLines()
    return Output.of({
      ...shown(mode, here, lost, errors),
      note: noteFrom(here, errors),
      toolStderr: toolStderr(errors),
    })
  })

interface ErrorLines {
  /** Writes what begins a line. */
  readonly line: (text: string) => void
  /** Passes on what a tool wrote, which may stop within a line. */
  readonly pass: (text: string) => void
}

/** stderr, on which `edge` begins a line of its own wherever a tool stopped. */
const errorLines = (): ErrorLines => {
  let within = false
  return {
    line: (text) => {
      process.stderr.write(within && text !== "" ? `\n${text}` : text)
      if (text !== "") within = false
    },
    pass: (text) => {
      process.stderr.write(text)
      if (text !== "") within = !text.endsWith("\n")
    },
  }
}

/** Says whether anything could not be written. Whatever fails ends no run: its receipt is still to be written. */
const listen = (): (() => boolean) => {
  let lost = false
  for (const stream of [process.stdout, process.stderr]) {
    // The first error decides; others follow from it. Who read the output may be gone, and that is no failure.
    stream.once("error", (cause: NodeJS.ErrnoException) => {
      stream.on("error", () => {})
      if (cause.code === "EPIPE") return
      lost = true
      process.exitCode = exitLost
      if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${systemProblem(cause)}.\n`)
    })
  }
  return () => lost
}

/** The environment lacks something: room, for instance. */
const exitLost = 5

const shown = (
  mode: Mode,
  here: Here,
  lost: () => boolean,
  errors: ErrorLines,
): Pick<typeof Output.Service, "result" | "emit"> => {
  let streamed = false
  let printed = false
  const emit = {
    json: () => {},
    events: (event: ChatEvent) => void process.stdout.write(eventLine(event)),
    human: (event: ChatEvent) => {
      if (event.type !== "text-delta") return
      streamed = true
      clearStatus(event.text)
      process.stdout.write(escapeKeepingLines(event.text))
    },
  }[mode]
  const result = (view: View) => {
    clearStatus("\n")
    process.exitCode = lost() ? exitLost : exitOf(view)
    if (mode === "json") {
      // One document and no more, also where a bug comes after it.
      if (!printed) process.stdout.write(renderJson(toJson(view)))
      printed = true
      return
    }
    if (mode === "events") return void process.stdout.write(eventLine(lastEvent(view)))
    const { stdout, stderr } = toHuman(view, here)
    // A streamed answer stands there already.
    const completed = view._tag === "ChatRun" && view.status === "completed"
    const text = streamed ? (completed ? "\n" : `\n${stdout}`) : stdout
    process.stdout.write(colourMarks(text, process.stdout))
    errors.line(colourMarks(stderr, process.stderr))
    streamed = false
  }
  return { emit, result: (view) => Effect.sync(() => result(view)) }
}

const noteFrom =
  (here: Here, errors: ErrorLines): typeof Output.Service.note =>
  (text, ...paths) =>
    Effect.sync(() => {
      clearStatus("\n")
      errors.line(`${escapeControls(textFrom(here, text, paths))}\n`)
    })

const toolStderr = (errors: ErrorLines) => () => {
  const decoder = new StringDecoder("utf8")
  let left = stderrLimit
  return (chunk: Uint8Array) => {
    if (left < 0) return
    const text = escapeKeepingLines(decoder.write(Buffer.from(chunk.subarray(0, left))))
    clearStatus(text)
    errors.pass(text)
    left -= chunk.length
    if (left < 0) errors.line(`[edge: the rest of the tool's stderr is cut after ${stderrLimit} bytes]\n`)
  }
}

const escapeKeepingLines = (text: string): string => text.replace(/[^\n\t]+/g, escapeControls)

/** `edge demo chat --interactive`: one loaded model, one frozen set, prompt after prompt with a common history. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Turn } from "../domain/Contract.ts"
import { toolSignature } from "../domain/ToolsView.ts"
import type { View } from "../domain/View.ts"
import { LineInput } from "../services/LineInput.ts"
import { Output } from "../services/Output.ts"
import { type ChatOptions, chatShape, endOf, prepare, systemTurns } from "./chat.ts"
import type { Ready } from "./prompt.ts"
import { noFacts, type RunFacts, recorded } from "./record.ts"

/** Runs until `/exit` or the end of the input. Every prompt shows its own view and leaves its own receipt. */
export const interactive = Effect.fn("interactive")(function* (options: ChatOptions) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const loaded = yield* Ref.make(noFacts)
      const ready = yield* prepare(options, loaded)
      const known = yield* Ref.get(loaded)
      yield* loop({ ready, known, turns: systemTurns(ready), lastReceipt: null })
    }),
  )
})

interface Session {
  readonly ready: Ready
  readonly known: RunFacts
  readonly turns: ReadonlyArray<Turn>
  readonly lastReceipt: string | null
}

const loop = Effect.fnUntraced(function* (first: Session) {
  const input = yield* LineInput
  let session: Session | null = first
  while (session !== null) {
    const line: Option.Option<string> = yield* input.next("> ")
    session = Option.isNone(line) ? null : yield* handle(session, line.value.trim())
  }
})

const handle = (session: Session, line: string) => {
  if (line === "") return Effect.succeed(session)
  return line.startsWith("/") ? command(session, line) : ask(session, line)
}

const commands = "/tools, /receipt, /reset, /exit"

const command = Effect.fnUntraced(function* (session: Session, line: string) {
  const { note } = yield* Output
  switch (line) {
    case "/exit":
      return null
    case "/reset":
      yield* note("The conversation starts anew.")
      return { ...session, turns: systemTurns(session.ready) }
    case "/receipt":
      yield* session.lastReceipt === null
        ? note("There is no receipt yet.")
        : note(session.lastReceipt, session.lastReceipt)
      return session
    case "/tools":
      for (const tool of session.ready.frozen?.tools ?? []) yield* note(`${tool.name}${toolSignature(tool)}`)
      if (session.ready.frozen === null) yield* note("No tools: start with --tools FILE.py.")
      return session
    default:
      yield* note(`There is no ${line}. Commands: ${commands}.`)
      return session
  }
})

// Ctrl-C ends the prompt, which still leaves its receipt, and not the session.
const ask = Effect.fnUntraced(function* (session: Session, prompt: string) {
  const { ready, known, turns } = session
  const input = yield* LineInput
  const output = yield* Output
  const written = yield* Ref.make(session.lastReceipt)
  const run = recorded(
    chatShape(ready.includeText, prompt),
    (facts) => Effect.scoped(endOf(ready, facts, turns, prompt)),
    known,
    (path) => Ref.set(written, path),
  )
  const ran = yield* Effect.raceFirst(Effect.asSome(run), Effect.as(input.interrupt, Option.none()))
  if (Option.isNone(ran)) return { ...session, lastReceipt: yield* Ref.get(written) }
  const view: View = ran.value.view
  yield* output.result(view)
  return { ...session, turns: ran.value.end.turns, lastReceipt: ran.value.receiptPath }
})

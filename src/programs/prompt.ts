/** One prompt over a loaded model and frozen tools: generate, check, run and feed back until there is an answer. */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import type { CheckedCall } from "../domain/Call.ts"
import { refusedRow } from "../domain/CallRows.ts"
import { type ChatAction, type ChatState, type Rejection, type Step, startPrompt, step } from "../domain/Chat.ts"
import type { Turn } from "../domain/Contract.ts"
import { draftCall } from "../domain/Draft.ts"
import type { Documented } from "../domain/errors/About.ts"
import { asPython, type Frozen, type FrozenLookups } from "../domain/Frozen.ts"
import type { ImprintMetadata } from "../domain/Imprint.ts"
import type { TokenCounts } from "../domain/Receipt.ts"
import type { ModelSession } from "../services/Model.ts"
import { Output } from "../services/Output.ts"
import { Progress } from "../services/Progress.ts"
import { Runner } from "../services/Runner.ts"
import { type CallContext, logCall, runCall } from "./call.ts"
import type { RestoredImprint, RunFacts } from "./record.ts"
import { streamMessage } from "./stream.ts"

export interface Sampling {
  readonly maxTokens: number
  readonly temperature: number
  readonly seed: number | null
}

/** What is ready before the first prompt. */
export interface Ready {
  readonly session: ModelSession
  readonly frozen: Frozen | FrozenLookups | null
  /** What answers look-ups, where the set is one of them. */
  readonly lookUp?: CallContext["lookUp"]
  readonly grammar: string | null
  /** What the session was restored from. */
  readonly imprint: ImprintMetadata | null
  readonly sampling: Sampling
  readonly includeText: boolean
}

/** An answer, and the conversation up to and with it. */
export interface Answered {
  readonly text: string
  /** The token limit ended it. */
  readonly cut: boolean
  readonly turns: ReadonlyArray<Turn>
}

/** Answers the prompt after `before`; fails with the reason to stop. What it does is logged in `facts`. */
export const answerPrompt = Effect.fn("answerPrompt")(function* (
  ready: Ready,
  facts: Ref.Ref<RunFacts>,
  before: ReadonlyArray<Turn>,
  prompt: string,
) {
  const run: Run = { ready, facts, output: yield* Output, calls: yield* Ref.make(1) }
  let [state, action]: Step = [startPrompt(ready.frozen?.tools ?? [], before, prompt), { _tag: "Generate" }]
  while (action._tag !== "Answer") {
    ;[state, action] = yield* advance(run, state, action)
  }
  return { text: action.text, cut: action.cut, turns: state.turns } satisfies Answered
})

interface Run {
  readonly ready: Ready
  readonly facts: Ref.Ref<RunFacts>
  readonly output: typeof Output.Service
  /** The number of the call that comes next, from 1. */
  readonly calls: Ref.Ref<number>
}

const advance = Effect.fnUntraced(function* (
  run: Run,
  state: ChatState,
  action: Exclude<ChatAction, { _tag: "Answer" }>,
) {
  switch (action._tag) {
    case "Fail":
      if (action.error._tag !== "empty_answer") yield* refuse(run, action.tool, action.error)
      return yield* action.error
    case "Retry":
      yield* refuse(run, action.tool, action.rejection)
      return yield* generate(run, state)
    case "Generate":
      return yield* generate(run, state)
    case "Execute":
      return yield* execute(run, state, action.call)
  }
})

const generate = Effect.fnUntraced(function* (run: Run, state: ChatState) {
  const { session, frozen, grammar, sampling } = run.ready
  if (asPython(frozen) !== null) yield* startAhead
  const stream = streamMessage(run.output, yield* Ref.get(run.calls), frozen !== null)
  const draft = frozen && draftCall(frozen.tools, userText(state.turns), state.executed === 0)
  const { during } = yield* Progress
  const generating = session.generate({ turns: state.turns, grammar, draft, ...sampling, onText: stream.onText })
  const generated = yield* during("Thinking", generating)
  stream.end(generated.text)
  yield* Ref.update(run.facts, (known) => ({
    ...known,
    tokens: add(known.tokens, generated.tokens),
    imprint: known.imprint && goneOnFrom(known.imprint, generated.tokens),
  }))
  return step(state, { _tag: "ModelSaid", message: generated })
})

const execute = Effect.fnUntraced(function* (run: Run, state: ChatState, call: CheckedCall) {
  const { frozen, lookUp, includeText } = run.ready
  if (frozen === null) return yield* Effect.dieMessage("a call without any tools")
  const id = yield* Ref.getAndUpdate(run.calls, (count) => count + 1)
  const name = call.tool.name
  run.output.emit({ type: "tool-call", id, name, arguments: call.arguments })
  const { result, text } = yield* runCall(
    { frozen, facts: run.facts, includeText, ...(lookUp && { lookUp }) },
    call,
  ).pipe(
    Effect.tapError((error: Documented) =>
      Effect.sync(() => run.output.emit({ type: "tool-error", id, name, code: error._tag, message: error.message })),
    ),
  )
  run.output.emit({ type: "tool-result", id, name, result })
  if (call.tool.returnDirect) run.output.emit({ type: "text-delta", text })
  return step(state, { _tag: "ToolReturned", call, result: text })
})

const refuse = Effect.fnUntraced(function* (run: Run, name: string | null, error: Rejection | Documented) {
  const id = yield* Ref.getAndUpdate(run.calls, (count) => count + 1)
  run.output.emit({ type: "tool-error", id, name, code: error._tag, message: error.message })
  yield* logCall(run.facts, refusedRow(name, error._tag))
})

// Values are copied from what was asked and from results, the latest first.
const userText = (turns: ReadonlyArray<Turn>): string =>
  turns
    .filter(({ role }) => role === "user")
    .map(({ text }) => text)
    .reverse()
    .join("\n")

// The next call's process starts while the model still thinks about it.
const startAhead: Effect.Effect<void, never, Runner | Scope.Scope> = Effect.flatMap(
  Runner,
  (runner) => runner.startAhead,
)

// Counted, not believed: a runtime that rolled back into the prefix has evaluated it again.
const goneOnFrom = (imprint: RestoredImprint, { prompt, evaluated }: TokenCounts): RestoredImprint => ({
  ...imprint,
  tokens: Math.min(imprint.tokens, prompt - evaluated),
})

const add = (left: TokenCounts, right: TokenCounts): TokenCounts => ({
  prompt: left.prompt + right.prompt,
  evaluated: left.evaluated + right.evaluated,
  generated: left.generated + right.generated,
  evaluations: left.evaluations + right.evaluations,
})

/** One prompt: freeze the tools and load the model, then generate, check, run and feed back until there is an answer. */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { refusedRow } from "../domain/CallRows.ts"
import { type ChatAction, type ChatState, safeAnswer, startPrompt, step } from "../domain/Chat.ts"
import { contractText, type Turn } from "../domain/Contract.ts"
import type { Documented } from "../domain/errors/About.ts"
import type { Frozen } from "../domain/Frozen.ts"
import { grammarOf } from "../domain/Grammar.ts"
import type { TokenCounts } from "../domain/Receipt.ts"
import { Model, type ModelSession } from "../services/Model.ts"
import { Runner } from "../services/Runner.ts"
import { sha256 } from "../services/Sha256.ts"
import { type CallContext, logCall, runCall } from "./call.ts"
import { freeze, type ToolSource } from "./freeze.ts"
import { type RunEnd, type RunFacts, recorded, type Shape } from "./record.ts"

export interface ChatOptions {
  readonly prompt: string
  readonly tools: ToolSource | null
  readonly maxTokens: number
  readonly temperature: number
  readonly seed: number | null
  readonly includeText: boolean
}

/** Answers one prompt, and says what it did. */
export const chat = Effect.fn("chat")(function* (options: ChatOptions) {
  return yield* recorded(shape(options), (facts) => Effect.scoped(prepareAndRun(options, facts)))
})

interface ChatEnd extends RunEnd {
  readonly answer: string
}

interface Ready {
  readonly options: ChatOptions
  readonly session: ModelSession
  readonly context: CallContext | null
  readonly facts: Ref.Ref<RunFacts>
  readonly grammar: string | null
}

const prepareAndRun = Effect.fnUntraced(function* (options: ChatOptions, facts: Ref.Ref<RunFacts>) {
  const model = yield* Model
  const freezing = options.tools === null ? Effect.succeed(null) : freeze(options.tools)
  const [frozen, session] = yield* Effect.all([freezing, model.open], { concurrency: "unbounded" })
  yield* Ref.update(facts, (known) => ({ ...known, frozen, model: session.identity }))
  const context = frozen && { frozen, facts, includeText: options.includeText }
  const grammar = frozen && grammarOf(frozen.tools)
  return yield* Effect.match(answer({ options, session, context, facts, grammar }), {
    onFailure: (failure: Documented): ChatEnd => ({ status: statusOf(failure), failure, answer: safeAnswer }),
    onSuccess: (text): ChatEnd => ({ status: "completed", failure: null, answer: text }),
  })
})

// Generates and acts until the model has answered; fails with the reason to stop.
const answer = Effect.fnUntraced(function* (ready: Ready) {
  const { options, context } = ready
  const tools = context?.frozen.tools ?? []
  let [state, action]: readonly [ChatState, ChatAction] = [
    startPrompt(tools, systemTurns(context?.frozen ?? null), options.prompt),
    { _tag: "Generate" },
  ]
  while (action._tag !== "Answer") {
    ;[state, action] = yield* advance(ready, state, action)
  }
  return action.text
})

const advance = Effect.fnUntraced(function* (
  ready: Ready,
  state: ChatState,
  action: Exclude<ChatAction, { _tag: "Answer" }>,
) {
  switch (action._tag) {
    case "Fail":
      if (action.error._tag !== "empty_answer") yield* logCall(ready.facts, refusedRow(action.tool, action.error._tag))
      return yield* action.error
    case "Retry":
      yield* logCall(ready.facts, refusedRow(action.tool, action.rejection._tag))
      return step(state, { _tag: "ModelSaid", message: yield* generate(ready, state) })
    case "Generate":
      return step(state, { _tag: "ModelSaid", message: yield* generate(ready, state) })
    case "Execute": {
      const { text } = yield* runCall(ready.context as CallContext, action.call)
      return step(state, { _tag: "ToolReturned", call: action.call, result: text })
    }
  }
})

const generate = Effect.fnUntraced(function* (ready: Ready, state: ChatState) {
  const { maxTokens, temperature, seed } = ready.options
  if (ready.context !== null) yield* startAhead
  const generated = yield* ready.session.generate({
    turns: state.turns,
    grammar: ready.grammar,
    maxTokens,
    temperature,
    seed,
  })
  yield* Ref.update(ready.facts, (known) => ({ ...known, tokens: add(known.tokens, generated.tokens) }))
  return generated
})

// The next call's process starts while the model still thinks about it.
const startAhead: Effect.Effect<void, never, Runner | Scope.Scope> = Effect.flatMap(
  Runner,
  (runner) => runner.startAhead,
)

const systemTurns = (frozen: Frozen | null): ReadonlyArray<Turn> =>
  frozen === null ? [] : [{ role: "system", text: contractText(frozen.tools) }]

const statusOf = (failure: Documented) =>
  failure._tag === "tool_confirmation_required" ? "confirmation_required" : "failed_closed"

const add = (left: TokenCounts, right: TokenCounts): TokenCounts => ({
  prompt: left.prompt + right.prompt,
  evaluated: left.evaluated + right.evaluated,
  generated: left.generated + right.generated,
})

const shape = ({ prompt, includeText }: ChatOptions): Shape<ChatEnd> => ({
  includeText,
  receipt: (common, facts, end) => ({
    schema_version: "edge.demo.chat.receipt.v1",
    ...common,
    model: facts.model,
    tokens: facts.tokens,
    prompt_sha256: sha256(prompt),
    answer_sha256: end === null ? null : sha256(end.answer),
    tool_instruction_mode: facts.frozen === null ? "none" : "system",
    tool_instruction_sha256: facts.frozen && sha256(contractText(facts.frozen.tools)),
    neural_imprint: null,
    ...(includeText && { prompt, answer: end?.answer ?? null }),
  }),
  view: ({ status, failure, answer: text = null }, facts, receiptPath) => ({
    _tag: "ChatRun",
    status,
    failure,
    answer: text,
    toolCalls: facts.calls,
    receiptPath,
  }),
})

/** One prompt: freeze the tools and load the model, then generate, check, run and feed back until there is an answer. */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { refusedRow } from "../domain/CallRows.ts"
import { type ChatAction, type ChatState, safeAnswer, startPrompt, step } from "../domain/Chat.ts"
import { contractText, type Turn } from "../domain/Contract.ts"
import type { Documented } from "../domain/errors/About.ts"
import { asLookups, asPython, type FrozenSet } from "../domain/Frozen.ts"
import { grammarOf } from "../domain/Grammar.ts"
import type { ChatReceipt, TokenCounts } from "../domain/Receipt.ts"
import { Model, type ModelSession } from "../services/Model.ts"
import { Runner } from "../services/Runner.ts"
import { sha256 } from "../services/Sha256.ts"
import { type CallContext, logCall, runCall } from "./call.ts"
import { freeze, type ToolSource } from "./freeze.ts"
import { type LookupSource, prepareLookups } from "./lookups.ts"
import { type RunEnd, type RunFacts, recorded, type Shape } from "./record.ts"

export interface ChatOptions {
  readonly prompt: string
  readonly tools: ToolSource | LookupSource | null
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
  const [prepared, session] = yield* Effect.all([prepare(options.tools), model.open], { concurrency: "unbounded" })
  const frozen = prepared?.frozen ?? null
  yield* Ref.update(facts, (known) => ({ ...known, frozen, model: session.identity }))
  const context = prepared && { ...prepared, facts, includeText: options.includeText }
  const grammar = frozen && grammarOf(frozen.tools)
  return yield* Effect.match(answer({ options, session, context, facts, grammar }), {
    onFailure: (failure: Documented): ChatEnd => ({ status: statusOf(failure), failure, answer: safeAnswer }),
    onSuccess: (text): ChatEnd => ({ status: "completed", failure: null, answer: text }),
  })
})

const prepare = (tools: ChatOptions["tools"]) => {
  if (tools === null) return Effect.succeed(null)
  return "file" in tools ? Effect.map(freeze(tools), (frozen) => ({ frozen })) : prepareLookups(tools)
}

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
  if (asPython(ready.context?.frozen ?? null) !== null) yield* startAhead
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

const systemTurns = (frozen: FrozenSet | null): ReadonlyArray<Turn> =>
  frozen === null ? [] : [{ role: "system", text: contractText(frozen.tools) }]

const statusOf = (failure: Documented) =>
  failure._tag === "tool_confirmation_required" ? "confirmation_required" : "failed_closed"

const add = (left: TokenCounts, right: TokenCounts): TokenCounts => ({
  prompt: left.prompt + right.prompt,
  evaluated: left.evaluated + right.evaluated,
  generated: left.generated + right.generated,
})

const lookupFields = ({ frozen }: RunFacts): Pick<ChatReceipt, "lookups"> => {
  const lookups = asLookups(frozen)
  if (lookups === null) return {}
  const tools_manifest_sha256 = lookups.manifestSha256 as `sha256:${string}` | null
  return { lookups: { tools_manifest_sha256, stores: [...new Set(lookups.stores.values())].sort() } }
}

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
    ...lookupFields(facts),
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

/** `edge demo chat --prompt`: freeze the tools and load the model, answer one prompt, leave a receipt. */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { safeAnswer } from "../domain/Chat.ts"
import { confirmationAnswer } from "../domain/Consent.ts"
import { contractText, type Turn } from "../domain/Contract.ts"
import type { Documented } from "../domain/errors/About.ts"
import { ToolGrammarUnsupported } from "../domain/errors/Discovery.ts"
import { asLookups } from "../domain/Frozen.ts"
import { grammarOf } from "../domain/Grammar.ts"
import { hiddenTurns } from "../domain/Profile.ts"
import type { ChatReceipt, NeuralImprint } from "../domain/Receipt.ts"
import type { Tool } from "../domain/Tool.ts"
import { Model, type ModelSession } from "../services/Model.ts"
import { Progress } from "../services/Progress.ts"
import { sha256 } from "../services/Sha256.ts"
import { freeze, type ToolSource } from "./freeze.ts"
import { type LookupSource, prepareLookups } from "./lookups.ts"
import { answerPrompt, type Ready, type Sampling } from "./prompt.ts"
import { type RunEnd, type RunFacts, recorded, type Shape } from "./record.ts"
import { readImprint, restore } from "./restore.ts"

export interface ChatOptions {
  readonly tools: ToolSource | LookupSource | null
  readonly sampling: Sampling
  readonly includeText: boolean
  /** The path behind `--with-imprint`. */
  readonly imprint: string | null
}

/** Answers one prompt, and says what it did. */
export const chat = Effect.fn("chat")(function* (options: ChatOptions, prompt: string) {
  const { view } = yield* recorded(chatShape(options.includeText, prompt), (facts) =>
    Effect.scoped(Effect.flatMap(prepare(options, facts), (ready) => endOf(ready, facts, systemTurns(ready), prompt))),
  )
  return view
})

/** The loaded model, gone on from its imprint where there is one, and the frozen tools. */
export const prepare = Effect.fn("chat.prepare")(function* (options: ChatOptions, facts: Ref.Ref<RunFacts>) {
  const model = yield* Model
  const reading = options.imprint === null ? Effect.succeed(null) : readImprint(options.imprint, facts)
  const { during } = yield* Progress
  const loading = during("Loading the model", model.open)
  const [prepared, session, imprint] = yield* Effect.all([toolsOf(options.tools), loading, reading], {
    concurrency: "unbounded",
  })
  const frozen = prepared?.frozen ?? null
  yield* Ref.update(facts, (known) => ({ ...known, frozen, model: session.identity }))
  const grammar = frozen && (yield* grammarFor(session, frozen.tools))
  if (imprint !== null) yield* restore(imprint, session, frozen, facts)
  const { sampling, includeText } = options
  return {
    session,
    ...prepared,
    frozen,
    grammar,
    imprint: imprint?.metadata ?? null,
    sampling,
    includeText,
  } satisfies Ready
})

/** The active tools, whatever they come from, and for look-ups what answers them. */
export const toolsOf = Effect.fn("chat.toolsOf")(function* (tools: ChatOptions["tools"]) {
  if (tools === null) return null
  return "file" in tools ? { frozen: yield* freeze(tools) } : yield* prepareLookups(tools)
})

// A grammar that the runtime cannot follow is an error that names the tool, never a silent free run.
export const grammarFor = (session: ModelSession, tools: ReadonlyArray<Tool>) => {
  const grammar = grammarOf(tools)
  const naming = Effect.forEach(tools, (tool) =>
    Effect.mapError(
      session.accepts(grammarOf([tool])),
      (problem) => new ToolGrammarUnsupported({ tool: tool.name, problem }),
    ),
  )
  return session.accepts(grammar).pipe(
    Effect.catchAll((problem) =>
      Effect.zipRight(naming, new ToolGrammarUnsupported({ tool: "all together", problem })),
    ),
    Effect.as(grammar),
  )
}

/** The turns before the first prompt. */
export const systemTurns = ({ frozen, imprint }: Pick<Ready, "frozen" | "imprint">): ReadonlyArray<Turn> => {
  if (imprint === null) return frozen === null ? [] : [{ role: "system", text: contractText(frozen.tools) }]
  // The prefix is fixed: a contract that it does not hold can only follow it.
  return frozen === null || imprint.tool_set !== null ? imprint.turns : [...imprint.turns, ...hiddenTurns(frozen.tools)]
}

export interface ChatEnd extends RunEnd {
  readonly answer: string
  /** The token limit ended the answer. */
  readonly answerCut: boolean
  /** The conversation with the answer; as before the prompt where it failed. */
  readonly turns: ReadonlyArray<Turn>
}

/** How a prompt ended: with the model's answer, or the safe answer and the reason. */
export const endOf = (ready: Ready, facts: Ref.Ref<RunFacts>, before: ReadonlyArray<Turn>, prompt: string) =>
  Effect.match(answerPrompt(ready, facts, before, prompt), {
    onFailure: (failure: Documented): ChatEnd =>
      failure._tag === "tool_confirmation_required"
        ? { status: "confirmation_required", failure, answer: confirmationAnswer, answerCut: false, turns: before }
        : { status: "failed_closed", failure, answer: safeAnswer, answerCut: false, turns: before },
    onSuccess: ({ text, cut, turns }): ChatEnd => ({
      status: "completed",
      failure: null,
      answer: text,
      answerCut: cut,
      turns,
    }),
  })

const lookupFields = ({ frozen }: RunFacts): Pick<ChatReceipt, "lookups"> => {
  const lookups = asLookups(frozen)
  if (lookups === null) return {}
  const tools_manifest_sha256 = lookups.manifestSha256 as `sha256:${string}` | null
  return { lookups: { tools_manifest_sha256, stores: [...new Set(lookups.stores.values())].sort() } }
}

/** What the receipt and the view of one prompt hold. */
export const chatShape = (includeText: boolean, prompt: string): Shape<ChatEnd> => ({
  kind: "chat",
  includeText,
  receipt: (common, facts, end) => ({
    schema_version: "edge.demo.chat.receipt.v1",
    ...common,
    model: facts.model,
    tokens: facts.tokens,
    prompt_sha256: sha256(prompt),
    answer_sha256: end === null ? null : sha256(end.answer),
    ...(end?.answerCut && { answer_cut: true as const }),
    tool_instruction_mode: instructionMode(facts),
    tool_instruction_sha256: facts.frozen && sha256(contractText(facts.frozen.tools)),
    neural_imprint: imprintRow(facts),
    ...lookupFields(facts),
    ...(includeText && { prompt, answer: end?.answer ?? null }),
  }),
  view: ({ status, failure, answer = null, answerCut = false }, facts, receiptPath) => ({
    _tag: "ChatRun",
    status,
    failure,
    answer,
    answerCut,
    toolCalls: facts.calls,
    receiptPath,
  }),
})

const instructionMode = ({ frozen, imprint }: RunFacts) => {
  if (frozen === null) return "none"
  if (imprint === null) return "system"
  return imprint.metadata.tool_set === null ? "hidden_turns" : "imprint"
}

/** What a receipt tells of the imprint. */
export const imprintRow = ({ imprint, tokens }: RunFacts): NeuralImprint | null =>
  imprint && {
    imprint_id: imprint.metadata.imprint_id,
    state_sha256: imprint.metadata.state_sha256,
    tokens_restored: imprint.tokens,
    tokens_evaluated: tokens.evaluated,
  }

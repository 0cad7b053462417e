/** One case through the product's chat loop, on the loaded model; what a tool returns is the case's. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import type { Turn } from "../../src/domain/Contract.ts"
import type { JsonObject } from "../../src/domain/Json.ts"
import { canonical } from "../../src/domain/Json.ts"
import { grammarFor } from "../../src/programs/chat.ts"
import { answerPrompt, type Ready, type Sampling } from "../../src/programs/prompt.ts"
import { noFacts } from "../../src/programs/record.ts"
import type { ModelSession } from "../../src/services/Model.ts"
import { Output } from "../../src/services/Output.ts"
import { OutputSchemas } from "../../src/services/OutputSchemas.ts"
import { PendingActions } from "../../src/services/PendingActions.ts"
import { Runner } from "../../src/services/Runner.ts"
import { callsOf, endOf } from "./cases.ts"
import type { Prepared } from "./prepare.ts"
import { type Course, follow, isOver, type Said, type Score, score } from "./score.ts"

export type Mode = "grammar" | "free"

/** A case, what the model said, and what that is worth. */
export interface Outcome {
  readonly prepared: Prepared
  readonly messages: ReadonlyArray<Said>
  /** What it said once the right calls stood in the conversation; null where its own were right, or none is expected. */
  readonly given: Said | null
  readonly score: Score
}

/** Runs a case from an empty context. */
export const converse = Effect.fn("evaluation.converse")(function* (
  session: ModelSession,
  prepared: Prepared,
  mode: Mode,
) {
  const { expected, frozen, turns, turnsGiven } = prepared
  // A grammar that the runtime cannot follow ends the evaluation, as it would end the chat.
  const grammar = mode === "grammar" ? yield* grammarFor(session, frozen.tools) : null
  const ready = { session, frozen, grammar, imprint: null, sampling, includeText: false }
  const talk = (from: ReadonlyArray<Turn>, courseOf: (messages: ReadonlyArray<Said>) => Course) =>
    Effect.zipRight(forget(session), converseFrom(ready, from, courseOf, prepared))
  const messages = yield* talk(turns, (heard) => follow(expected, frozen.tools, heard))
  const calls = callsOf(expected)
  const missed =
    calls.length > 0 && endOf(expected) !== null && score(expected, frozen.tools, messages, null).calls === false
  const [given = null] = missed ? yield* talk(turnsGiven, over) : []
  return { prepared, messages, given, score: score(expected, frozen.tools, messages, given) } satisfies Outcome
})

/** As `edge chat` without options. */
const sampling: Sampling = { maxTokens: 512, temperature: 0, seed: null }

// Whatever the one message is, it is all that is asked for.
const over = (messages: ReadonlyArray<Said>): Course => ({
  made: 0,
  refused: null,
  wrong: messages.length > 0,
  text: null,
  firstTool: null,
})

/**
 * What another case left in the context would be reused where it begins alike, and a token that is computed in another
 * batch may come out differently: every case starts as a new process would.
 */
const forget = (session: ModelSession) =>
  session.generate({
    turns: [{ role: "user", text: "." }],
    grammar: null,
    draft: null,
    maxTokens: 1,
    temperature: 0,
    seed: null,
    onText: () => {},
  })

const converseFrom = Effect.fnUntraced(function* (
  ready: Ready,
  turns: ReadonlyArray<Turn>,
  courseOf: (messages: ReadonlyArray<Said>) => Course,
  { expected }: Prepared,
) {
  const messages: Array<Said> = []
  const calls = callsOf(expected)
  const course = Effect.sync(() => courseOf(messages))
  // Where a case is over nobody goes on: no tool runs, and the model is not asked again.
  const result: Effect.Effect<JsonObject> = Effect.flatMap(course, (now) => {
    const expectedCall = calls[now.made - 1]
    return isOver(now) || expectedCall === undefined ? Effect.interrupt : Effect.succeed(expectedCall.result)
  })
  const session = recording(ready.session, messages, Effect.map(course, isOver))
  const lookUp = () => Effect.map(result, (rows) => ({ result: rows, text: canonical(rows) }))
  yield* answerPrompt(
    { ...ready, session, lookUp },
    yield* Ref.make(noFacts),
    turns.slice(0, -1),
    turns.at(-1)?.text ?? "",
  ).pipe(
    Effect.scoped,
    Effect.provide(Layer.merge(layerReturning(result), surroundings)),
    // The model's own faults: its messages tell them.
    Effect.catchTags({ empty_answer: () => Effect.void, tool_call_limit_exceeded: () => Effect.void }),
    Effect.catchAllCause((cause) => (Cause.isInterruptedOnly(cause) ? Effect.void : Effect.failCause(cause))),
  )
  return messages
})

const recording = (session: ModelSession, messages: Array<Said>, isDone: Effect.Effect<boolean>): ModelSession => ({
  ...session,
  generate: Effect.fnUntraced(function* (request) {
    if (yield* isDone) return yield* Effect.interrupt
    let firstTokenMs: number | null = null
    const began = performance.now()
    const onText = (soFar: string) => {
      firstTokenMs ??= performance.now() - began
      request.onText(soFar)
    }
    const { text, cut, tokens } = yield* session.generate({ ...request, onText })
    messages.push({ text, cut, tokens, firstTokenMs })
    return { text, cut, tokens }
  }),
})

const layerReturning = (result: Effect.Effect<JsonObject>) =>
  Layer.mock(Runner, {
    invoke: () => Effect.map(result, (value) => ({ result: value, topLevelMicros: 0, functionMicros: 0 })),
    startAhead: Effect.void,
  })

// Nobody listens, nothing waits for a person, and results are the set's own.
const surroundings = Layer.mergeAll(
  Layer.mock(Output, { emit: () => {}, toolStderr: () => () => {} }),
  Layer.mock(PendingActions, {}),
  Layer.succeed(OutputSchemas, OutputSchemas.of({ compile: () => Effect.succeed(() => []) })),
)

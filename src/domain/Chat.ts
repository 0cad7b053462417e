/**
 * The chat loop as a pure step: what happened goes in, what to do next comes out. All bounds live here; nothing here
 * waits, calls or writes.
 */
import * as Either from "effect/Either"
import { type CheckedCall, checkCall } from "./Call.ts"
import { rejectionText, resultText, type Turn } from "./Contract.ts"
import {
  EmptyAnswer,
  type InvalidToolArgs,
  MalformedToolCall,
  ToolCallLimitExceeded,
  type UnknownTool,
} from "./errors/Call.ts"
import type { FrozenTool } from "./Frozen.ts"
import { type Message, readReply } from "./Reply.ts"

/** How many rejected calls of one prompt the model may correct. */
export const retryLimit = 2

/** How many calls of one prompt are executed. */
export const callLimit = 4

/** What the user reads when a prompt fails closed. */
export const safeAnswer = "I could not complete this request safely, so I stopped."

export type Rejection = MalformedToolCall | UnknownTool | InvalidToolArgs

export interface ChatState {
  readonly tools: ReadonlyArray<FrozenTool>
  readonly turns: ReadonlyArray<Turn>
  readonly executed: number
  readonly rejected: number
}

export type ChatEvent =
  | { readonly _tag: "ModelSaid"; readonly message: Message }
  | { readonly _tag: "ToolReturned"; readonly call: CheckedCall; readonly result: string }

export type ChatAction =
  | { readonly _tag: "Generate" }
  | { readonly _tag: "Execute"; readonly call: CheckedCall }
  /** The call was refused and the model is told; then it generates again. */
  | { readonly _tag: "Retry"; readonly rejection: Rejection; readonly tool: string | null }
  /** `cut`: the token limit ended it. */
  | { readonly _tag: "Answer"; readonly text: string; readonly cut: boolean }
  | {
      readonly _tag: "Fail"
      readonly error: Rejection | EmptyAnswer | ToolCallLimitExceeded
      readonly tool: string | null
    }

export type Step = readonly [ChatState, ChatAction]

/** The state in which a prompt starts, over the turns before it. */
export const startPrompt = (
  tools: ReadonlyArray<FrozenTool>,
  before: ReadonlyArray<Turn>,
  prompt: string,
): ChatState => ({
  tools,
  turns: [...before, { role: "user", text: prompt }],
  executed: 0,
  rejected: 0,
})

/** One transition. */
export const step = (state: ChatState, event: ChatEvent): Step =>
  event._tag === "ModelSaid" ? afterMessage(state, event.message) : afterResult(state, event.call, event.result)

const afterMessage = (state: ChatState, message: Message): Step => {
  const reply = readReply(message, state.tools.length > 0)
  switch (reply._tag) {
    case "Empty":
      return [state, { _tag: "Fail", error: new EmptyAnswer({ after_thoughts: reply.afterThoughts }), tool: null }]
    case "Text":
      return [said(state, reply.text), { _tag: "Answer", text: reply.text, cut: message.cut }]
    case "Malformed":
      return reject(said(state, reply.text), new MalformedToolCall({ problem: reply.problem }), null)
    case "Call":
      return Either.match(checkCall(state.tools, reply.tool, reply.arguments), {
        onLeft: (rejection) => reject(said(state, reply.text), rejection, reply.tool),
        onRight: (call) => execute(said(state, reply.text), call),
      })
  }
}

const afterResult = (state: ChatState, call: CheckedCall, result: string): Step => {
  const executed = { ...state, executed: state.executed + 1 }
  if (call.tool.returnDirect) return [said(executed, result), { _tag: "Answer", text: result, cut: false }]
  return [heard(executed, resultText(call.tool.name, result)), { _tag: "Generate" }]
}

const execute = (state: ChatState, call: CheckedCall): Step =>
  state.executed < callLimit
    ? [state, { _tag: "Execute", call }]
    : [state, { _tag: "Fail", error: new ToolCallLimitExceeded({ limit: callLimit }), tool: call.tool.name }]

const reject = (state: ChatState, rejection: Rejection, tool: string | null): Step => {
  if (state.rejected >= retryLimit) return [state, { _tag: "Fail", error: rejection, tool }]
  const told = heard(state, rejectionText(rejection._tag, rejection.message.replace(/\.$/, "")))
  return [
    { ...told, rejected: state.rejected + 1 },
    { _tag: "Retry", rejection, tool },
  ]
}

const said = (state: ChatState, text: string): ChatState => ({
  ...state,
  turns: [...state.turns, { role: "model", text }],
})

const heard = (state: ChatState, text: string): ChatState => ({
  ...state,
  turns: [...state.turns, { role: "user", text }],
})

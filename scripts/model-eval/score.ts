/** What a case's messages are worth: a pure rule over what the model said. The product reads and checks each message. */
import * as Either from "effect/Either"
import { type CheckedCall, checkCall } from "../../src/domain/Call.ts"
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { type JsonObject, own, sameJson } from "../../src/domain/Json.ts"
import { type Message, readReply } from "../../src/domain/Reply.ts"
import { type Case, callsOf, type ExpectedCall, endOf } from "./cases.ts"
import { holds } from "./words.ts"

/** One message of the model, with what it cost. */
export interface Said extends Message {
  readonly tokens: { readonly generated: number; readonly evaluations: number; readonly evaluated: number }
  /** From the request to the first token; null where there was none. */
  readonly firstTokenMs: number | null
}

/** How far a conversation came. */
export interface Course {
  /** How many of the expected calls were made, one after the other. */
  readonly made: number
  /** Why a message was refused. A case ends there. */
  readonly refused: Refused | null
  /** A call that may run, but is not the expected one. A case ends there, too. */
  readonly wrong: boolean
  /** The text that ended the conversation. */
  readonly text: string | null
  /** The tool that the first message calls. */
  readonly firstTool: string | null
}

export type Refused = "malformed_tool_call" | "unknown_tool" | "invalid_tool_args" | "empty_answer"

/** Each is null where the case does not ask for it. */
export interface Score {
  readonly firstTool: boolean | null
  /** Every call was made, exactly and in order, and none beside. */
  readonly calls: boolean | null
  /** The answer holds the right values, after calls that were all right. */
  readonly answer: boolean | null
  /** The answer holds the right values, once the right calls stand in the conversation. */
  readonly answerGiven: boolean | null
  /** Plain text where nothing is to be called. */
  readonly refusal: boolean | null
  readonly refused: Refused | null
  readonly whole: boolean
  /** Of the messages that are calls, the ends of turn counted in. */
  readonly callTokens: number
  readonly callEvaluations: number
}

/** Where the messages have led so far. */
export const follow = (expected: Case, tools: ReadonlyArray<FrozenTool>, messages: ReadonlyArray<Message>): Course => {
  const calls = callsOf(expected)
  let course: Course = { made: 0, refused: null, wrong: false, text: null, firstTool: null }
  for (const [index, message] of messages.entries()) {
    course = after(course, calls[course.made], tools, message, index === 0)
    if (isOver(course)) break
  }
  return course
}

/** Nothing that follows could change the score. */
export const isOver = ({ refused, wrong, text }: Course): boolean => refused !== null || wrong || text !== null

/** The score; `given` is what the model said once the right calls stood in the conversation, null where it was not asked. */
export const score = (
  expected: Case,
  tools: ReadonlyArray<FrozenTool>,
  messages: ReadonlyArray<Said>,
  given: Message | null,
): Score => {
  const calls = callsOf(expected)
  const end = endOf(expected)
  const course = follow(expected, tools, messages)
  const exact = course.made === calls.length && course.refused === null && !course.wrong
  const ended = exact && course.text !== null && (end === null || holds(course.text, end.has))
  const asksAnswer = end !== null && !end.refuses
  return {
    firstTool: calls.length === 0 ? null : course.firstTool === calls[0]?.call.tool_name,
    calls: calls.length === 0 ? null : exact,
    answer: asksAnswer ? ended : null,
    answerGiven: asksAnswer ? ended || (given !== null && answers(given, end.has)) : null,
    refusal: end?.refuses === true ? ended : null,
    refused: course.refused,
    whole: ended,
    ...costOfCalls(messages),
  }
}

const after = (
  course: Course,
  expected: ExpectedCall | undefined,
  tools: ReadonlyArray<FrozenTool>,
  message: Message,
  isFirst: boolean,
): Course => {
  const reply = readReply(message, true)
  switch (reply._tag) {
    case "Empty":
      return { ...course, refused: "empty_answer" }
    case "Malformed":
      return { ...course, refused: "malformed_tool_call" }
    case "Text":
      return { ...course, text: reply.text }
    case "Call": {
      const called = isFirst ? { ...course, firstTool: reply.tool } : course
      return Either.match(checkCall(tools, reply.tool, reply.arguments), {
        onLeft: ({ _tag }) => ({ ...called, refused: _tag }),
        onRight: (call) =>
          expected !== undefined && isExpected(call, expected)
            ? { ...called, made: called.made + 1 }
            : { ...called, wrong: true },
      })
    }
  }
}

const isExpected = ({ tool, arguments: args }: CheckedCall, { call, or }: ExpectedCall): boolean => {
  if (tool.name !== call.tool_name) return false
  if (call.query_has !== undefined) return holds(queryOf(args), call.query_has)
  return call.arguments !== undefined && [call.arguments, ...or].some((each) => sameJson(each, args))
}

const queryOf = (args: JsonObject): string => String(own(args, "query") ?? "")

const answers = (message: Message, has: Parameters<typeof holds>[1]): boolean => {
  const reply = readReply(message, true)
  return reply._tag === "Text" && holds(reply.text, has)
}

const costOfCalls = (messages: ReadonlyArray<Said>): Pick<Score, "callTokens" | "callEvaluations"> => {
  const calls = messages.filter((message) => readReply(message, true)._tag === "Call")
  return {
    // Without predictions a message takes one evaluation a token, and one for the end of its turn.
    callTokens: sum(calls.map(({ tokens }) => tokens.generated + 1)),
    callEvaluations: sum(calls.map(({ tokens }) => tokens.evaluations)),
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** What a model's message is: thoughts, and after them an answer, a tool call, or something that only starts like one. */
import * as Either from "effect/Either"
import { cutOff } from "./errors/Call.ts"
import { isObject, type Json, type JsonObject } from "./Json.ts"
import { readJson } from "./JsonReader.ts"

export type Reply =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Call"; readonly text: string; readonly tool: string; readonly arguments: Json }
  | { readonly _tag: "Malformed"; readonly text: string; readonly problem: string }
  | { readonly _tag: "Empty"; readonly afterThoughts: boolean }

export interface Message {
  readonly text: string
  /** The token limit ended it. */
  readonly cut: boolean
}

/** Reads a message. Without active tools there is no contract, and every text is an answer. */
export const readReply = (message: Message, toolsAreActive: boolean): Reply => {
  const { thoughts, rest } = separateThoughts(message.text)
  const text = rest.trim()
  if (text === "") return { _tag: "Empty", afterThoughts: thoughts !== "" }
  if (!toolsAreActive || !startsLikeCall(text)) return { _tag: "Text", text }
  return readCall(beforeSpace(afterSpace(rest)), message.cut)
}

/** A call without the white space before it: JSON's own and no other, such as a byte order mark or a no-break space. */
export const afterSpace = (text: string): string => text.replace(/^[ \t\n\r]+/, "")

// A loop: a pattern for the end would try each run of white space within the text from each of its characters.
const beforeSpace = (text: string): string => {
  let end = text.length
  while (end > 0 && " \t\n\r".includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}

/** A reasoning model's thoughts, and what it says after them. Thoughts that never end leave nothing to say. */
export const separateThoughts = (text: string): { readonly thoughts: string; readonly rest: string } => {
  const end = text.indexOf(closing)
  const start = text.trimStart()
  if (!start.startsWith(opening)) {
    // Some templates open the thoughts inside the prompt, so that a message may only close them. A call is no thought.
    const closesOnly = end >= 0 && !start.startsWith("{") && !text.slice(0, end).includes(opening)
    if (!closesOnly) return { thoughts: "", rest: text }
  }
  if (end < 0) return { thoughts: text, rest: "" }
  const cut = end + closing.length
  const rest = text.slice(cut)
  if (!rest.trimStart().startsWith(opening)) return { thoughts: text.slice(0, cut), rest }
  const more = separateThoughts(rest)
  return { thoughts: text.slice(0, cut) + more.thoughts, rest: more.rest }
}

const opening = "<think>"
const closing = "</think>"

// `{` alone is enough: the contract says that an answer is plain text, and the grammar admits no other.
const bare = /^\{/
const dressed = /^(?:(?:```|~~~|\[|<tool_call>)[^{]{0,40}\{[^:]{0,40}(?:tool_?name|"name")|<function[\s=])/i

/** True for a trimmed message that is a call, or meant to be one. */
export const startsLikeCall = (text: string): boolean => bare.test(text) || dressed.test(text)

const readCall = (text: string, cut: boolean): Reply => {
  const malformed = (problem: string): Reply => ({ _tag: "Malformed", text, problem })
  if (!bare.test(text)) return malformed("it is wrapped in other text")
  const read = readJson(text)
  if (Either.isLeft(read)) {
    return malformed(cut ? cutOff : `${read.left.problem} at character ${read.left.at + 1}`)
  }
  const value = read.right
  if (!isObject(value)) return malformed("it is no object")
  const { tool_name: tool, arguments: args } = value
  if (!hasExactly(value, ["tool_name", "arguments"]) || args === undefined) {
    return malformed("it must have exactly the keys tool_name and arguments")
  }
  return typeof tool === "string"
    ? { _tag: "Call", text, tool, arguments: args }
    : malformed("tool_name must be a string")
}

const hasExactly = (value: JsonObject, keys: ReadonlyArray<string>): boolean =>
  Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))

/**
 * The exact text that the model sees about its tools. The built-in model is trained on it, so a change here is a change
 * of the model's language; `test/golden/contract.json` holds it.
 */
import { object, ordered } from "./Json.ts"
import type { Tool } from "./Tool.ts"

/** A turn of a conversation, in the roles that chat templates know. */
export interface Turn {
  readonly role: "system" | "user" | "model"
  readonly text: string
}

const head = `Tools are available. To use one, reply with exactly one JSON object and no other text:
{"tool_name":"NAME","arguments":{...}}
When no tool is needed, reply in plain text.
Tools:
`

/** The contract over tools that are sorted by name; empty without tools. */
export const contractText = (tools: ReadonlyArray<Tool>): string =>
  tools.length === 0 ? "" : head + tools.map(toolLine).join("\n")

/** The user turn that brings a result; `result` is canonical JSON. */
export const resultText = (tool: string, result: string): string =>
  `Tool result for ${tool}: ${escapeControls(result)}\nAnswer the user's request using this result, or call another tool.`

/** The user turn that tells why a call was refused. */
export const rejectionText = (code: string, message: string): string =>
  `Tool call rejected (${code}): ${escapeControls(message)}. Reply with a corrected call or answer in plain text.`

/** Control characters, and the line ends that only Unicode knows, as `\uXXXX`: data stays on its line. */
export const escapeControls = (text: string): string =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

/** The same of a text that keeps its lines; `indent` stands before each but the first. */
export const escapeLines = (text: string, indent = ""): string =>
  text.split("\n").map(escapeControls).join(`\n${indent}`)

const toolLine = (tool: Tool): string =>
  ordered(
    object([
      ["name", tool.name],
      ["description", tool.description],
      ["parameters", tool.parameters],
    ]),
  )

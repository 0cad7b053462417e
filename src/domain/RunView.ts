/** How a chat, a call and a failure look. */
import { escapeControls } from "./Contract.ts"
import { type Documented, failureFields } from "./errors/About.ts"
import { type Fault, faultLine } from "./errors/ToolFaults.ts"
import { fromLiteral, type Json, ordered } from "./Json.ts"
import type { View } from "./View.ts"

type ChatRun = Extract<View, { readonly _tag: "ChatRun" }>
type CallRun = Extract<View, { readonly _tag: "CallRun" }>

export const chatHuman = (view: ChatRun): string =>
  `${escapeText(view.answer ?? "")}\n${failureLines(view.failure)}receipt  ${escapeControls(view.receiptPath)}\n`

export const chatJson = (view: ChatRun): Json =>
  fromLiteral({
    schema_version: "edge.demo.chat.run.v1",
    status: view.status,
    answer: view.answer,
    failure: view.failure && failureFields(view.failure),
    tool_calls: view.toolCalls,
    receipt_path: view.receiptPath,
  })

export const callHuman = (view: CallRun): string => {
  const result = view.result === null ? "" : `${escapeControls(ordered(view.result))}\n`
  return `${result}${failureLines(view.failure)}receipt  ${escapeControls(view.receiptPath)}\n`
}

export const callJson = (view: CallRun): Json =>
  fromLiteral({
    schema_version: "edge.tools.call.v1",
    status: view.status,
    result: view.result,
    failure: view.failure && failureFields(view.failure),
    tool_calls: view.toolCalls,
    receipt_path: view.receiptPath,
  })

export const failureHuman = (failure: Documented): string => failureLines(failure)

export const failureJson = (failure: Documented): Json =>
  fromLiteral({ schema_version: "edge.error.v1", error: failureFields(failure) })

const failureLines = (error: Documented | null): string => {
  if (error === null) return ""
  const failure = failureFields(error)
  const faults = failure.details["faults"] as ReadonlyArray<Fault> | undefined
  const listed =
    faults?.[0]?.file === undefined ? [] : faults.flatMap((each) => [`✗ ${faultLine(each)}`, `  ${each.instead}`])
  const lines = listed.length > 1 ? listed : [`${failure.code}: ${failure.message}`, failure.hint]
  return `${lines.map(escapeControls).join("\n")}\n`
}

// An answer keeps its lines.
const escapeText = (text: string): string => text.split("\n").map(escapeControls).join("\n")

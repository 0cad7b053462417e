/** How a chat, a call and a failure look. */
import { waitingHere, waitingHuman, waitingJson } from "./Consent.ts"
import { escapeControls, escapeLines } from "./Contract.ts"
import { type Documented, type FailureFields, failureFields, pathsOf } from "./errors/About.ts"
import { type CodedFault, faultLine } from "./errors/ToolFaults.ts"
import { type Here, pathFrom, textFrom } from "./Here.ts"
import { fromLiteral, type Json, ordered } from "./Json.ts"
import { toolName } from "./ToolMetadata.ts"
import type { RunFacts, View } from "./View.ts"

type ChatRun = Extract<View, { readonly _tag: "ChatRun" }>
type CallRun = Extract<View, { readonly _tag: "CallRun" }>

export const chatHuman = (view: ChatRun): string => {
  const waiting = waitingHuman(view.failure)
  return `${view.answer === null ? "" : `${escapeLines(view.answer)}\n`}${waiting === "" ? "" : `To confirm:\n${waiting}`}`
}

/** What is said about a chat: that its answer is not whole, which tools were called, and what is said about every run. */
export const chatSaid = (view: ChatRun, here: Here): string =>
  `${view.answerCut ? cutWarning : ""}${view.toolCalls.map(calledLine).join("")}${runHuman(view, here)}`

// A call that could not be read has no name; one that went well needs no word for how it went.
const calledLine = ({ name, status, code }: RunFacts["toolCalls"][number]): string =>
  `called   ${name === null ? "no tool" : shownName(name)}${status === "completed" ? "" : ` (${code ?? status})`}\n`

/** A tool's name as it is; what no tool could be called, in quotes and not at any length. */
const shownName = (name: string): string => {
  if (toolName.test(name)) return name
  const letters = [...name]
  return `"${escapeControls(letters.slice(0, 64).join(""))}${letters.length > 64 ? "…" : ""}"`
}

const cutWarning =
  "The answer is not whole: a token limit cut it off. Allow more with --max-tokens or --context-size, or ask for less.\n"

/** What is said about a run: why it failed, and where its receipt is. */
export const runHuman = (view: RunFacts, here: Here): string => {
  const failure = view.failure === null ? "" : failureHuman(view.failure, here)
  return `${failure}${waitingHere(view.failure, here)}receipt  ${escapeControls(pathFrom(here, view.receiptPath))}\n`
}

export const chatJson = (view: ChatRun): Json =>
  fromLiteral({
    schema_version: "edge.demo.chat.run.v1",
    status: view.status,
    answer: view.answer,
    ...(view.answerCut && { answer_cut: true }),
    failure: view.failure && failureFields(view.failure),
    tool_calls: view.toolCalls,
    receipt_path: view.receiptPath,
    ...waitingJson(view.failure),
  })

export const callHuman = (view: CallRun): string =>
  view.result === null ? waitingHuman(view.failure) : `${escapeControls(ordered(view.result))}\n`

export const callJson = (view: CallRun): Json =>
  fromLiteral({
    schema_version: "edge.tools.call.v1",
    status: view.status,
    result: view.result,
    failure: view.failure && failureFields(view.failure),
    tool_calls: view.toolCalls,
    receipt_path: view.receiptPath,
    ...waitingJson(view.failure),
  })

/** Code, message and what to do; for several faults of a tools file, all of them. */
export const failureHuman = (error: Documented, here: Here): string => {
  const failure = failureFields(error)
  const faults = failure.details["faults"] as ReadonlyArray<CodedFault> | undefined
  const listed =
    faults?.[0]?.file === undefined
      ? []
      : faults.flatMap((each) => [
          `✗ ${faultLine({ ...each, file: pathFrom(here, each.file) })}`,
          `  ${each.code}: ${each.instead}`,
        ])
  const own = (error as { readonly lines?: ReadonlyArray<string> }).lines
  const lines =
    own !== undefined
      ? [`${failure.code}: ${shortened(failure, own[0] ?? "", here)}`, ...own.slice(1), failure.hint]
      : listed.length > 1
        ? listed
        : [`${failure.code}: ${shortened(failure, failure.message, here)}`, failure.hint]
  return `${lines.map(escapeControls).join("\n")}\n`
}

// A message holds the paths that are its details.
const shortened = (failure: FailureFields, text: string, here: Here): string => textFrom(here, text, pathsOf(failure))

export const failureJson = (failure: Documented): Json =>
  fromLiteral({ schema_version: "edge.error.v1", error: failureFields(failure) })

/** What a command shows: one value, with one rendering for a person and one for a program. */
import { type CompletionsShown, completionsHuman } from "./Completions.ts"
import { doctorHuman, doctorJson, isHealthy, type Report } from "./DoctorView.ts"
import { aboutOf, type Documented } from "./errors/About.ts"
import { type FactsView, factsHuman, factsJson } from "./FactsView.ts"
import type { Frozen } from "./Frozen.ts"
import { anywhere, type Here } from "./Here.ts"
import { fromLiteral, type Json } from "./Json.ts"
import { type LearnView, learnHuman, learnJson } from "./LearnView.ts"
import { type ModelsShown, modelsHuman, modelsJson } from "./ModelsView.ts"
import {
  type ConfirmRun,
  confirmHuman,
  confirmJson,
  type PendingShown,
  pendingHuman,
  pendingJson,
} from "./PendingView.ts"
import type { CallRow, RunStatus } from "./Receipt.ts"
import {
  listHuman,
  listJson,
  localOnlyHuman,
  localOnlyJson,
  type ReceiptFile,
  shownHuman,
  shownJson,
} from "./ReceiptView.ts"
import { callHuman, callJson, chatHuman, chatJson, chatSaid, failureHuman, failureJson, runHuman } from "./RunView.ts"
import { inspectedHuman, inspectedJson, validatedHuman, validatedJson } from "./ToolsView.ts"

/** A chat or call that got as far as running. */
export interface RunFacts {
  readonly status: RunStatus
  /** Null when all went well. */
  readonly failure: Documented | null
  readonly toolCalls: ReadonlyArray<CallRow>
  readonly receiptPath: string
}

export type View =
  | { readonly _tag: "Validated"; readonly frozen: Frozen }
  | { readonly _tag: "Inspected"; readonly frozen: Frozen }
  | ({
      readonly _tag: "ChatRun"
      readonly answer: string | null
      /** A token limit ended the answer. */
      readonly answerCut: boolean
    } & RunFacts)
  | ({ readonly _tag: "CallRun"; readonly result: Json } & RunFacts)
  | ({ readonly _tag: "ReceiptShown" } & ReceiptFile)
  | ({ readonly _tag: "LocalOnly" } & ReceiptFile)
  | { readonly _tag: "ReceiptList"; readonly files: ReadonlyArray<ReceiptFile> }
  | (ConfirmRun & RunFacts)
  | { readonly _tag: "Pending"; readonly shown: PendingShown }
  | FactsView
  | LearnView
  | { readonly _tag: "Completions"; readonly shown: CompletionsShown }
  | { readonly _tag: "Doctor"; readonly report: Report }
  | { readonly _tag: "Models"; readonly shown: ModelsShown }
  | { readonly _tag: "Failure"; readonly failure: Documented }

/** Text for a person, control characters from outside escaped: the result itself, and what is said about it. */
export interface Human {
  readonly stdout: string
  readonly stderr: string
}

export const toHuman = (view: View, here: Here = anywhere): Human => {
  switch (view._tag) {
    case "Validated":
      return { stdout: validatedHuman(view.frozen, here), stderr: "" }
    case "Inspected":
      return { stdout: inspectedHuman(view.frozen, here), stderr: "" }
    case "ChatRun":
      return { stdout: chatHuman(view), stderr: chatSaid(view, here) }
    case "CallRun":
      return { stdout: callHuman(view), stderr: runHuman(view, here) }
    case "ReceiptShown":
      return { stdout: shownHuman(view, here), stderr: "" }
    case "LocalOnly":
      return { stdout: localOnlyHuman(view, here), stderr: "" }
    case "ReceiptList":
      return { stdout: listHuman(view.files, here), stderr: "" }
    case "ConfirmRun":
      return { stdout: confirmHuman(view), stderr: runHuman(view, here) }
    case "Pending":
      return { stdout: pendingHuman(view.shown, here), stderr: "" }
    case "LearnRun":
    case "LearnPlanned":
    case "SampleChecked":
    case "SampleWritten":
    case "ImprintList":
    case "ImprintShown":
    case "ImprintDeleted":
      return learnHuman(view, here)
    case "Completions":
      return { stdout: completionsHuman(view.shown, here), stderr: "" }
    case "Doctor":
      return { stdout: doctorHuman(view.report, here), stderr: "" }
    case "Models":
      return { stdout: modelsHuman(view.shown, here), stderr: "" }
    case "Failure":
      return { stdout: "", stderr: failureHuman(view.failure, here) }
    default:
      return factsHuman(view, here)
  }
}

/** The one document for a program. */
export const toJson = (view: View): Json => {
  switch (view._tag) {
    case "Validated":
      return validatedJson(view.frozen)
    case "Inspected":
      return inspectedJson(view.frozen)
    case "ChatRun":
      return chatJson(view)
    case "CallRun":
      return callJson(view)
    case "ReceiptShown":
      return shownJson(view)
    case "LocalOnly":
      return localOnlyJson(view)
    case "ReceiptList":
      return listJson(view.files)
    case "ConfirmRun":
      return confirmJson(view)
    case "Pending":
      return pendingJson(view.shown)
    case "LearnRun":
    case "LearnPlanned":
    case "SampleChecked":
    case "SampleWritten":
    case "ImprintList":
    case "ImprintShown":
    case "ImprintDeleted":
      return learnJson(view)
    case "Completions":
      return fromLiteral({ schema_version: "edge.completions.v1", ...view.shown })
    case "Doctor":
      return doctorJson(view.report)
    case "Models":
      return modelsJson(view.shown)
    case "Failure":
      return failureJson(view.failure)
    default:
      return factsJson(view)
  }
}

/** What ends the lines of `--events`: the run document, or the error. */
export const lastEvent = (view: View): object => ({
  type: view._tag === "Failure" ? "error" : "finish",
  run: toJson(view),
})

/** The exit code that goes with it. */
export const exitOf = (view: View): number => {
  if (view._tag === "Doctor") return isHealthy(view.report) ? 0 : 5
  return "failure" in view && view.failure !== null ? aboutOf(view.failure).exit : 0
}

/** A JSON document as text for a file or stdout: two spaces, every digit kept, a line end behind it. */
export const renderJson = (value: unknown): string => `${pretty(fromLiteral(value), "")}\n`

const pretty = (value: Json, indent: string): string => {
  const deeper = `${indent}  `
  if (typeof value === "bigint") return value.toString()
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item) => pretty(item, deeper))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${pretty(each, deeper)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return items.length === 0 ? `${open}${close}` : `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`
}

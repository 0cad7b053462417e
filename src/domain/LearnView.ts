/** How learning and imprints look. */
import { escapeControls } from "./Contract.ts"
import { type Documented, failureFields } from "./errors/About.ts"
import { type Here, pathFrom } from "./Here.ts"
import type { ImprintMetadata } from "./Imprint.ts"
import { fromLiteral, type Json } from "./Json.ts"
import type { Lesson } from "./Lesson.ts"
import type { CallRow, LearnReceipt, RunStatus } from "./Receipt.ts"
import { type Column, table } from "./Table.ts"

/** An imprint and where it lies. */
export interface ImprintPlace {
  readonly folder: string
  readonly metadata: ImprintMetadata
}

/** What was asked, and what was answered without the profile and with it. */
export interface Asked {
  readonly question: string
  readonly before: Reply
  readonly after: Reply
}

export interface Reply {
  readonly status: RunStatus
  readonly code: string | null
  readonly answer: string
  /** A token limit ended the answer. */
  readonly answerCut: boolean
}

interface Learned {
  readonly _tag: "LearnRun"
  readonly status: RunStatus
  readonly failure: Documented | null
  readonly sampleId: string
  readonly warnings: ReadonlyArray<string>
  readonly imprint: LearnReceipt["neural_imprint"]
  readonly asked: ReadonlyArray<Asked>
  readonly toolCalls: ReadonlyArray<CallRow>
  readonly receiptPath: string
}

interface Planned {
  readonly _tag: "LearnPlanned"
  readonly lesson: Lesson
  readonly profileSha256: string
  readonly profileBytes: number
  readonly activeSetSha256: string | null
  readonly tools: ReadonlyArray<string>
  readonly includeText: boolean
}

interface Checked {
  readonly _tag: "SampleChecked" | "SampleWritten"
  readonly path: string
  readonly lesson: Lesson
  readonly profileSha256: string
}

interface Listed {
  readonly _tag: "ImprintList"
  readonly imprints: ReadonlyArray<ImprintPlace | { readonly folder: string; readonly damaged: string }>
}

export type LearnView =
  | Learned
  | Planned
  | Checked
  | Listed
  | ({ readonly _tag: "ImprintShown"; readonly includeText: boolean } & ImprintPlace)
  | { readonly _tag: "ImprintDeleted"; readonly folder: string }

export const learnJson = (view: LearnView): Json => fromLiteral(documentOf(view))

const documentOf = (view: LearnView): object => {
  switch (view._tag) {
    case "LearnRun":
      return learnedDocument(view)
    case "LearnPlanned":
      return plannedDocument(view)
    case "SampleChecked":
    case "SampleWritten":
      return {
        schema_version:
          view._tag === "SampleChecked" ? "edge.demo.learn.sample.validate.v1" : "edge.demo.learn.sample.init.v1",
        path: view.path,
        ...sampleFields(view.lesson, view.profileSha256),
      }
    case "ImprintList":
      return { schema_version: "edge.demo.imprint.list.v1", imprints: view.imprints.map(listedRow) }
    case "ImprintShown": {
      const { turns, ...metadata } = view.metadata
      return {
        schema_version: "edge.demo.imprint.show.v1",
        path: view.folder,
        imprint: view.includeText ? { ...metadata, turns } : metadata,
      }
    }
    case "ImprintDeleted":
      return { schema_version: "edge.demo.imprint.delete.v1", deleted: true, path: view.folder }
  }
}

const learnedDocument = (view: Learned) => ({
  schema_version: "edge.demo.learn.run.v1",
  status: view.status,
  failure: view.failure && failureFields(view.failure),
  sample_id: view.sampleId,
  neural_imprint: view.imprint,
  questions: view.asked.map(({ question, before, after }) => ({
    question,
    before: replyJson(before),
    after: replyJson(after),
  })),
  tool_calls: view.toolCalls,
  warnings: view.warnings,
  receipt_path: view.receiptPath,
})

const plannedDocument = (view: Planned) => ({
  schema_version: "edge.demo.learn.plan.v1",
  ...sampleFields(view.lesson, view.profileSha256),
  profile_bytes: view.profileBytes,
  active_set_sha256: view.activeSetSha256,
  tools: view.tools,
  questions: view.lesson.questions,
  expected_tool_policy: view.lesson.policy,
  warnings: view.lesson.warnings,
  ...(view.includeText && { profile: view.lesson.body }),
})

const sampleFields = ({ sample }: Lesson, profile_sha256: string) => ({
  sample_id: sample.sample_id,
  peer_id: sample.peer_id,
  app_id: sample.app_id,
  base_model_id: sample.base_model_id,
  records: sample.records.length,
  corrections: sample.corrections.length,
  profile_sha256,
})

const listedRow = (each: Listed["imprints"][number]) =>
  "damaged" in each
    ? { path: each.folder, status: "damaged", problem: each.damaged }
    : {
        path: each.folder,
        status: "whole",
        imprint_id: each.metadata.imprint_id,
        sample_id: each.metadata.sample_id,
        created_at: each.metadata.created_at,
        tools: toolNames(each.metadata),
        prefix_tokens: each.metadata.prefix.tokens,
        state_bytes: each.metadata.state_bytes,
      }

export const learnHuman = (view: LearnView, here: Here): { readonly stdout: string; readonly stderr: string } => {
  if (view._tag !== "LearnRun") return { stdout: lines(linesOf(view, here)), stderr: "" }
  const said = view.asked.flatMap(({ question, before, after }) => [
    `asked   ${question}`,
    `before  ${replyText(before)}`,
    `after   ${replyText(after)}`,
  ])
  const made = view.imprint === null ? [] : [`imprint ${pathFrom(here, view.imprint.path)}`]
  return { stdout: lines([...said, ...made]), stderr: lines([`receipt ${pathFrom(here, view.receiptPath)}`]) }
}

const linesOf = (view: Exclude<LearnView, Learned>, here: Here): ReadonlyArray<string> => {
  switch (view._tag) {
    case "LearnPlanned":
      return [
        `sample   ${view.lesson.sample.sample_id}`,
        `profile  ${view.profileBytes} bytes  ${view.profileSha256}`,
        `tools    ${view.tools.join(", ") || "none"}`,
        ...view.lesson.policy.map(policyLine),
        "Nothing was learned: this was a dry run.",
        ...(view.includeText ? ["", ...view.lesson.body.split("\n")] : []),
      ]
    case "SampleWritten":
      return [
        `✓ ${pathFrom(here, view.path)} written; learn it with edge demo learn run --sample-file ${pathFrom(here, view.path)}`,
      ]
    case "SampleChecked":
      return [`✓ ${view.lesson.sample.sample_id} in ${pathFrom(here, view.path)}  ${view.profileSha256}`]
    case "ImprintList":
      return view.imprints.length === 0
        ? ["No imprints."]
        : table(
            view.imprints.map((each) => listedCells(each, pathFrom(here, each.folder))),
            listedColumns,
            here.columns,
          )
    case "ImprintShown":
      return shownLines({ ...view, folder: pathFrom(here, view.folder) })
    case "ImprintDeleted":
      return [`${pathFrom(here, view.folder)} is deleted.`]
  }
}

const replyJson = ({ status, code, answer, answerCut }: Reply) => ({
  status,
  code,
  answer,
  ...(answerCut && { answer_cut: true }),
})

const replyText = ({ code, answer, answerCut }: Reply): string =>
  code ?? (answerCut ? `${answer} … (cut off by a token limit)` : answer)

const policyLine = ({ question, tool_name, available }: Lesson["policy"][number]): string =>
  `expects  ${tool_name ?? "no tool"}${available ? "" : " (not active)"}  for: ${question}`

const listedColumns: ReadonlyArray<Column> = [{}, { drop: 1 }, { least: 10 }, { drop: 2 }, { least: 16, keep: "end" }]

const listedCells = (each: Listed["imprints"][number], folder: string): ReadonlyArray<string> =>
  "damaged" in each
    ? ["✗", "", each.damaged, "", folder]
    : ["✓", each.metadata.created_at, each.metadata.sample_id, `${each.metadata.prefix.tokens} tokens`, folder]

const shownLines = ({ folder, metadata, includeText }: Extract<LearnView, { _tag: "ImprintShown" }>) => [
  `imprint  ${folder}`,
  `sample   ${metadata.sample_id} for ${metadata.peer_id} in ${metadata.app_id}`,
  `when     ${metadata.created_at}`,
  `prefix   ${metadata.prefix.tokens} tokens  ${metadata.prefix.sha256}`,
  `profile  ${metadata.profile_sha256}`,
  `tools    ${toolNames(metadata).join(", ") || "none"}`,
  `state    ${metadata.state_bytes} bytes  ${metadata.state_sha256}`,
  ...Object.entries({ ...metadata.model, ...metadata.runtime }).map(
    ([field, value]) => `  ${field}  ${value ?? "none"}`,
  ),
  ...(includeText ? metadata.turns.flatMap(({ role, text }) => ["", `${role}:`, ...text.split("\n")]) : []),
]

const toolNames = ({ tool_set }: ImprintMetadata): ReadonlyArray<string> =>
  tool_set?.tools.map(({ name }) => name) ?? []

const lines = (each: ReadonlyArray<string>): string => each.map((line) => `${escapeControls(line)}\n`).join("")

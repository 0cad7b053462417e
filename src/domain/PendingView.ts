/** How a confirmation and the list of pending actions look. */
import { argumentLines, visible } from "./Consent.ts"
import { type Documented, failureFields } from "./errors/About.ts"
import { type Here, pathFrom } from "./Here.ts"
import { fromLiteral, type Json, ordered } from "./Json.ts"
import type { Pending } from "./Pending.ts"
import type { PendingEntry, PendingState } from "./PendingJournal.ts"
import type { CallRow, RunStatus } from "./Receipt.ts"
import { type Column, table } from "./Table.ts"

/** A confirmation that got as far as running. */
export interface ConfirmRun {
  readonly _tag: "ConfirmRun"
  readonly result: Json
  readonly actionId: string | null
  /** Null when it was interrupted: the list tells. */
  readonly state: PendingState | null
}

export type PendingShown =
  | { readonly _tag: "Listed"; readonly entries: ReadonlyArray<PendingEntry> }
  | { readonly _tag: "Shown"; readonly entry: PendingEntry }
  | { readonly _tag: "Pruned"; readonly removed: ReadonlyArray<PendingEntry> }
  | { readonly _tag: "Rejected"; readonly actionId: string }

export const confirmHuman = ({ result }: ConfirmRun): string => (result === null ? "" : `${visible(ordered(result))}\n`)

interface RunFields {
  readonly status: RunStatus
  readonly failure: Documented | null
  readonly toolCalls: ReadonlyArray<CallRow>
  readonly receiptPath: string
}

export const confirmJson = (view: ConfirmRun & RunFields): Json =>
  fromLiteral({
    schema_version: "edge.tools.confirm.v1",
    status: view.status,
    result: view.result,
    failure: view.failure && failureFields(view.failure),
    tool_calls: view.toolCalls,
    receipt_path: view.receiptPath,
    pending_action: { action_id: view.actionId, state: view.state },
  })

export const pendingHuman = (shown: PendingShown, here: Here): string => {
  switch (shown._tag) {
    case "Listed":
      return shown.entries.length === 0 ? "Nothing waits.\n" : linesOf(entryLines(shown.entries, here.columns))
    case "Shown":
      return linesOf([
        ...entryLines([shown.entry], Number.POSITIVE_INFINITY),
        ...(shown.entry.pending === null ? [] : detailLines(shown.entry.pending, here)),
      ])
    case "Pruned":
      return linesOf([`${shown.removed.length} removed`, ...entryLines(shown.removed, here.columns)])
    case "Rejected":
      return `rejected  ${shown.actionId}\n`
  }
}

export const pendingJson = (shown: PendingShown): Json => {
  switch (shown._tag) {
    case "Listed":
      return fromLiteral({ schema_version: "edge.tools.pending.list.v1", actions: shown.entries.map(entryFields) })
    case "Shown":
      return fromLiteral({
        schema_version: "edge.tools.pending.show.v1",
        action: { ...entryFields(shown.entry), ...boundFields(shown.entry.pending) },
      })
    case "Pruned":
      return fromLiteral({ schema_version: "edge.tools.pending.prune.v1", removed: shown.removed.map(entryFields) })
    case "Rejected":
      return fromLiteral({
        schema_version: "edge.tools.pending.reject.v1",
        action_id: shown.actionId,
        state: "rejected",
      })
  }
}

const linesOf = (lines: ReadonlyArray<string>) => lines.map((line) => `${visible(line)}\n`).join("")

const detailLines = (pending: Pending, here: Here) => [
  `file     ${pathFrom(here, pending.tools_file)}`,
  `         ${pending.tools_file_sha256}`,
  ...argumentLines(pending).map((line) => line.replace(/^arg {4}/, "argument ")),
  "The file is checked against its token only when it is confirmed.",
]

// Without the whole id nothing can be done about an action.
const entryColumns: ReadonlyArray<Column> = [{ least: 2 }, {}, { drop: 1, least: 8 }, { drop: 2 }]

const entryLines = (entries: ReadonlyArray<PendingEntry>, columns: number): ReadonlyArray<string> => {
  const rows = entries.map(({ state, id, pending, claim }) => {
    const about = pending ?? claim
    return [state, id, ...(about === null ? [] : [about.tool, `expires ${about.expires_at}`])].map(visible)
  })
  return table(rows, entryColumns, columns)
}

const entryFields = ({ id, state, path, pending, claim, outcome }: PendingEntry) => {
  const about = pending ?? claim
  return {
    action_id: id,
    state,
    tool: about?.tool ?? null,
    tools_file: about?.tools_file ?? null,
    args_sha256: about?.args_sha256 ?? null,
    created_at: about?.created_at ?? null,
    expires_at: about?.expires_at ?? null,
    claimed_at: claim?.claimed_at ?? null,
    ended_at: outcome?.ended_at ?? null,
    code: outcome?.code ?? null,
    path,
    receipt_path: outcome?.receipt_path ?? null,
  }
}

const boundFields = (pending: Pending | null) => ({
  execution_level: pending?.execution_level ?? null,
  tools_file_sha256: pending?.tools_file_sha256 ?? null,
  local_modules: pending?.local_modules ?? null,
  selection: pending?.selection ?? null,
  tool_schema_sha256: pending?.tool_schema_sha256 ?? null,
  active_set_sha256: pending?.active_set_sha256 ?? null,
  arguments: pending?.arguments ?? null,
})

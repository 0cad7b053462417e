/** Lists, actions and confirmations, for a person and for a program, with hostile text in every field. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { object } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import type { Pending } from "../../src/domain/Pending.ts"
import type { PendingEntry } from "../../src/domain/PendingJournal.ts"
import { renderJson, toHuman, toJson, type View } from "../../src/domain/View.ts"

const hostile = "a\u001b[31m\u202e\u200b\nb"
const pending = {
  tool: hostile,
  tools_file: hostile,
  tools_file_sha256: "sha256:aa",
  created_at: "2026-01-31T12:00:00.000Z",
  expires_at: hostile,
  arguments: object([[hostile, hostile]]),
} as unknown as Pending
const entry: PendingEntry = { id: hostile, state: "pending", path: hostile, pending, claim: null, outcome: null }
const bare: PendingEntry = { ...entry, state: "unreadable", pending: null }
const run = { status: "completed", failure: null, toolCalls: [], receiptPath: hostile } as const

const views: ReadonlyArray<readonly [name: string, version: string, view: View]> = [
  ["a list", "edge.tools.pending.list.v1", { _tag: "Pending", shown: { _tag: "Listed", entries: [entry, bare] } }],
  ["an action", "edge.tools.pending.show.v1", { _tag: "Pending", shown: { _tag: "Shown", entry } }],
  ["a file that is none", "edge.tools.pending.show.v1", { _tag: "Pending", shown: { _tag: "Shown", entry: bare } }],
  ["a prune", "edge.tools.pending.prune.v1", { _tag: "Pending", shown: { _tag: "Pruned", removed: [entry] } }],
  [
    "a confirmation",
    "edge.tools.confirm.v1",
    { _tag: "ConfirmRun", result: object([["x", hostile]]), actionId: "id", state: "executed", ...run },
  ],
]

describe.each(views)("%s", (_, version, view) => {
  it("shows a person nothing that is invisible or moves the cursor", () => {
    const { stdout, stderr } = toHuman(view)
    expect(stdout).toContain("\\u{202e}\\u{200b}")
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(stderr).not.toMatch(/[\u001b\u202e]/)
  })

  it("is one strict document with a version", () => {
    const document = Either.getOrThrow(readJson(renderJson(toJson(view))))
    expect(document).toMatchObject({ schema_version: version })
  })
})

/** What the records of an action say, for every combination that a crash can leave. */
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"
import { ToolSchemaChanged, ToolsFileChanged } from "../../src/domain/errors/Call.ts"
import { ActiveSetChanged, LocalModulesChanged } from "../../src/domain/errors/Confirm.ts"
import type { Frozen } from "../../src/domain/Frozen.ts"
import type { Action, Pending } from "../../src/domain/Pending.ts"
import { bindingDifference } from "../../src/domain/PendingBinding.ts"
import {
  type Claim,
  isSpent,
  type Outcome,
  outcomeAfter,
  type PendingState,
  stateOf,
} from "../../src/domain/PendingJournal.ts"

const start = Date.parse("2026-01-31T12:00:00.000Z")
const minute = 60_000
const pending = Option.some({ expires_at: "2026-01-31T12:10:00.000Z" } as Pending)
const none = Option.none<never>()
const claim = (by: Claim["by"]) => Option.some({ by, claimed_at: "2026-01-31T12:00:00.000Z", pid: 7 } as Claim)
const outcome = (state: Outcome["state"]) => Option.some({ state } as Outcome)
const broken = Option.some("unreadable" as const)

interface Row {
  readonly name: string
  readonly records: Parameters<typeof stateOf>[0]
  readonly after?: number
  readonly runs?: boolean
  readonly state: PendingState
  readonly spent: boolean
}

const rows: ReadonlyArray<Row> = [
  { name: "waits", records: { pending, claim: none, outcome: none }, state: "pending", spent: false },
  {
    name: "waited too long",
    records: { pending, claim: none, outcome: none },
    after: 10 * minute,
    state: "expired",
    spent: true,
  },
  {
    name: "runs now",
    records: { pending, claim: claim("confirm"), outcome: none },
    runs: true,
    state: "claimed",
    spent: false,
  },
  {
    name: "was cut off",
    records: { pending, claim: claim("confirm"), outcome: none },
    state: "outcome_unknown",
    spent: false,
  },
  {
    name: "another process got its id",
    records: { pending, claim: claim("confirm"), outcome: none },
    after: 2 * minute,
    runs: true,
    state: "outcome_unknown",
    spent: false,
  },
  {
    name: "was claimed in the future",
    records: { pending, claim: claim("confirm"), outcome: none },
    after: -minute,
    runs: true,
    state: "outcome_unknown",
    spent: false,
  },
  {
    name: "was cut off long ago",
    records: { pending, claim: claim("confirm"), outcome: none },
    after: 10 * minute,
    state: "outcome_unknown",
    spent: true,
  },
  {
    name: "has a broken claim",
    records: { pending, claim: broken, outcome: none },
    state: "outcome_unknown",
    spent: false,
  },
  { name: "was rejected", records: { pending, claim: claim("reject"), outcome: none }, state: "rejected", spent: true },
  {
    name: "was swept",
    records: { pending: none, claim: claim("sweep"), outcome: none },
    state: "expired",
    spent: true,
  },
  {
    name: "ran",
    records: { pending, claim: claim("confirm"), outcome: outcome("executed") },
    state: "executed",
    spent: true,
  },
  {
    name: "failed",
    records: { pending: none, claim: claim("confirm"), outcome: outcome("failed") },
    state: "failed",
    spent: true,
  },
  {
    name: "timed out",
    records: { pending: none, claim: claim("confirm"), outcome: outcome("outcome_unknown") },
    state: "outcome_unknown",
    spent: true,
  },
  {
    name: "was claimed too late",
    records: { pending: none, claim: claim("confirm"), outcome: outcome("expired") },
    state: "expired",
    spent: true,
  },
  { name: "is no action", records: { pending: none, claim: none, outcome: none }, state: "unreadable", spent: false },
]

describe("an action that", () => {
  it.each(rows)("$name is $state", ({ records, after = 0, runs = false, state, spent }) => {
    expect(stateOf(records, start + after, () => runs)).toBe(state)
    expect(isSpent(records, start + after)).toBe(spent)
  })
})

describe("outcomeAfter", () => {
  it.each([
    [null, "executed"],
    ["tool_raised", "failed"],
    ["tool_result_schema_mismatch", "failed"],
    ["tools_file_changed", "failed"],
    ["runner_timeout", "outcome_unknown"],
    ["runner_crashed", "outcome_unknown"],
    ["runner_protocol_violation", "outcome_unknown"],
  ])("%s: %s", (code, state) => {
    expect(outcomeAfter(code)).toBe(state)
  })
})

describe("bindingDifference", () => {
  const module = { name: "helper", path: "helper.py", sha256: "sha256:m" }
  const bound = {
    tool: "f",
    tools_file: "/t.py",
    tools_file_sha256: "sha256:file",
    local_modules: [module],
    active_set_sha256: "sha256:set",
    tool_schema_sha256: "sha256:schema",
  } as unknown as Action
  const frozen = {
    toolsFileSha256: "sha256:file",
    localModules: [module],
    activeSetSha256: "sha256:set",
    tools: [{ name: "f", toolSchemaSha256: "sha256:schema" }],
  } as unknown as Frozen

  it("is none when nothing changed", () => {
    expect(bindingDifference(bound, frozen)).toBeUndefined()
  })

  it.each([
    [
      "the file",
      { toolsFileSha256: "sha256:x" },
      new ToolsFileChanged({
        path: "/t.py",
        hint: "This action stays bound to the file as it was. Ask again: edge tools call '/t.py' f --args '{...}'",
      }),
    ],
    [
      "a module",
      { localModules: [{ ...module, sha256: "sha256:x" }] },
      new LocalModulesChanged({ modules: ["helper"] }),
    ],
    ["a module that vanished", { localModules: [] }, new LocalModulesChanged({ modules: ["helper"] })],
    [
      "a new module",
      { localModules: [module, { ...module, name: "other" }] },
      new LocalModulesChanged({ modules: ["other"] }),
    ],
    ["the schema", { tools: [{ name: "f", toolSchemaSha256: "sha256:x" }] }, new ToolSchemaChanged({ tool: "f" })],
    ["the tool", { tools: [] }, new ToolSchemaChanged({ tool: "f" })],
    ["the set", { activeSetSha256: "sha256:x" }, new ActiveSetChanged({ tool: "f" })],
  ])("names %s", (_, change, error) => {
    expect(bindingDifference(bound, { ...frozen, ...change } as Frozen)).toEqual(error)
  })
})

import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { checkCall } from "../../src/domain/Call.ts"
import { type Ended, endedRow, refusedRow } from "../../src/domain/CallRows.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { CallRow } from "../../src/domain/Receipt.ts"
import { right } from "../fixtures/described.ts"
import { feeTool } from "../fixtures/tools.ts"

const call = right(checkCall([feeTool], "fee_quote", right(readJson('{"amount":3}'))))
const ended = (changes: Partial<Ended>): CallRow =>
  endedRow(call, {
    status: "failed",
    code: null,
    argsSha256: "sha256:aa",
    resultSha256: null,
    durationMs: 12,
    ...changes,
  })
const isRow = Schema.is(CallRow)

it("a refused call proves nothing and carries no hash", () => {
  const row = refusedRow("nope", "unknown_tool")
  expect(row).toEqual({
    name: "nope",
    status: "rejected",
    code: "unknown_tool",
    args_sha256: null,
    result_sha256: null,
    tool_schema_sha256: null,
    runner_secret_verified: false,
    tools_file_sha256_verified: false,
    network_used_by_edge: false,
    duration_ms: null,
  })
  expect(isRow(row)).toBe(true)
})

it("a completed call proves everything", () => {
  const row = ended({ status: "completed", resultSha256: "sha256:bb" })
  expect(row).toEqual({
    name: "fee_quote",
    status: "completed",
    code: null,
    args_sha256: "sha256:aa",
    result_sha256: "sha256:bb",
    tool_schema_sha256: feeTool.toolSchemaSha256,
    runner_secret_verified: true,
    tools_file_sha256_verified: true,
    network_used_by_edge: false,
    duration_ms: 12,
  })
  expect(isRow(row)).toBe(true)
})

describe("what a failed call proves: the runner's secret, the file's hash", () => {
  it.each([
    ["tool_raised", true, true],
    ["unsupported_tool_result", true, true],
    ["tool_result_oversized", true, true],
    ["tool_result_schema_mismatch", true, true],
    ["tools_file_import_failed", true, true],
    ["tool_schema_changed", true, true],
    ["local_module_not_frozen", true, true],
    ["tools_file_changed", true, false],
    ["runner_timeout", false, false],
    ["runner_crashed", false, false],
    ["runner_protocol_violation", false, false],
    ["python_not_found", false, false],
    ["toString", false, false],
    ["__proto__", false, false],
    [null, false, false],
  ])("%s: %s, %s", (code, secret, file) => {
    const row = ended({ code })
    expect([row.runner_secret_verified, row.tools_file_sha256_verified]).toEqual([secret, file])
    expect([row.status, row.code, row.result_sha256]).toEqual(["failed", code, null])
  })
})

it("an interrupted call proves nothing", () => {
  const row = ended({ status: "interrupted" })
  expect([row.status, row.runner_secret_verified, row.tools_file_sha256_verified]).toEqual([
    "interrupted",
    false,
    false,
  ])
})

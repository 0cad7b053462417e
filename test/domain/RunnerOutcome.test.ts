import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { canonical, object } from "../../src/domain/Json.ts"
import type { InvokeRequest, RunnerReply } from "../../src/domain/Protocol.ts"
import { describedOrError, invokedOrError } from "../../src/domain/RunnerOutcome.ts"
import { described, fileOf, left, right } from "../fixtures/described.ts"

const request: InvokeRequest = {
  op: "invoke",
  file: "/t/tools.py",
  file_sha256: "sha256:aa",
  local_modules: [],
  tool: "fee_quote",
  description_sha256: "sha256:bb",
  arguments: object([]),
}
const place = { type: "ValueError", file: "/t/helper.py", line: 3 }

const replies: { readonly [O in RunnerReply["outcome"]]: RunnerReply & { readonly outcome: O } } = {
  described: fileOf(described()),
  result: { outcome: "result", result: object([["n", 9007199254740993n]]), top_level_us: 10, function_us: 20 },
  raised: { outcome: "raised", ...place },
  unsupported_result: { outcome: "unsupported_result", path: "$.a[0]", type: "set" },
  oversized: { outcome: "oversized", limit: 65536 },
  import_failed: { outcome: "import_failed", ...place, relative_import: false },
  file_unreadable: { outcome: "file_unreadable", path: "/t/tools.py" },
  file_changed: { outcome: "file_changed", path: "/t/helper.py" },
  description_changed: { outcome: "description_changed" },
  module_not_frozen: { outcome: "module_not_frozen", name: "late", path: "/t/late.py" },
  bad_request: { outcome: "bad_request", reason: "version" },
}

type Row = readonly [outcome: RunnerReply["outcome"], code: string, fields: object]
const refusing = (outcome: RunnerReply["outcome"], problem: string): Row => [
  outcome,
  "runner_protocol_violation",
  { problem },
]

const importFailed: Row = [
  "import_failed",
  "tools_file_import_failed",
  { path: "/t/tools.py", exception: "ValueError", file: "/t/helper.py", line: 3, relative_import: false },
]

const ofInvoke: ReadonlyArray<Row> = [
  ["raised", "tool_raised", { exception: "ValueError", file: "/t/helper.py", line: 3 }],
  ["unsupported_result", "unsupported_tool_result", { path: "$.a[0]", type: "set" }],
  ["oversized", "tool_result_oversized", { limit_bytes: 65536 }],
  importFailed,
  ["file_unreadable", "tools_file_changed", { path: "/t/tools.py" }],
  ["file_changed", "tools_file_changed", { path: "/t/helper.py" }],
  ["description_changed", "tool_schema_changed", { tool: "fee_quote" }],
  ["module_not_frozen", "local_module_not_frozen", { module: "late", path: "/t/late.py" }],
  refusing("described", "it answered described"),
  refusing("bad_request", "it refused the request (version)"),
]

const ofDescribe: ReadonlyArray<Row> = [
  importFailed,
  ["file_unreadable", "tools_file_not_found", { path: "/t/tools.py" }],
  ["file_changed", "tools_file_changed", { path: "/t/helper.py" }],
  ...(["result", "raised", "unsupported_result", "oversized", "description_changed", "module_not_frozen"] as const).map(
    (outcome) => refusing(outcome, `it answered ${outcome}`),
  ),
  refusing("bad_request", "it refused the request (version)"),
]

describe("a reply to invoke", () => {
  it("is a result with its times", () => {
    const invoked = right(invokedOrError(request, replies.result))
    expect(canonical(invoked.result)).toBe('{"n":9007199254740993}')
    expect([invoked.topLevelMicros, invoked.functionMicros]).toEqual([10, 20])
  })

  it.each(ofInvoke)("%s is %s", (outcome, code, fields) => {
    expect(left(invokedOrError(request, replies[outcome]))).toMatchObject({ _tag: code, ...fields })
  })

  it("has a row for every outcome", () => {
    expect(["result", ...ofInvoke.map(([outcome]) => outcome)].sort()).toEqual(Object.keys(replies).sort())
  })
})

describe("a reply to describe", () => {
  it("is the description", () => {
    expect(Either.getOrThrow(describedOrError("/t/tools.py", replies.described))).toBe(replies.described)
  })

  it.each(ofDescribe)("%s is %s", (outcome, code, fields) => {
    expect(left(describedOrError("/t/tools.py", replies[outcome]))).toMatchObject({ _tag: code, ...fields })
  })

  it("has a row for every outcome", () => {
    expect(["described", ...ofDescribe.map(([outcome]) => outcome)].sort()).toEqual(Object.keys(replies).sort())
  })
})

it("an import that failed for being relative says what to write", () => {
  const error = left(invokedOrError(request, { ...replies.import_failed, relative_import: true }))
  expect("hint" in error && error.hint).toBe(
    "A tools file is no package: write `import helper` instead of `from . import helper`.",
  )
  expect(error.message).toBe("Python could not import the tools file: ValueError at /t/helper.py:3.")
})

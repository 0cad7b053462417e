/** Receipt rows of tool calls: how each call, refused ones included, is told of. */
import type { CheckedCall } from "./Call.ts"
import type { CallRow } from "./Receipt.ts"

type Sha256 = `sha256:${string}`

/** What the runner's verified reply proves for each way a call can end; everything else proves nothing. */
const verified: { readonly [code: string]: { readonly file: boolean } } = {
  tool_raised: { file: true },
  tool_result_oversized: { file: true },
  unsupported_tool_result: { file: true },
  tool_result_schema_mismatch: { file: true },
  tools_file_import_failed: { file: true },
  tool_schema_changed: { file: true },
  local_module_not_frozen: { file: true },
  tools_file_changed: { file: false },
}

/** A call that the checks refused, or that was never started. */
export const refusedRow = (name: string | null, code: string): CallRow => ({
  name,
  status: "rejected",
  code,
  args_sha256: null,
  result_sha256: null,
  tool_schema_sha256: null,
  runner_secret_verified: false,
  tools_file_sha256_verified: false,
  network_used_by_edge: false,
  duration_ms: null,
})

/** A call that passed the checks and waits for a person. */
export const waitingRow = (call: CheckedCall, argsSha256: Sha256): CallRow => ({
  ...refusedRow(call.tool.name, "tool_confirmation_required"),
  args_sha256: argsSha256,
  tool_schema_sha256: call.tool.toolSchemaSha256 as Sha256,
})

export interface Ended {
  readonly status: "completed" | "failed" | "interrupted"
  readonly code: string | null
  readonly argsSha256: Sha256
  readonly resultSha256: Sha256 | null
  readonly durationMs: number
}

/** A call that went to the runner. */
export const endedRow = (call: CheckedCall, ended: Ended): CallRow => {
  const completed = ended.status === "completed"
  const proof = ended.code === null ? undefined : Object.hasOwn(verified, ended.code) ? verified[ended.code] : undefined
  return {
    name: call.tool.name,
    status: ended.status,
    code: ended.code,
    args_sha256: ended.argsSha256,
    result_sha256: ended.resultSha256,
    tool_schema_sha256: call.tool.toolSchemaSha256 as Sha256,
    runner_secret_verified: completed || proof !== undefined,
    tools_file_sha256_verified: completed || proof?.file === true,
    network_used_by_edge: false,
    duration_ms: ended.durationMs,
  }
}

/** One tool call failed closed: exit code 4. The tool did not run, or its result is not used. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

const failsClosed = (when: string, hint: string): About => ({ exit: 4, when, hint })

/** The problem of a call that did not come to its end. */
export const cutOff = "the token limit cut it off"

export class MalformedToolCall extends Data.TaggedError("malformed_tool_call")<{ readonly problem: string }> {
  static readonly about = failsClosed(
    "The model's message starts like a tool call but is not exactly one. It is never repaired.",
    "Ask in other words, or use a model that is better at calling tools.",
  )
  get hint() {
    return this.problem === cutOff
      ? "Allow longer messages with --max-tokens or --context-size; a model that repeats itself needs other words, or is too small."
      : MalformedToolCall.about.hint
  }
  override get message() {
    return `The reply is not exactly one tool call: ${this.problem}.`
  }
}

export class EmptyAnswer extends Data.TaggedError("empty_answer")<{ readonly after_thoughts: boolean }> {
  static readonly about = failsClosed(
    "The model's answer is empty after its thoughts are taken away.",
    "Ask in other words, or raise --max-tokens so that the thoughts leave room for an answer.",
  )
  override get message() {
    return this.after_thoughts ? "The model thought and answered nothing." : "The model answered nothing."
  }
}

export class UnknownTool extends Data.TaggedError("unknown_tool")<{ readonly active_tools: ReadonlyArray<string> }> {
  static readonly about = failsClosed(
    "The call names a tool that is not active.",
    "Check the name; `edge tools inspect FILE.py` lists the tools.",
  )
  override get message() {
    return `No active tool has that name. Active tools: ${this.active_tools.join(", ")}.`
  }
}

export class InvalidToolArgs extends Data.TaggedError("invalid_tool_args")<{
  readonly tool: string
  readonly faults: ReadonlyArray<{ readonly argument: string; readonly problem: string }>
}> {
  static readonly about = failsClosed(
    "The arguments do not fit the tool's schema. Nothing is coerced.",
    "Correct the named arguments; `edge tools inspect FILE.py` shows the schema.",
  )
  override get message() {
    return this.faults.map((fault) => `${fault.argument} ${fault.problem}`).join("; ")
  }
}

export class ToolCallLimitExceeded extends Data.TaggedError("tool_call_limit_exceeded")<{ readonly limit: number }> {
  static readonly about = failsClosed(
    "The model asked for more tool calls than one prompt may run.",
    "Ask for less at once.",
  )
  override get message() {
    return `More than ${this.limit} tool calls in one prompt.`
  }
}

export class ToolsFileChanged extends Data.TaggedError("tools_file_changed")<{
  readonly path: string
  readonly hint?: string
}> {
  static readonly about = failsClosed(
    "The tools file, or a local module it imports, is not the one that was frozen.",
    "Run the command again to freeze the file as it is now.",
  )
  override get message() {
    return `${this.path} changed after the tools were frozen.`
  }
}

export class ToolSchemaChanged extends Data.TaggedError("tool_schema_changed")<{ readonly tool: string }> {
  static readonly about = failsClosed(
    "The unchanged file described the tool differently from how it was frozen.",
    "Make names, hints and defaults independent of time, chance and environment.",
  )
  override get message() {
    return `${this.tool} came out different from its frozen description.`
  }
}

export class LocalModuleNotFrozen extends Data.TaggedError("local_module_not_frozen")<{
  readonly module: string
  readonly path: string
}> {
  static readonly about = failsClosed(
    "A call imported a module of the tools file's folder that was not loaded when the tools were frozen.",
    "Import the module at the top of the tools file, so that it is frozen too.",
  )
  override get message() {
    return `The call imported ${this.module} (${this.path}), which was not frozen.`
  }
}

export class RunnerTimeout extends Data.TaggedError("runner_timeout")<{ readonly seconds: number }> {
  static readonly about = failsClosed(
    "The function did not return in time; its process group was killed.",
    "Make the function faster, or split the work.",
  )
  override get message() {
    return `No result within ${this.seconds} s; the process group was killed.`
  }
}

export class RunnerCrashed extends Data.TaggedError("runner_crashed")<{
  readonly exit_code: number | null
  readonly signal: string | null
}> {
  static readonly about = failsClosed(
    "The runner process ended without a reply: it exited, or a signal killed it.",
    "Look at stderr; a function must return, never end its process.",
  )
  override get message() {
    const how = this.signal === null ? `exited with code ${this.exit_code}` : `was killed by ${this.signal}`
    return `The runner process ${how} before it replied.`
  }
}

export class RunnerProtocolViolation extends Data.TaggedError("runner_protocol_violation")<{
  readonly problem: string
}> {
  static readonly about = failsClosed(
    "What came back from the runner is not exactly one reply signed with the call's secret.",
    "The tools file writes where only the runner may; it is not to be trusted.",
  )
  override get message() {
    return `The runner's reply is not acceptable: ${this.problem}.`
  }
}

export class ToolRaised extends Data.TaggedError("tool_raised")<{
  readonly exception: string
  readonly file: string | null
  readonly line: number | null
}> {
  static readonly about = failsClosed(
    "The function raised an exception. Its message goes to stderr only, never to the model or a receipt.",
    "The traceback is on stderr.",
  )
  override get message() {
    const place = this.file === null ? "" : ` at ${this.file}${this.line === null ? "" : `:${this.line}`}`
    return `The function raised ${this.exception}${place}.`
  }
}

export class ToolResultOversized extends Data.TaggedError("tool_result_oversized")<{ readonly limit_bytes: number }> {
  static readonly about = failsClosed(
    "The canonical result is larger than 65,536 bytes.",
    "Return less: a page, a summary, the rows that matter.",
  )
  override get message() {
    return `The result is larger than ${this.limit_bytes} bytes.`
  }
}

export class UnsupportedToolResult extends Data.TaggedError("unsupported_tool_result")<{
  readonly path: string
  readonly type: string
}> {
  static readonly about = failsClosed(
    "The function returned something that JSON cannot carry faithfully.",
    "Return dicts, lists, strings, finite numbers, booleans and None.",
  )
  override get message() {
    return `JSON cannot carry the result: ${this.path} is ${this.type}.`
  }
}

export class ToolResultSchemaMismatch extends Data.TaggedError("tool_result_schema_mismatch")<{
  readonly faults: ReadonlyArray<{ readonly path: string; readonly problem: string }>
}> {
  static readonly about = failsClosed(
    "The result does not fit the tool's `output_schema`.",
    "Make the function return what its output_schema says.",
  )
  override get message() {
    return `The result does not fit the output_schema: ${this.faults.map((f) => `${f.path} ${f.problem}`).join("; ")}.`
  }
}

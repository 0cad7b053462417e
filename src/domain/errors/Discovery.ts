/** A tools file cannot be frozen as a whole: exit code 3. Faults of single functions are in `ToolFaults`. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

// A manifest of look-ups is a tools file to whoever wrote one.
const isJson = (path: string): boolean => path.endsWith(".json")
const manifestHint =
  "A manifest of look-ups is checked with `edge demo tools validate`, and given to a chat with --tools-manifest."

export class ToolsFileNotFound extends Data.TaggedError("tools_file_not_found")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 3,
    when: "The tools file does not exist, is no file, or cannot be read.",
    hint: "Check the path: it must name one file that can be read, not a folder.",
  }
  override get message() {
    return `No readable tools file at ${this.path}.`
  }
}

export class ToolsFileImportFailed extends Data.TaggedError("tools_file_import_failed")<{
  readonly path: string
  readonly exception: string
  readonly file: string | null
  readonly line: number | null
  readonly relative_import: boolean
}> {
  static readonly about: About = {
    exit: 3,
    when: "Python could not import the tools file: a syntax error, or its top level raised or ended the process.",
    hint: "The traceback is above, on stderr. To run the file with Python itself, first `pip install ./runner` in the folder of edge.",
  }
  get hint() {
    if (isJson(this.path)) return manifestHint
    return this.relative_import
      ? "A tools file is no package: write `import helper` instead of `from . import helper`."
      : ToolsFileImportFailed.about.hint
  }
  override get message() {
    const place = this.file === null ? this.path : `${this.file}${this.line === null ? "" : `:${this.line}`}`
    return `Python could not import the tools file: ${this.exception} at ${place}.`
  }
}

export class NoToolsFound extends Data.TaggedError("no_tools_found")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 3,
    when: "The tools file has no function decorated with `@edge_tool`.",
    hint: "Write `from edgestudio.tools import edge_tool` and put `@edge_tool` above a function.",
  }
  get hint() {
    return isJson(this.path) ? manifestHint : NoToolsFound.about.hint
  }
  override get message() {
    return `${this.path} has no function decorated with @edge_tool.`
  }
}

export class ActiveToolLimitExceeded extends Data.TaggedError("active_tool_limit_exceeded")<{
  readonly active: number
  readonly limit: number
  readonly tools: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 3,
    when: "More than 8 tools would be active at once.",
    hint: "Narrow the set with --tool NAME or --tool-tag TAG.",
  }
  override get message() {
    return `${this.active} tools would be active (${this.tools.join(", ")}); at most ${this.limit} can be.`
  }
}

export class ToolGrammarUnsupported extends Data.TaggedError("tool_grammar_unsupported")<{
  readonly tool: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 3,
    when: "The model's runtime cannot follow the grammar of a tool's schema.",
    hint: "Simplify the tool: fewer or shorter Literal values, less nesting.",
  }
  override get message() {
    return `The model cannot be held to the schema of ${this.tool}: ${this.problem}.`
  }
}

/** Wrong usage of the command line: exit code 2. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class InvalidUsage extends Data.TaggedError("invalid_usage")<{
  readonly problem: string
  readonly hint?: string
}> {
  static readonly about: About = {
    exit: 2,
    when: "A command, option or value is not one that `edge` knows, or a needed one is missing.",
    hint: "Run the same command with --help.",
  }
  override get message() {
    return this.problem
  }
}

export class ToolSelectionRequiresTools extends Data.TaggedError("tool_selection_requires_tools")<{
  readonly options: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 2,
    when: "--tool or --tool-tag is given without --tools.",
    hint: "Add --tools FILE.py, or leave the selection out.",
  }
  override get message() {
    const choose = this.options.length === 1 ? "chooses" : "choose"
    return `${this.options.join(" and ")} ${choose} from a tools file, and none is named.`
  }
}

export class UnknownToolSelected extends Data.TaggedError("unknown_tool_selected")<{
  readonly unknown: ReadonlyArray<string>
  readonly known_tools: ReadonlyArray<string>
  readonly known_tags: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 2,
    when: "A --tool or --tool-tag names nothing in the tools file.",
    hint: "Choose among the names and tags of the file.",
  }
  override get message() {
    const tags = this.known_tags.length === 0 ? "" : `; tags: ${this.known_tags.join(", ")}`
    return `The tools file has no ${this.unknown.join(", ")}. Tools: ${this.known_tools.join(", ")}${tags}.`
  }
}

export class ConflictingToolOptions extends Data.TaggedError("conflicting_tool_options")<{
  readonly options: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 2,
    when: "More than one of --tools, --tools-manifest and --facts-store is given.",
    hint: "Give one source of tools.",
  }
  override get message() {
    return `${this.options.join(" and ")} exclude each other.`
  }
}

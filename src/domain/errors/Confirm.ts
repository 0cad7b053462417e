/** Side effects wait for a person. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class ToolConfirmationRequired extends Data.TaggedError("tool_confirmation_required")<{
  readonly tool: string
}> {
  static readonly about: About = {
    exit: 6,
    when: "The model, or a direct call, asked for a `commit` tool; it runs only after a person's confirmation.",
    hint: "This version cannot confirm yet: nothing was run.",
  }
  override get message() {
    return `${this.tool} changes something, so it needs a person's confirmation first.`
  }
}

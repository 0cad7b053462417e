/** What should never happen: exit code 1. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class InternalError extends Data.TaggedError("internal_error") {
  static readonly about: About = {
    exit: 1,
    when: "A bug in `edge` ended the command.",
    hint: "Please report it, with what stands on stderr.",
  }
  override get message() {
    return "A bug in edge ended the run."
  }
}

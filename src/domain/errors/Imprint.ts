/** An imprint that is missing (exit code 3) or that does not fit where it would be restored (exit code 4). */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class ImprintNotFound extends Data.TaggedError("imprint_not_found")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 3,
    when: "The named path is no imprint: no folder, metadata file or learn receipt that leads to one.",
    hint: "`edge demo imprint list` shows the imprints of this machine.",
  }
  override get message() {
    return this.path === "" ? "An empty name is no imprint's." : `No imprint at ${this.path}.`
  }
}

/** The field that differs, as it was learned and as it is now. Both are hashes, names and sizes, never text. */
interface Differs {
  readonly field: string
  readonly learned: string
  readonly found: string
}

const differs = ({ field, learned, found }: Differs): string =>
  `${field} is ${found}, and it was learned with ${learned}`

export class ImprintArtifactCorrupt extends Data.TaggedError("imprint_artifact_corrupt")<
  Differs & { readonly path: string }
> {
  static readonly about: About = {
    exit: 4,
    when: "An imprint's files are not what was written when it was learned.",
    hint: "Delete the imprint and learn it again.",
  }
  override get message() {
    return `The imprint ${this.path} is damaged: ${differs(this)}.`
  }
}

export class ImprintModelMismatch extends Data.TaggedError("imprint_model_mismatch")<Differs> {
  static readonly about: About = {
    exit: 4,
    when: "The imprint was learned with another model file, tokenizer or chat template.",
    hint: "Name the model that it was learned with, or learn it again with this one.",
  }
  override get message() {
    return `The imprint belongs to another model: ${differs(this)}.`
  }
}

export class ImprintRuntimeMismatch extends Data.TaggedError("imprint_runtime_mismatch")<Differs> {
  static readonly about: About = {
    exit: 4,
    when: "The imprint was learned with another runtime, or with another layout of the context.",
    hint: "Give the same --context-size as when it was learned, or learn it again.",
  }
  override get message() {
    return `The imprint does not fit this runtime: ${differs(this)}.`
  }
}

export class ImprintRequiresTools extends Data.TaggedError("imprint_requires_tools")<{
  readonly tools: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 4,
    when: "The imprint holds a tool contract, and the chat has no tools.",
    hint: "Give the same --tools as when it was learned.",
  }
  override get message() {
    return `The imprint was learned with the tools ${this.tools.join(", ")}, and this chat has none.`
  }
}

export class ImprintToolActiveSetMismatch extends Data.TaggedError("imprint_tool_active_set_mismatch")<Differs> {
  static readonly about: About = {
    exit: 4,
    when: "The active tools are not those that the imprint was learned with.",
    hint: "Choose the same tools with --tool and --tool-tag, or learn the imprint again.",
  }
  override get message() {
    return `The imprint was learned with other tools: ${differs(this)}.`
  }
}

export class ImprintToolSchemaMismatch extends Data.TaggedError("imprint_tool_schema_mismatch")<
  Differs & { readonly tool: string }
> {
  static readonly about: About = {
    exit: 4,
    when: "A tool's schema is not the one that the imprint was learned with. An edit of its body alone changes no schema.",
    hint: "Undo the change of the tool's signature or description, or learn the imprint again.",
  }
  override get message() {
    return `The imprint was learned with another ${this.tool}: ${differs(this)}.`
  }
}

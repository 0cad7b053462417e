/** The machine lacks something, or the model does: exit codes 5 and, for a model's own limits, 4. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class PythonNotFound extends Data.TaggedError("python_not_found")<{
  readonly tried: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "No Python interpreter where one was named or expected.",
    hint: "Install Python 3.10 or newer, or name one with --python PATH.",
  }
  override get message() {
    return `${this.tried} is no usable Python: ${this.problem}.`
  }
}

export class PythonUnsupportedVersion extends Data.TaggedError("python_unsupported_version")<{
  readonly executable: string
  readonly version: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "The Python interpreter is older than 3.10.",
    hint: "Name a newer one with --python PATH or EDGE_PYTHON.",
  }
  override get message() {
    return `${this.executable} is Python ${this.version}; 3.10 or newer is needed.`
  }
}

export class StateDirUnwritable extends Data.TaggedError("state_dir_unwritable")<{
  readonly path: string
  readonly problem: string
  readonly hint?: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "The state folder, or something in it, cannot be read or written.",
    hint: "Make it, or the folder around it, yours to read and write. EDGE_HOME points the state folder elsewhere.",
  }
  override get message() {
    return `Cannot use ${this.path}: ${this.problem}.`
  }
}

export class WorkingFolderGone extends Data.TaggedError("working_folder_gone") {
  static readonly about: About = {
    exit: 5,
    when: "A path is relative, and the folder in which `edge` was started is gone or closed to it.",
    hint: "Go to a folder that is there, or give absolute paths.",
  }
  override get message() {
    return "The current folder is not there any more."
  }
}

export class ModelNotFound extends Data.TaggedError("model_not_found")<{
  readonly ref: string
  /** Names of the catalog that were perhaps meant. */
  readonly nearest?: ReadonlyArray<string>
  readonly hint?: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "The named model is no file and no known model, or is known and not yet on this machine.",
    hint: "`edge models list` shows the models that can be named; a path to a GGUF file works as well.",
  }
  override get message() {
    return `No model at ${this.ref}.`
  }
}

export class ModelFetchFailed extends Data.TaggedError("model_fetch_failed")<{
  readonly model: string
  readonly problem: string
  /** How much of the file lies here already; a later fetch goes on from there. */
  readonly bytes_kept: number
  readonly hint?: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "A model could not be fetched whole: no connection, no room, or what came is not what was announced.",
    hint: "Run the same command again; it goes on where it stopped.",
  }
  override get message() {
    return `The model ${this.model} could not be fetched: ${this.problem}.`
  }
}

export class ModelFetchRunning extends Data.TaggedError("model_fetch_running")<{ readonly model: string }> {
  static readonly about: About = {
    exit: 5,
    when: "Another `edge` is fetching the same model at this moment.",
    hint: "Wait for it, or end it with Ctrl-C and run the same command again; it goes on where the other stopped.",
  }
  override get message() {
    return `The model ${this.model} is being fetched by another edge.`
  }
}

export class ModelLoadFailed extends Data.TaggedError("model_load_failed")<{
  readonly path: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "The model file cannot be loaded: broken, cut short, of an unknown kind, or too large for the memory.",
    hint: "Check the file, or fetch it again.",
  }
  override get message() {
    return `The model ${this.path} cannot be loaded: ${this.problem}.`
  }
}

export class GpuUnavailable extends Data.TaggedError("gpu_unavailable")<{ readonly gpu: string }> {
  static readonly about: About = {
    exit: 5,
    when: "--gpu names a kind of GPU that this machine, its driver or the installed runtime does not have.",
    hint: "Leave --gpu out to take what there is, or say --gpu off; `edge doctor` shows what there is.",
  }
  override get message() {
    return `There is no ${this.gpu} GPU that the runtime can use.`
  }
}

export class ModelContextExceeded extends Data.TaggedError("model_context_exceeded")<{
  readonly needed_tokens: number
  readonly context_tokens: number
}> {
  static readonly about: About = {
    exit: 4,
    when: "Contract, conversation and at least one new token do not fit into the model's context.",
    hint: "Use fewer tools or a shorter prompt, or raise --context-size.",
  }
  override get message() {
    return `The conversation needs ${this.needed_tokens} tokens; the context holds ${this.context_tokens}.`
  }
}

export class ModelTemplateFailed extends Data.TaggedError("model_template_failed")<{ readonly problem: string }> {
  static readonly about: About = {
    exit: 5,
    when: "The model's chat template refuses the conversation, or would leave the contract out.",
    hint: "Use a model whose template has roles for system, user and assistant.",
  }
  override get message() {
    return `The model's chat template cannot write this conversation: ${this.problem}.`
  }
}

export class ModelScriptInvalid extends Data.TaggedError("model_script_invalid")<{
  readonly path: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 3,
    when: "The file behind `script:` is no JSON list of strings, or it has fewer replies than the chat needs.",
    hint: 'Write a list of replies: ["first reply", "second reply"].',
  }
  override get message() {
    return `The model script ${this.path} cannot be used: ${this.problem}.`
  }
}

/** The isolated process that describes a tools file, or runs one function of it, once. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FileDescription } from "../domain/Description.ts"
import type { RunnerCrashed, RunnerProtocolViolation, RunnerTimeout, ToolsFileChanged } from "../domain/errors/Call.ts"
import type { ToolsFileImportFailed, ToolsFileNotFound } from "../domain/errors/Discovery.ts"
import type { PythonNotFound, PythonUnsupportedVersion } from "../domain/errors/Environment.ts"
import type { InvokeRequest } from "../domain/Protocol.ts"
import type { Invoked, ReplyError } from "../domain/RunnerOutcome.ts"

/** How a process can fail before it says anything about tools. */
export type ProcessError =
  | PythonNotFound
  | PythonUnsupportedVersion
  | RunnerTimeout
  | RunnerCrashed
  | RunnerProtocolViolation

export type DescribeError = ProcessError | ToolsFileNotFound | ToolsFileImportFailed | ToolsFileChanged

export type InvokeError = ProcessError | ReplyError

export class Runner extends Context.Tag("edge/Runner")<
  Runner,
  {
    /** Imports the file and describes its tools. With a hash, it imports the file that has it and no other. */
    readonly describe: (file: string, fileSha256?: string) => Effect.Effect<FileDescription, DescribeError>
    /** Runs one function in a process of its own. */
    readonly invoke: (request: InvokeRequest) => Effect.Effect<Invoked, InvokeError>
    /** Starts the process of the next call ahead of it; unused, it ends with the scope. */
    readonly startAhead: Effect.Effect<void, never, Scope.Scope>
  }
>() {}

/** What a verified reply means: a description, a result, or the one documented error. */
import * as Either from "effect/Either"
import type { FileDescription } from "./Description.ts"
import {
  LocalModuleNotFrozen,
  RunnerProtocolViolation,
  ToolRaised,
  ToolResultOversized,
  ToolSchemaChanged,
  ToolsFileChanged,
  UnsupportedToolResult,
} from "./errors/Call.ts"
import { ToolsFileImportFailed, ToolsFileNotFound } from "./errors/Discovery.ts"
import type { JsonObject } from "./Json.ts"
import type { InvokeRequest, RunnerReply } from "./Protocol.ts"

type ImportFailed = Extract<RunnerReply, { readonly outcome: "import_failed" }>

export const describedOrError = (
  file: string,
  reply: RunnerReply,
): Either.Either<
  FileDescription,
  ToolsFileNotFound | ToolsFileImportFailed | ToolsFileChanged | RunnerProtocolViolation
> => {
  switch (reply.outcome) {
    case "described":
      return Either.right(reply)
    case "import_failed":
      return Either.left(importFailed(file, reply))
    case "file_unreadable":
      return Either.left(new ToolsFileNotFound({ path: reply.path }))
    case "file_changed":
      return Either.left(new ToolsFileChanged({ path: reply.path }))
    default:
      return Either.left(unexpected(reply))
  }
}

/** A result, with what the process measured itself, in microseconds. */
export interface Invoked {
  readonly result: JsonObject
  readonly topLevelMicros: number
  readonly functionMicros: number
}

export type ReplyError =
  | ToolRaised
  | ToolResultOversized
  | UnsupportedToolResult
  | ToolsFileChanged
  | ToolsFileImportFailed
  | ToolSchemaChanged
  | LocalModuleNotFrozen
  | RunnerProtocolViolation

export const invokedOrError = (request: InvokeRequest, reply: RunnerReply): Either.Either<Invoked, ReplyError> => {
  switch (reply.outcome) {
    case "result":
      return Either.right({
        result: reply.result,
        topLevelMicros: reply.top_level_us,
        functionMicros: reply.function_us,
      })
    case "raised":
      return Either.left(new ToolRaised({ exception: reply.type, file: reply.file, line: reply.line }))
    case "unsupported_result":
      return Either.left(new UnsupportedToolResult({ path: reply.path, type: reply.type }))
    case "oversized":
      return Either.left(new ToolResultOversized({ limit_bytes: reply.limit }))
    case "import_failed":
      return Either.left(importFailed(request.file, reply))
    case "file_unreadable":
    case "file_changed":
      return Either.left(new ToolsFileChanged({ path: reply.path }))
    case "description_changed":
      return Either.left(new ToolSchemaChanged({ tool: request.tool }))
    case "module_not_frozen":
      return Either.left(new LocalModuleNotFrozen({ module: reply.name, path: reply.path }))
    default:
      return Either.left(unexpected(reply))
  }
}

const importFailed = (path: string, { type, file, line, relative_import }: ImportFailed) =>
  new ToolsFileImportFailed({ path, exception: type, file, line, relative_import })

const unexpected = (reply: RunnerReply) =>
  new RunnerProtocolViolation({
    problem:
      reply.outcome === "bad_request" ? `it refused the request (${reply.reason})` : `it answered ${reply.outcome}`,
  })

/**
 * The wire between `edge` and the runner process, as `runner/README.md` has it: one request line, one signed reply line.
 * Secrets, hashing and processes are the runner service's business.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { FileDescription, type LocalModule } from "./Description.ts"
import { canonical, fromLiteral, type Json, type JsonObject } from "./Json.ts"
import { readJson } from "./JsonReader.ts"

/** How large a canonical result may be, in UTF-8 bytes. */
export const resultLimit = 65_536

/** How large a whole reply may be: the description of a file, or a result with what stands around it. */
export const replyLimit = 4_194_304

export interface DescribeRequest {
  readonly op: "describe"
  readonly file: string
  /** What the file must hash to, where that is known: no other file is imported. */
  readonly file_sha256?: string | undefined
}

export interface InvokeRequest {
  readonly op: "invoke"
  readonly file: string
  readonly file_sha256: string
  readonly local_modules: ReadonlyArray<LocalModule>
  readonly tool: string
  readonly description_sha256: string
  readonly arguments: JsonObject
}

/** The request line. `alarmSeconds` ends the process should `edge` be gone by then. */
export const requestLine = (request: DescribeRequest | InvokeRequest, secret: string, alarmSeconds: number): string => {
  const limit = request.op === "invoke" ? { result_limit: resultLimit } : {}
  return `${canonical(fromLiteral({ version: 1, secret, alarm_seconds: alarmSeconds, ...limit, ...request }))}\n`
}

/** A reply line taken apart. `body` is the exact text that `hmac` (64 hex digits) covers. */
export const splitReply = (line: string): { readonly body: string; readonly hmac: string } | undefined => {
  const found = /^\{"body":(.*),"hmac":"([0-9a-f]{64})"\}$/s.exec(line)
  return found === null ? undefined : { body: found[1] as string, hmac: found[2] as string }
}

const place = { type: Schema.String, file: Schema.NullOr(Schema.String), line: Schema.NullOr(Schema.Number) }
const JsonRecord = Schema.declare(
  (value): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value),
)

const RunnerReply = Schema.Union(
  FileDescription,
  Schema.Struct({
    outcome: Schema.Literal("result"),
    result: JsonRecord,
    top_level_us: Schema.Number,
    function_us: Schema.Number,
  }),
  Schema.Struct({ outcome: Schema.Literal("raised"), ...place }),
  Schema.Struct({ outcome: Schema.Literal("unsupported_result"), path: Schema.String, type: Schema.String }),
  Schema.Struct({ outcome: Schema.Literal("oversized"), limit: Schema.Number }),
  Schema.Struct({ outcome: Schema.Literal("import_failed"), ...place, relative_import: Schema.Boolean }),
  Schema.Struct({ outcome: Schema.Literal("file_unreadable", "file_changed"), path: Schema.String }),
  Schema.Struct({ outcome: Schema.Literal("description_changed") }),
  Schema.Struct({ outcome: Schema.Literal("module_not_frozen"), name: Schema.String, path: Schema.String }),
  Schema.Struct({ outcome: Schema.Literal("bad_request"), reason: Schema.String }),
)
export type RunnerReply = typeof RunnerReply.Type

const decode = Schema.decodeUnknownEither(RunnerReply, { onExcessProperty: "error" })

/** The body as one of the documented replies, or what is wrong with it. */
export const readBody = (body: string): Either.Either<RunnerReply, string> =>
  Either.flatMap(
    Either.mapLeft(readJson(body), (fault) => `its body is no JSON (${fault.problem})`),
    (json: Json) => Either.mapLeft(decode(json), () => "its body has an unknown shape"),
  )

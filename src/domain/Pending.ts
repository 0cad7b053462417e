/**
 * A pending action: a `commit` call that waits for a person, as one file that can be checked but not forged.
 *
 * The file is canonical JSON, so that it has exactly one spelling: whoever changes a byte of it has changed the action,
 * and the seal no longer fits. The seal itself is made by a service, since hashing is none of the domain's business.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { LocalModule } from "./Description.ts"
import { canonical, fromLiteral, isObject, type JsonObject } from "./Json.ts"
import { readJson } from "./JsonReader.ts"
import { actionIdPattern } from "./PendingId.ts"
import { shellWord } from "./Shell.ts"

const Hash = Schema.TemplateLiteral(Schema.Literal("sha256:"), Schema.String)
const Hex64 = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

export const ActionId = Schema.String.pipe(Schema.pattern(actionIdPattern))

/** A time that ISO 8601 spells in one way. */
export const Instant = Schema.String.pipe(
  Schema.filter((text) => {
    const time = Date.parse(text)
    return !Number.isNaN(time) && new Date(time).toISOString() === text
  }),
)

const Arguments = Schema.declare((value): value is JsonObject => isObject(value as never), { identifier: "Arguments" })

const action = {
  tool: Schema.String,
  execution_level: Schema.Literal("commit"),
  tools_file: Schema.String,
  tools_file_sha256: Hash,
  selection: Schema.Struct({ names: Schema.Array(Schema.String), tags: Schema.Array(Schema.String) }),
  local_modules: Schema.Array(LocalModule),
  active_set_sha256: Hash,
  tool_schema_sha256: Hash,
  args_sha256: Hash,
  arguments: Arguments,
}

/** What shall be run, before it has an id and a time. */
export const Action = Schema.Struct(action)
export type Action = typeof Action.Type

const binding = {
  schema_version: Schema.Literal("edge.pending.v1"),
  action_id: ActionId,
  created_at: Instant,
  expires_at: Instant,
  /** The folder whose journal decides whether the action was claimed: another folder has another journal. */
  state_dir: Schema.String,
  ...action,
}

/** Everything that a person consents to, and that the seal covers. */
export const Binding = Schema.Struct(binding)
export type Binding = typeof Binding.Type

export const Pending = Schema.Struct({ ...binding, token_check: Hex64, mac: Hex64 })
export type Pending = typeof Pending.Type

export interface Seal {
  readonly token_check: string
  readonly mac: string
}

/** The text that the MAC covers: the whole file except the seal. */
export const sealPreimage = ({ token_check: _, mac: __, ...bound }: Binding & Partial<Seal>): string =>
  canonical(fromLiteral(bound))

/** The file's text. */
export const pendingText = (bound: Binding, seal: Seal): string => `${canonical(fromLiteral({ ...bound, ...seal }))}\n`

const decode = Schema.decodeUnknownOption(Pending, { onExcessProperty: "error" })

/** The action in a file; none where `edge` would never have written this text. */
export const readPending = (text: string): Option.Option<Pending> =>
  Option.filter(
    Option.flatMap(Either.getRight(readJson(text)), decode),
    (pending) => pendingText(pending, pending) === text,
  )

/** What a person pastes into a shell to run the action. */
export const confirmCommand = (path: string, token: string): string =>
  `edge tools confirm ${shellWord(path)} --token ${shellWord(token)} --json`

/** What is known about the token and the file after both values of the seal were computed again. */
export interface SealMatch {
  readonly check: boolean
  readonly mac: boolean
}

/**
 * Which of the two is wrong. The check value depends on the token alone: when it fits, the token is the right one and
 * the file is not. When only the MAC fits, the check value itself was edited. When neither fits, the token is to blame
 * as far as anybody can tell without it.
 */
export const sealVerdict = ({ check, mac }: SealMatch): "intact" | "tampered" | "wrong_token" =>
  check && mac ? "intact" : check || mac ? "tampered" : "wrong_token"

export const isExpired = (expiresAt: string, now: number): boolean => now >= Date.parse(expiresAt)

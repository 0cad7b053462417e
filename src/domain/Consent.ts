/** What a person reads before consenting: where a run stopped for it, and what exactly would run. */
import type { Documented } from "./errors/About.ts"
import { ToolConfirmationRequired } from "./errors/Confirm.ts"
import type { Here } from "./Here.ts"
import { everyInvisible } from "./Invisible.ts"
import { ordered } from "./Json.ts"
import type { Pending } from "./Pending.ts"
import { shellWord } from "./Shell.ts"

/** What chat answers when it stops for a person. Fixed: the token must not get into what receipts keep of answers. */
export const confirmationAnswer = "This needs your confirmation before it runs; nothing was changed yet."

/**
 * Text as a person may trust to see it: whatever is invisible, reorders, ends a line or passes for a plain space is
 * spelled out. Consent is given to what is seen, so this escapes more than other output does.
 */
export const visible = (text: string): string =>
  text.replace(everyInvisible, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`)

/** The lines that are shown before a confirmed action runs. */
export const consentLines = (pending: Pending): ReadonlyArray<string> =>
  [
    "About to run:",
    `  tool   ${pending.tool}`,
    `  level  ${pending.execution_level}`,
    `  file   ${pending.tools_file}`,
    `         ${pending.tools_file_sha256}`,
    ...argumentLines(pending).map((line) => `  ${line}`),
  ].map(visible)

/** The command that confirms, where a run waits for it. */
export const waitingHuman = (failure: Documented | null): string =>
  failure instanceof ToolConfirmationRequired ? `${visible(failure.command)}\n` : ""

/** The same for a shell that does not find `edge`; without --json, so that the consent is shown first. */
export const waitingHere = (failure: Documented | null, { edge }: Here): string => {
  if (!(failure instanceof ToolConfirmationRequired) || edge === "edge") return ""
  const { pending_action_path: path, confirmation_token: token } = failure
  const command = `${edge} tools confirm ${shellWord(path)} --token ${shellWord(token)}`
  return `Where the shell does not find edge:\n${visible(command)}\n`
}

/** `pending_action` of a run's document, where there is one. */
export const waitingJson = (failure: Documented | null) => {
  if (!(failure instanceof ToolConfirmationRequired)) return {}
  const { action_id, pending_action_path, confirmation_token, expires_at, command } = failure
  return { pending_action: { action_id, pending_action_path, confirmation_token, expires_at, command } }
}

/** One line an argument. */
export const argumentLines = ({ arguments: args }: Pending): ReadonlyArray<string> => {
  const entries = Object.entries(args)
  if (entries.length === 0) return ["no arguments"]
  return entries.map(([name, value]) => `arg    ${name} = ${ordered(value)}`)
}

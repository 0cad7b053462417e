/** What a person reads before consenting: where a run stopped for it, and what exactly would run. */
import type { Documented } from "./errors/About.ts"
import { ToolConfirmationRequired } from "./errors/Confirm.ts"
import { ordered } from "./Json.ts"
import type { Pending } from "./Pending.ts"

/** What chat answers when it stops for a person. Fixed: the token must not get into what receipts keep of answers. */
export const confirmationAnswer = "This needs your confirmation before it runs; nothing was changed yet. To confirm:"

/**
 * Text as a person may trust to see it: whatever is invisible, reorders or ends a line is spelled out. Consent is given
 * to what is seen, so this escapes more than other output does.
 */
export const visible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`)

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

/** Mistakes on the command line, as one documented error with the next thing to type. */
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import type { CommandNode } from "./domain/CommandTree.ts"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { walk } from "./domain/Walk.ts"
import { plainText } from "./plain.ts"

/** `words` are the arguments as typed. */
export const usageError = (
  error: ValidationError.ValidationError | InvalidUsage,
  words: ReadonlyArray<string>,
  tree: CommandNode,
): InvalidUsage => {
  const { path, unknown } = walk(tree, words)
  const help = `${path} --help`
  if (unknown !== null) {
    const hint = unknown.meant === undefined ? `Run ${help}` : `${unknown.meant} See ${help}`
    return new InvalidUsage({ problem: unknown.problem, hint })
  }
  if (!ValidationError.isValidationError(error)) return error
  const problem = plainText(HelpDoc.toAnsiText(error.error)).replace(/\s+/g, " ").trim()
  return new InvalidUsage({ problem, hint: `Run ${help}` })
}

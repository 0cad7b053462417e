/** Mistakes on the command line, as one documented error with the next thing to type. */
import type * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as ValidationError from "@effect/cli/ValidationError"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { walk } from "./domain/Walk.ts"
import { plainText } from "./plain.ts"
import { treeOf } from "./tree.ts"

/** `words` are the arguments as typed. */
export const usageError = <Name extends string, R, E, A>(
  error: ValidationError.ValidationError | InvalidUsage,
  words: ReadonlyArray<string>,
  edge: Command.Command<Name, R, E, A>,
): InvalidUsage => {
  const { path, unknown } = walk(treeOf(edge), words)
  const help = `${path} --help`
  if (unknown !== null) {
    const hint = unknown.meant === undefined ? `Run ${help}` : `${unknown.meant} See ${help}`
    return new InvalidUsage({ problem: unknown.problem, hint })
  }
  if (!ValidationError.isValidationError(error)) return error
  const problem = plainText(HelpDoc.toAnsiText(error.error)).replace(/\s+/g, " ").trim()
  return new InvalidUsage({ problem, hint: `Run ${help}` })
}

/** Help of our own in the place of the library's: where it was asked for, and for a group without a command. */
import type * as Command from "@effect/cli/Command"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { helpText } from "./domain/HelpText.ts"
import { walk } from "./domain/Walk.ts"
import { canColour } from "./services/Colours.ts"
import { columnsOf } from "./services/Columns.ts"
import { treeOf } from "./tree.ts"

/** The help that these words ask for, the mistake in asking for it, or undefined where they ask for something else. */
export const helpFor = <Name extends string, R, E, A>(
  edge: Command.Command<Name, R, E, A>,
  words: ReadonlyArray<string>,
): string | InvalidUsage | undefined => {
  const { help, unknown, ...placed } = walk(treeOf(edge), words)
  // Help on what is not there: the library would show its own, of everything.
  if (unknown !== null && words.some((word) => word === "--help" || word === "-h"))
    return new InvalidUsage({ problem: unknown.problem })
  const group = placed.node.commands.length > 0 && placed.node.options.length === 0
  const bare = group && words.every((word) => !word.startsWith("-"))
  if (unknown !== null || !(help || bare)) return undefined
  const heading = (text: string) => (canColour(process.stdout) ? `\u001b[1m${text}\u001b[22m` : text)
  const columns = columnsOf(process.stdout)
  return helpText(placed, { width: Number.isFinite(columns) ? Math.max(40, Math.min(120, columns)) : 100, heading })
}

/** `docs/cli.md`: every command with its arguments and options, from the command tree. */
import { type CommandNode, everyCommand, optionForm, type Placed, usageLine } from "./CommandTree.ts"
import { examplesOf } from "./HelpText.ts"

export const cliDocument = (tree: CommandNode): string => {
  const commands = everyCommand(tree)
  const short = tree.commands
    .map(({ name }) => name)
    .filter((name) => commands.some(({ path }) => path === `edge demo ${name}`))
  // The short forms stand once, under their short names.
  const shown = commands.filter(({ path }) => !short.some((name) => `${path} `.startsWith(`edge demo ${name} `)))
  return [
    "# The command line",
    "",
    "Generated from the command tree by `npm run docs`; do not edit.",
    "",
    "Every command takes `--help`, and says what you may have meant when a word or an option is mistyped. With `--json` stdout holds",
    "exactly one JSON document, and all else goes to stderr. Nothing is coloured in a pipe or with `NO_COLOR`.",
    "",
    `Short forms: ${short.map((name) => `\`edge ${name}\` is \`edge demo ${name}\``).join(", ")}.`,
    "",
    ...shown.flatMap(commandLines),
  ].join("\n")
}

const commandLines = (placed: Placed): ReadonlyArray<string> => {
  const { path, node } = placed
  const examples = examplesOf(path)
  return [
    `## ${path}`,
    "",
    node.description,
    "",
    ...(node.commands.length > 0 && node.options.length === 0 ? [] : ["```", usageLine(placed), "```", ""]),
    ...(examples.length === 0 ? [] : ["Examples:", "", "```", ...examples, "```", ""]),
    ...table(
      ["command", "does"],
      node.commands.map(({ name, description }) => [`\`${name}\``, description]),
    ),
    ...table(
      ["argument", "is"],
      node.args.map(({ name, description }) => [`\`${name}\``, description]),
    ),
    ...table(
      ["option", "does"],
      node.options.map((option) => [`\`${optionForm(option)}\``, option.description]),
    ),
  ]
}

const table = (
  head: readonly [string, string],
  rows: ReadonlyArray<readonly [string, string]>,
): ReadonlyArray<string> => {
  if (rows.length === 0) return []
  const line = (cells: readonly [string, string]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return [line(head), "| --- | --- |", ...rows.map(line), ""]
}

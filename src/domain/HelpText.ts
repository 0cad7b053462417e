/** Help as a person reads it: examples first, then what there is. */
import { type CommandNode, optionForm, type Placed, usageLine } from "./CommandTree.ts"
import { wrapped } from "./Width.ts"

export interface HelpStyle {
  readonly width: number
  readonly heading: (text: string) => string
}

/** What to try first, by command. */
const examples: { readonly [path: string]: ReadonlyArray<string> } = {
  edge: [
    'edge chat --tools ./examples/tools.py --prompt "What is the fee for 250?"',
    "edge tools validate ./examples/tools.py",
    "edge models list",
    "edge doctor",
  ],
  "edge chat": [
    'edge chat --prompt "Hello"',
    'edge chat --tools ./examples/tools.py --prompt "Use the calculate_fee tool for amount 250."',
    "edge chat --interactive --tools ./examples/tools.py",
    'edge chat --model qwen3-4b --prompt "Hello"',
  ],
  "edge models": ["edge models list", "edge models fetch qwen3-0.6b", "edge models where qwen3-0.6b"],
  "edge models fetch": ["edge models fetch qwen3-0.6b", "edge models fetch qwen3-0.6b --dry-run"],
  "edge tools": [
    "edge tools validate ./examples/tools.py",
    `edge tools call ./examples/tools.py order_status --args '{"order_id":"B-20"}'`,
  ],
  "edge tools call": [`edge tools call ./examples/tools.py order_status --args '{"order_id":"B-20"}'`],
  "edge receipt": ["edge receipt list --status failed_closed", "edge receipt --path RECEIPT"],
  "edge completions": ["edge completions install", "edge completions bash"],
}

/** The first level in groups; what is in none comes last. */
const groups: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["Ask", ["chat", "learn", "facts", "receipt"]],
  ["Tools", ["tools"]],
  ["This machine", ["models", "doctor", "completions"]],
]

/** Short forms are the same commands as `edge demo …`. */
export const examplesOf = (path: string): ReadonlyArray<string> =>
  examples[path.replace(/^edge demo (?=.)/, "edge ")] ?? []

export const helpText = (placed: Placed, style: HelpStyle): string => {
  const { node } = placed
  const sections = [
    section(
      "Examples",
      examplesOf(placed.path).map((each) => `  ${each}`),
      style,
    ),
    section("Usage", [`  ${usageLine(placed)}`], style),
    ...commandGroups(node).map(([title, commands]) => section(title, rows(commands.map(rowOf), style.width), style)),
    section("Arguments", rows(node.args.map(rowOf), style.width), style),
    section(
      "Options",
      rows(
        node.options.map((each) => [optionForm(each), each.description]),
        style.width,
      ),
      style,
    ),
    ...(node.commands.length > 0 ? [`Each command has its own help: ${placed.path} COMMAND --help\n`] : []),
  ]
  return `${[`${wrapped(node.description, style.width).join("\n")}\n`, ...sections].filter((each) => each !== "").join("\n")}`
}

const rowOf = ({ name, description }: { readonly name: string; readonly description: string }) =>
  [name, description] as const

const commandGroups = ({
  name,
  commands,
}: CommandNode): ReadonlyArray<readonly [string, ReadonlyArray<CommandNode>]> => {
  if (name !== "edge") return [["Commands", commands]]
  const grouped = groups.map(([title, names]) => [title, commands.filter((each) => names.includes(each.name))] as const)
  const rest = commands.filter((each) => !groups.some(([, names]) => names.includes(each.name)))
  return [...grouped, ["More", rest]]
}

const section = (title: string, lines: ReadonlyArray<string>, { heading }: HelpStyle): string =>
  lines.length === 0 ? "" : `${heading(title)}\n${lines.join("\n")}\n`

/** Two columns; where the first leaves too little room, the second goes below it. */
const rows = (pairs: ReadonlyArray<readonly [string, string]>, width: number): ReadonlyArray<string> => {
  const widest = Math.min(30, Math.max(0, ...pairs.map(([name]) => name.length)))
  return pairs.flatMap(([name, text]) => {
    const lines = wrapped(text, Math.max(20, width - widest - 4))
    const indent = " ".repeat(widest + 4)
    if (name.length > widest) return [`  ${name}`, ...lines.map((line) => indent + line)]
    return lines.map((line, index) => (index === 0 ? `  ${name.padEnd(widest)}  ${line}` : indent + line))
  })
}

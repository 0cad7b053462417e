/** The command line as data: what help, completions, `docs/cli.md` and "did you mean" are made from. */

export interface OptionNode {
  /** With its dashes. */
  readonly name: string
  /** What stands for its value; null for a flag. */
  readonly value: string | null
  /** The values it takes, where only some are. */
  readonly choices: ReadonlyArray<string>
  readonly required: boolean
  readonly repeated: boolean
  readonly description: string
}

export interface ArgumentNode {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

export interface CommandNode {
  readonly name: string
  readonly description: string
  readonly options: ReadonlyArray<OptionNode>
  readonly args: ReadonlyArray<ArgumentNode>
  readonly commands: ReadonlyArray<CommandNode>
}

/** A command and the words that lead to it. */
export interface Placed {
  readonly path: string
  readonly node: CommandNode
}

/** Every command below, itself first, each under its full path. */
export const everyCommand = (node: CommandNode, above = ""): ReadonlyArray<Placed> => {
  const path = above === "" ? node.name : `${above} ${node.name}`
  return [{ path, node }, ...node.commands.flatMap((each) => everyCommand(each, path))]
}

/** `edge tools call FILE.py NAME [options]` */
export const usageLine = ({ path, node }: Placed): string => {
  const args = node.args.map(({ name, required }) => (required ? name : `[${name}]`))
  const needed = node.options.filter(({ required }) => required).map(({ name, value }) => `${name} ${value}`)
  const more = node.options.some(({ required }) => !required) ? ["[options]"] : []
  const below = node.commands.length === 0 ? [] : ["COMMAND"]
  return [path, ...below, ...args, ...needed, ...more].join(" ")
}

/** How an option is written: `--gpu auto|off`, `--json`, `--tool NAME …`. */
export const optionForm = ({ name, value, choices, repeated }: OptionNode): string => {
  const taken = choices.length > 0 ? choices.join("|") : value
  return `${name}${taken === null ? "" : ` ${taken}`}${repeated ? " …" : ""}`
}

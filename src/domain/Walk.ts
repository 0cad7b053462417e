/** Typed words followed through the command tree: where they lead, and what is wrong with them. */
import type { CommandNode, OptionNode, Placed } from "./CommandTree.ts"
import { didYouMean } from "./Nearest.ts"

export interface Walked extends Placed {
  /** True when help was asked for. */
  readonly help: boolean
  /** The first word that is no command and no option there; or no value of its option, unless help was asked for. */
  readonly unknown: Unknown | null
}

interface Unknown {
  readonly problem: string
  readonly meant: string | undefined
}

type Taken = Pick<OptionNode, "name" | "value" | "choices">

/** Options that every command has. */
const everywhere: ReadonlyArray<Taken> = [
  ...["--help", "-h", "--version", "--wizard"].map((name) => ({ name, value: null, choices: [] })),
  { name: "--completions", value: "SHELL", choices: [] },
  { name: "--log-level", value: "LEVEL", choices: [] },
]

export const walk = (tree: CommandNode, words: ReadonlyArray<string>): Walked => {
  let at: Placed = { path: tree.name, node: tree }
  let help = false
  let wrong: Unknown | null = null
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ""
    if (word === "--") break
    if (/^-./.test(word)) {
      const [name = "", ...given] = word.split("=")
      const option = [...at.node.options, ...everywhere].find((each) => each.name === name)
      if (option === undefined) return { ...at, help, unknown: noOption(at, name) }
      help ||= word === "--help" || word === "-h"
      if (option.value === null) continue
      if (given.length === 0) index += 1
      wrong ??= wrongValue(option, given.length === 0 ? words[index] : given.join("="))
      continue
    }
    if (at.node.commands.length === 0) continue
    const child = at.node.commands.find(({ name }) => name === word)
    if (child === undefined) return { ...at, help, unknown: noCommand(at, word) }
    at = { path: `${at.path} ${word}`, node: child }
  }
  return { ...at, help, unknown: help ? null : wrong }
}

const wrongValue = ({ name, value, choices }: Taken, given: string | undefined): Unknown | null => {
  if (choices.length > 0 && (given === undefined || !choices.includes(given)))
    return { problem: `${name} must be one of ${choices.join(", ")}.`, meant: didYouMean(given ?? "", choices) }
  return given === undefined ? { problem: `${name} needs a value: ${name} ${value}.`, meant: undefined } : null
}

const noOption = ({ path, node }: Placed, name: string) => {
  const known = [...node.options.map((each) => each.name), "--help"]
  return { problem: `${path} has no option ${name}.`, meant: didYouMean(name, known) }
}

const noCommand = ({ path, node }: Placed, word: string) => {
  const known = node.commands.map(({ name }) => name)
  const meant = didYouMean(word, known) ?? `It has ${known.join(", ").replace(/, ([^,]*)$/, " and $1")}.`
  return { problem: `${path} has no command ${word}.`, meant }
}

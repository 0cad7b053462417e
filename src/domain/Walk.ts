/** Typed words followed through the command tree: where they lead, and what is wrong with them. */
import type { CommandNode, Placed } from "./CommandTree.ts"
import { didYouMean } from "./Nearest.ts"

export interface Walked extends Placed {
  /** True when help was asked for. */
  readonly help: boolean
  /** The first word that is no command and no option there. */
  readonly unknown: { readonly problem: string; readonly meant: string | undefined } | null
}

/** Options that every command has. */
const everywhere: ReadonlyMap<string, boolean> = new Map([
  ["--help", false],
  ["-h", false],
  ["--version", false],
  ["--wizard", false],
  ["--completions", true],
  ["--log-level", true],
])

export const walk = (tree: CommandNode, words: ReadonlyArray<string>): Walked => {
  let at: Placed = { path: tree.name, node: tree }
  let help = false
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ""
    if (word === "--") break
    if (/^-./.test(word)) {
      const takesValue = valueOf(at.node, word)
      if (takesValue === undefined) return { ...at, help, unknown: noOption(at, word) }
      help ||= word === "--help" || word === "-h"
      if (takesValue && !word.includes("=")) index += 1
      continue
    }
    if (at.node.commands.length === 0) continue
    const child = at.node.commands.find(({ name }) => name === word)
    if (child === undefined) return { ...at, help, unknown: noCommand(at, word) }
    at = { path: `${at.path} ${word}`, node: child }
  }
  return { ...at, help, unknown: null }
}

// Whether the option takes a value; undefined where there is no such option.
const valueOf = (node: CommandNode, word: string): boolean | undefined => {
  const name = word.replace(/=.*$/s, "")
  const own = node.options.find((each) => each.name === name)
  return own === undefined ? everywhere.get(name) : own.value !== null
}

const noOption = ({ path, node }: Placed, word: string) => {
  const name = word.replace(/=.*$/s, "")
  const known = [...node.options.map((each) => each.name), "--help"]
  return { problem: `${path} has no option ${name}.`, meant: didYouMean(name, known) }
}

const noCommand = ({ path, node }: Placed, word: string) => {
  const known = node.commands.map(({ name }) => name)
  const meant = didYouMean(word, known) ?? `It has ${known.slice(0, -1).join(", ")} and ${known.at(-1)}.`
  return { problem: `${path} has no command ${word}.`, meant }
}

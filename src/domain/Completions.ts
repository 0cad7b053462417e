/** Completion scripts for three shells, made from the command tree: the scripts ask `edge` nothing, so they are at once. */

import { type CommandNode, everyCommand, type OptionNode, type Placed } from "./CommandTree.ts"
import { type Here, pathFrom } from "./Here.ts"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

export const completionScript = (shell: Shell, tree: CommandNode): string => {
  const commands = everyCommand(tree)
  return { bash, zsh, fish }[shell](commands)
}

const heading = (shell: Shell) => `Completions of edge for ${shell}, made by: edge completions ${shell}`

/** The paths of all commands below the first, as a shell's patterns. */
const paths = (commands: ReadonlyArray<Placed>) => commands.slice(1).map(({ path }) => `"${path}"`)

const valued = (commands: ReadonlyArray<Placed>) =>
  commands.flatMap(({ path, node }) =>
    node.options.filter(({ value }) => value !== null).map((option) => ({ path, option })),
  )

const takesFile = ({ value }: OptionNode): boolean => /FILE|PATH|RECEIPT|REF/.test(value ?? "")
const argumentIsFile = ({ node }: Placed): boolean => node.args.some(({ name }) => /FILE|PENDING/.test(name))

const bash = (commands: ReadonlyArray<Placed>): string => `# ${heading("bash")}
_edge() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at=edge word i words=
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$at $word" in
      ${paths(commands).join("|")}) at="$at $word" ;;
    esac
  done
  case "$at $before" in
${valued(commands)
  .map(({ path, option }) => `    "${path} ${option.name}") ${bashValue(option)}; return ;;`)
  .join("\n")}
  esac
  case "$at" in
${commands.map((each) => `    "${each.path}") words="${wordsOf(each).join(" ")}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "$at" in
    ${
      commands
        .filter(argumentIsFile)
        .map(({ path }) => `"${path}"`)
        .join("|") || '""'
    }) COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _edge edge
`

const bashValue = (option: OptionNode): string => {
  if (option.choices.length > 0) return `COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$current"))`
  return takesFile(option) ? 'COMPREPLY=($(compgen -f -- "$current"))' : ":"
}

const wordsOf = ({ node }: Placed): ReadonlyArray<string> => [
  ...node.commands.map(({ name }) => name),
  ...node.options.map(({ name }) => name),
  "--help",
]

const zsh = (commands: ReadonlyArray<Placed>): string => `#compdef edge
# ${heading("zsh")}
_edge() {
  local at=edge word
  local -i i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case "$at $word" in
      (${paths(commands).join("|")}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${valued(commands)
  .map(({ path, option }) => `    ("${path} ${option.name}") ${zshValue(option)}; return ;;`)
  .join("\n")}
  esac
  case "$at" in
${commands.map((each) => `    ("${each.path}") found=(${describedWords(each).join(" ")}) ;;`).join("\n")}
  esac
  _describe 'edge' found
  case "$at" in
    (${
      commands
        .filter(argumentIsFile)
        .map(({ path }) => `"${path}"`)
        .join("|") || '""'
    }) _files ;;
  esac
}
if [ "$funcstack[1]" = "_edge" ]; then _edge "$@"; else compdef _edge edge; fi
`

const zshValue = (option: OptionNode): string => {
  if (option.choices.length > 0) return `compadd ${option.choices.join(" ")}`
  return takesFile(option) ? "_files" : ":"
}

const describedWords = ({ node }: Placed): ReadonlyArray<string> =>
  [...node.commands, ...node.options].map(({ name, description }) =>
    quoted(`${name}:${description.replaceAll(":", "\\:")}`),
  )

const fish = (commands: ReadonlyArray<Placed>): string => `# ${heading("fish")}
function __edge_at
  set -l at edge
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${paths(commands).join(" ")}
        set at "$at $word"
    end
  end
  echo $at
end
complete -c edge -f
${commands.flatMap(fishLines).join("\n")}
`

const fishLines = (placed: Placed): ReadonlyArray<string> => {
  const when = `-n 'test (__edge_at) = "${placed.path}"'`
  return [
    ...placed.node.commands.map(
      (each) => `complete -c edge ${when} -a ${each.name} -d ${fishQuoted(each.description)}`,
    ),
    ...placed.node.options.map(
      (each) => `complete -c edge ${when} ${fishOption(each)} -d ${fishQuoted(each.description)}`,
    ),
    ...(argumentIsFile(placed) ? [`complete -c edge ${when} -F`] : []),
  ]
}

const fishOption = (option: OptionNode): string => {
  const name = `-l ${option.name.replace(/^--/, "")}`
  if (option.value === null) return name
  if (option.choices.length > 0) return `${name} -x -a '${option.choices.join(" ")}'`
  return takesFile(option) ? `${name} -r -F` : `${name} -x`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const fishQuoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** What `edge completions` shows. */
export interface CompletionsShown {
  readonly shell: Shell
  readonly script: string
  /** Where it was written; null when it was only printed. */
  readonly path: string | null
  /** What is still for the person to do. */
  readonly next: string
}

export const completionsHuman = ({ shell, script, path, next }: CompletionsShown, here: Here): string =>
  path === null ? script : `✓ Completions for ${shell} are in ${pathFrom(here, path)}\n${next}\n`

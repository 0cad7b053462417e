/** The words of the command line as the option parser gets them, and the output mode they ask for: one reading for both. */
import * as Options from "@effect/cli/Options"
import * as Option from "effect/Option"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import * as options from "./options.ts"
import type { Mode } from "./services/OutputNode.ts"

export interface Words {
  readonly words: ReadonlyArray<string>
  readonly mode: Mode
  /** What is wrong with them before any command is looked for. */
  readonly fault: InvalidUsage | null
}

/**
 * Reads the words as typed. `--json` and `--events` move to the end, where the parser finds no word to take for their
 * value, or go. The value of another option is never taken for one of them.
 */
export const readWords = (typed: ReadonlyArray<string>): Words => {
  const end = typed.includes("--") ? typed.indexOf("--") : typed.length
  const asked = new Map<string, boolean>()
  const kept: Array<string> = []
  const problems: Array<string> = []
  for (let at = 0; at < end; at += 1) {
    const word = typed[at] as string
    const [name, value] = parts(word)
    if (name !== undefined && modes.has(name)) {
      const next = typed[at + 1] ?? ""
      const apart = value === undefined && at + 1 < end && ["true", "false"].includes(next)
      if (apart) at += 1
      const on = meaning.get((apart ? next : (value ?? "true")).toLowerCase())
      if (on === undefined) problems.push(`${name} is true or false, not ${value}.`)
      asked.set(name, on ?? true)
      continue
    }
    kept.push(word)
    const next = typed[at + 1]
    if (name === undefined || value !== undefined || !withValue.has(name) || next === undefined || at + 1 === end)
      continue
    if (known.has(parts(next)[0] ?? "")) {
      problems.push(`${name} has no value before ${next}. To give it that very text, write ${name}=${next}`)
    }
    kept.push(next)
    at += 1
  }
  const on = [...modes].filter((name) => asked.get(name) === true)
  if (on.length > 1) problems.push("--events and --json exclude each other.")
  const [problem] = problems
  return {
    words: [...kept, ...on, ...typed.slice(end)],
    mode: on.includes("--json") ? "json" : on.includes("--events") ? "events" : "human",
    fault: problem === undefined ? null : new InvalidUsage({ problem }),
  }
}

// `--name` or `--name=value`; the parser does not mind upper case either.
const parts = (word: string): readonly [name: string | undefined, value: string | undefined] => {
  const found = /^(--[a-z][a-z-]*)(?:=(.*))?$/is.exec(word)
  return [found?.[1]?.toLowerCase(), found?.[2]]
}

const modes = new Set(["--events", "--json"])

// What the option library takes for a flag's value.
const meaning = new Map<string, boolean>([
  ...["true", "1", "y", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "n", "no", "off"].map((word) => [word, false] as const),
])

const declared: ReadonlyArray<Options.Options<unknown>> = [
  ...Object.values<unknown>(options),
  ...Object.values<unknown>(options.bounds),
].filter(Options.isOptions)

const namesOf = (each: typeof declared) =>
  new Set(each.map((option) => Option.getOrThrow(Options.getIdentifier(option))))

const known = namesOf(declared)

const withValue = namesOf(declared.filter((option) => !Options.isBool(option)))

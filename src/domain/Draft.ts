/**
 * What a call will most likely continue with, so that one evaluation can confirm several tokens: the skeleton that the
 * contract forces, and values copied from what the user wrote. A wrong draft costs a little time and never changes what is
 * generated.
 */
import type { Argument } from "./Arguments.ts"
import { canonical } from "./Json.ts"
import type { Tool } from "./Tool.ts"
import type { ValueType } from "./ValueType.ts"

/** The likely rest of the message `soFar`; empty where nothing is likely. */
export type Draft = (soFar: string) => string

/**
 * Drafts of calls to these tools, over the text from which values may be copied. `expected` says that a call is likely
 * before the message has begun.
 */
export const draftCall = (tools: ReadonlyArray<Tool>, source: string, expected: boolean): Draft => {
  const words = sourceWords(source)
  return (soFar) => {
    if (soFar === "" && !expected) return ""
    return soFar.length < head.length ? draftHead(tools, words, soFar) : draftBody(tools, words, soFar)
  }
}

const head = '{"tool_name":"'
const toArguments = '","arguments":{'

interface Words {
  /** Everything between white space, without the punctuation around it, in order. */
  readonly all: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
  readonly lower: string
}

const sourceWords = (source: string): Words => ({
  all: source
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== ""),
  numbers: source.match(/-?\d+(?:\.\d+)?/g) ?? [],
  lower: source.toLowerCase(),
})

const bare = (word: string): string => word.replace(/^["'(“‘«]+|["')”’»,;:!?]+$|[.](?=$)/g, "")

// A message that does not start as a call is an answer, which nothing here can foresee.
const draftHead = (tools: ReadonlyArray<Tool>, words: Words, soFar: string): string =>
  head.startsWith(soFar) ? head.slice(soFar.length) + draftName(tools, words, "") : ""

const draftBody = (tools: ReadonlyArray<Tool>, words: Words, soFar: string): string => {
  if (!soFar.startsWith(head)) return ""
  const rest = soFar.slice(head.length)
  const end = rest.indexOf('"')
  if (end < 0) return draftName(tools, words, rest)
  const tool = tools.find((each) => each.name === rest.slice(0, end))
  const after = rest.slice(end)
  if (tool === undefined) return ""
  if (after.length < toArguments.length) {
    return toArguments.startsWith(after) ? toArguments.slice(after.length) + draftNext(tool.arguments, words, "") : ""
  }
  return draftArguments(tool.arguments, words, after.slice(toArguments.length))
}

const draftName = (tools: ReadonlyArray<Tool>, words: Words, partial: string): string => {
  const fitting = tools.filter((tool) => tool.name.startsWith(partial))
  const likeliest = best(fitting, (tool) => overlap(tool.name, words))
  if (likeliest === undefined) return ""
  return `${likeliest.name.slice(partial.length)}${toArguments}${draftNext(likeliest.arguments, words, "")}`
}

const overlap = (name: string, { lower }: Words): number =>
  name.split(/_|(?<=[a-z])(?=[A-Z])/).filter((part) => part.length > 2 && lower.includes(part.toLowerCase())).length

const best = <A>(items: ReadonlyArray<A>, score: (item: A) => number): A | undefined =>
  items.reduce<A | undefined>(
    (kept, item) => (kept === undefined || score(item) > score(kept) ? item : kept),
    undefined,
  )

// The next argument that must come, or the end; optional ones are mostly left out.
const draftNext = (left: ReadonlyArray<Argument>, words: Words, separator: string): string => {
  const index = left.findIndex((argument) => argument.required)
  const argument = left[index]
  if (argument === undefined) return "}}"
  const rest = left.slice(index + 1)
  return `${separator}${JSON.stringify(argument.name)}:${draftValue(argument.type, words, "", rest)}`
}

const draftArguments = (args: ReadonlyArray<Argument>, words: Words, body: string): string => {
  let left = args
  let rest = body
  for (let separator = ""; rest !== ""; separator = ",") {
    if (rest.startsWith("}")) return "}}".slice(rest.length)
    const found = left.findIndex(({ name }) => rest.startsWith(`${separator}${JSON.stringify(name)}:`))
    const argument = left[found]
    if (argument === undefined) return draftKey(left, words, separator, rest)
    const value = rest.slice(`${separator}${JSON.stringify(argument.name)}:`.length)
    const after = afterValue(value)
    left = left.slice(found + 1)
    if (after === undefined) return draftValue(argument.type, words, value, left)
    rest = after
  }
  return draftNext(left, words, body === "" ? "" : ",")
}

const draftKey = (left: ReadonlyArray<Argument>, words: Words, separator: string, partial: string): string => {
  const index = left.findIndex(({ name }) => `${separator}${JSON.stringify(name)}:`.startsWith(partial))
  const argument = left[index]
  if (argument === undefined) return ""
  const key = `${separator}${JSON.stringify(argument.name)}:`
  return key.slice(partial.length) + draftValue(argument.type, words, "", left.slice(index + 1))
}

// What follows a complete value: from the comma or bracket on. A number is complete only once something follows.
const afterValue = (value: string): string | undefined => {
  const complete = /^(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[-0-9.eE+]+(?=[,}])|true|false|null)/.exec(value)?.[0]
  return complete === undefined || complete === value
    ? complete === undefined || /[0-9]$/.test(value)
      ? undefined
      : ""
    : value.slice(complete.length)
}

const draftValue = (type: ValueType, words: Words, partial: string, left: ReadonlyArray<Argument>): string => {
  const value = likelyValue(type, words, partial)
  return value === undefined ? "" : value.slice(partial.length) + draftNext(left, words, ",")
}

const likelyValue = (type: ValueType, words: Words, partial: string): string | undefined => {
  if (type.kind === "array") return undefined
  if (type.kind === "enum") {
    const texts = type.values.map(canonical).filter((text) => text.startsWith(partial))
    return best(texts, (text) => (words.lower.includes(text.replaceAll('"', "").toLowerCase()) ? 1 : 0))
  }
  if (type.type === "string") return likelyString(words, partial)
  if (type.type === "boolean") return ["true", "false"].find((text) => partial !== "" && text.startsWith(partial))
  return words.numbers.find((text) => text.startsWith(partial)) ?? (partial === "" ? undefined : partial)
}

// A word of the source that goes on from what is written; before anything is written, one that looks like an identifier.
const likelyString = ({ all }: Words, partial: string): string | undefined => {
  const written = partial.slice(1)
  const last = written.slice(written.lastIndexOf(" ") + 1)
  const word = all.find((each) =>
    written === "" ? /[\d@/_]|[a-z][A-Z]/.test(each) : each.startsWith(last) && last !== "",
  )
  if (word === undefined || /["\\]/.test(word)) return undefined
  return `"${written.slice(0, written.length - last.length)}${word}"`
}

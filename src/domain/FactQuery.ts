/**
 * A question to a facts store as full-text expressions. Words are words: whatever is written, it is quoted, and never
 * read as search syntax.
 */
import { type Word, wordsOf } from "./FactWords.ts"

/** How many different words of a query count; what comes after them is left out. */
export const wordLimit = 32

export const defaultLimit = 5
export const maximumLimit = 50

/** What `local_facts_lookup` was asked. */
export interface FactQuestion {
  readonly query: string
  readonly topic: string | null
  readonly limit: number
}

/** One word as the index is asked for it. */
export interface Term {
  readonly expression: string
  /** The same word as the beginning of longer ones; null where that is not asked. */
  readonly unfinished: Unfinished | null
  /** A word such as "the" or 的: it never decides alone while there are others. */
  readonly filler: boolean
}

export interface Unfinished {
  /** As an expression for all longer words. */
  readonly expression: string
  /** What the longer words begin with. */
  readonly beginning: string
  /** An expression for these of the longer words. */
  readonly spelled: (words: ReadonlyArray<string>) => string
}

export interface FactQuery {
  readonly terms: ReadonlyArray<Term>
  /** What the topic must hold; null for any topic. */
  readonly topic: string | null
}

/** The query's words, and the topic's as a condition. Only the last word may be the beginning of a longer one. */
export const factQuery = ({ query, topic }: FactQuestion): FactQuery => {
  const words = wordsOf(query).slice(0, wordLimit)
  const topicWords = topic === null ? [] : wordsOf(topic).slice(0, wordLimit)
  return {
    terms: words.map((word, index) => termOf(word, index === words.length - 1)),
    topic:
      topicWords.length === 0
        ? null
        : `topic : (${topicWords.map((word) => termOf(word, false).expression).join(" AND ")})`,
  }
}

/** Facts that hold all of these words, below the topic. */
export const allOf = (expressions: ReadonlyArray<string>, topic: string | null): string =>
  [...(topic === null ? [] : [`(${topic})`]), ...expressions].join(" AND ")

/** Facts that hold at least one of these words, below the topic. */
export const anyOf = (expressions: ReadonlyArray<string>, topic: string | null): string =>
  allOf([`(${expressions.join(" OR ")})`], topic)

/** The limit as asked, within the bounds. */
export const boundedLimit = (asked: number | bigint | undefined): number =>
  Math.min(Math.max(Number(asked ?? defaultLimit), 1), maximumLimit)

const termOf = (word: Word, last: boolean): Term => ({
  expression: phrase(word, false),
  // One letter begins too many words to tell anything.
  unfinished: last && word.extends && word.text.length > 1 ? unfinished(word) : null,
  filler: fillers.has(word.text),
})

const unfinished = (word: Word): Unfinished => ({
  expression: phrase(word, true),
  beginning: word.parts.at(-1) ?? "",
  spelled: (words) =>
    `(${words.map((last) => phrase({ ...word, parts: [...word.parts.slice(0, -1), last] }, false)).join(" OR ")})`,
})

// Parts hold letters, digits and marks only, so that no quote needs doubling.
const phrase = ({ parts }: Word, open: boolean): string => `"${parts.join(" ")}"${open ? "*" : ""}`

const fillers = new Set([
  ..."a an and any are as at be by can do does for from has have how i in is it me my of on or our".split(" "),
  ..."that the their there this to us was we what when where which who why will with you your".split(" "),
  ..."的 是 了 吗 呢 吧 在 和 与 我 你 您 们 有 请 么 我们 你们 什么 怎么 怎样 如何 多少 哪里 哪个 哪些 为什么 什么样 一个".split(
    " ",
  ),
])

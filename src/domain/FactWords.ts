/**
 * Words of a text, folded, as the index of a facts store holds them. What is stored and what is asked go through the same
 * functions, so that a word is found however it was written.
 */

/**
 * A text as the index gets it: words in lower case with spaces between them. Where a script writes no spaces (Chinese,
 * Japanese, Thai), every pair of neighbouring characters is a word of the index: a longer word is then a row of pairs,
 * found without knowing where words begin and end.
 */
export const indexText = (text: string): string => {
  if (!isFolded(text)) return text
  const apart = fold(text).replace(spaceless, (run) => ` ${pairs(run).join(" ")} `)
  return (apart.match(wordPattern) ?? []).join(" ")
}

/** Whether `indexText` changes a text. The index splits and folds ASCII itself, and most texts are nothing else. */
export const isFolded = (text: string): boolean => beyondAscii.test(text)

/** A word of a query: its index words stand one after the other in every text that holds it. */
export interface Word {
  readonly text: string
  readonly parts: ReadonlyArray<string>
  /** Whether the last part is a whole word of the index, only the beginning of one, or may be either. */
  readonly end: "whole" | "beginning" | "either"
}

/**
 * The words of a query, each once, in the order they stand. What a person writes without a space stays together:
 * `POL-358` is `pol` followed by `358`. Chinese is cut into words by its dictionary.
 */
export const wordsOf = (query: string): ReadonlyArray<Word> => {
  const found = new Map<string, Word>()
  for (const chunk of fold(query).split(/\s+/u)) {
    for (const piece of chunk.split(spacelessOrNot)) {
      for (const word of spacelessStart.test(piece) ? segments(piece) : spaced(piece)) {
        found.set(word.text, word)
      }
    }
  }
  return [...found.values()]
}

/** One spelling for what reads the same: compatibility forms, case, the accents of Latin and Greek letters. */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ßς]/g, (letter) => (letter === "ß" ? "ss" : "σ"))
    .normalize("NFD")
    .replace(accented, "$1")
    .normalize("NFC")

const beyondAscii = /[^\u0000-\u007f]/
const accented = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
// The lookahead leaves out what these scripts have besides letters: radicals, punctuation.
const spacelessClass =
  "(?:(?=[\\p{L}\\p{N}\\p{M}])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー])"
const spaceless = new RegExp(`${spacelessClass}+`, "gu")
const spacelessOrNot = new RegExp(`(${spacelessClass}+)`, "u")
const spacelessStart = new RegExp(`^${spacelessClass}`, "u")
const wordPattern = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

// "退款政策" becomes 退款, 款政, 政策, 策: every character begins exactly one.
const pairs = (run: string): ReadonlyArray<string> => {
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ""))
}

const spaced = (piece: string): ReadonlyArray<Word> => {
  const parts = piece.match(wordPattern)
  return parts === null ? [] : [{ text: parts.join(" "), parts, end: "either" }]
}

const segments = (run: string): ReadonlyArray<Word> =>
  [...segmenter().segment(run)].map(({ segment: text }) => {
    const all = pairs(text)
    // The pair that a single character begins is not known; in a longer word the last character has no pair of its own.
    return all.length === 1 ? { text, parts: all, end: "beginning" } : { text, parts: all.slice(0, -1), end: "whole" }
  })

// Loading its dictionary takes milliseconds, so only a query that needs it pays.
let loaded: Intl.Segmenter | undefined
const segmenter = (): Intl.Segmenter => {
  loaded ??= new Intl.Segmenter("zh", { granularity: "word" })
  return loaded
}

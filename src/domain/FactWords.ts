/**
 * Words of a text, folded, as the index of a facts store holds them. What is stored and what is asked go through the same
 * functions, so that a word is found however it was written.
 */

/**
 * A text as the index gets it: words in lower case with spaces between them. Where a script writes no spaces (Chinese,
 * Japanese, Thai), every character and every pair of neighbours is a word of the index: a longer word is then a row of
 * pairs, found without knowing where words begin and end.
 */
export const indexText = (text: string): string => {
  if (!isFolded(text)) return text
  const apart = fold(text).replace(spaceless, (run) => ` ${[...pairs(run), ...new Set(run)].join(" ")} `)
  return (apart.match(wordPattern) ?? []).join(" ")
}

/** The words of the index that a text has, each once. */
export const indexWords = (text: string): ReadonlySet<string> =>
  new Set(
    indexText(text)
      .toLowerCase()
      .match(/[a-z0-9\u0080-\u{10ffff}]+/gu),
  )

/** Whether `indexText` changes a text. The index splits and folds ASCII itself, and most texts are nothing else. */
export const isFolded = (text: string): boolean => beyondAscii.test(text)

/** A word of a query: its index words stand one after the other in every text that holds it. */
export interface Word {
  readonly text: string
  readonly parts: ReadonlyArray<string>
  /** Whether the last part may be the beginning of a longer word. */
  readonly extends: boolean
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

// "退款政策" becomes 退款, 款政, 政策.
const pairs = (run: string): ReadonlyArray<string> => {
  const characters = [...run]
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

const spaced = (piece: string): ReadonlyArray<Word> => {
  const parts = piece.match(wordPattern)
  return parts === null ? [] : [{ text: parts.join(" "), parts, extends: true }]
}

const segments = (run: string): ReadonlyArray<Word> =>
  [...segmenter().segment(run)].map(({ segment: text }) => {
    const inside = pairs(text)
    return { text, parts: inside.length === 0 ? [text] : inside, extends: false }
  })

// Loading its dictionary takes milliseconds, so only a query that needs it pays.
let loaded: Intl.Segmenter | undefined
const segmenter = (): Intl.Segmenter => {
  loaded ??= new Intl.Segmenter("zh", { granularity: "word" })
  return loaded
}

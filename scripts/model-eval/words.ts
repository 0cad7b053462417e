/** Whether a text holds what it must: the same words and values, however they stand in it. */
import type { Words } from "./cases.ts"

/** True when every text is there; of a list within the list any one. Case does not count. */
export const holds = (text: string, words: Words): boolean =>
  words.every((word) => (typeof word === "string" ? [word] : word).some((each) => holdsOne(text, each)))

/**
 * A number is there only as a whole: `5` is not in `15`, `0.5` or `-5`. Commas between thousands and zeros at the end of
 * a fraction change no value.
 */
const holdsOne = (text: string, word: string): boolean => {
  const pattern = new RegExp(`${notWithin(word)}${escaped(word)}${notGoingOn(word)}`, "iu")
  const plain = new RegExp(`${notWithin(word)}${escaped(withoutCommas(word))}${notGoingOn(word)}`, "iu")
  return pattern.test(text) || plain.test(withoutCommas(text))
}

const notWithin = (word: string): string => (/^\d/.test(word) ? "(?<!\\d|\\d\\.|(?:^|[^\\p{L}\\p{N}])[-−])" : "")

const notGoingOn = (word: string): string => {
  if (/^-?[\d,]+$/.test(word)) return "(?:\\.0+)?(?!\\d|\\.\\d)"
  if (/^-?[\d,]+\.\d+$/.test(word)) return "0*(?!\\d|\\.\\d)"
  return /\d$/.test(word) ? "(?!\\d)" : ""
}

const withoutCommas = (text: string): string => text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

/** Words for a POSIX shell. */
import { invisible } from "./Invisible.ts"

/**
 * The word in single quotes. Where it holds characters that no terminal should be sent, and that a paste would lose,
 * `printf` makes them from their octal bytes: every POSIX shell gives back exactly the word.
 */
export const shellWord = (word: string): string =>
  invisible.test(word) ? `"$(printf '%b' ${quoted(withOctals(word))})"` : quoted(word)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const encoder = new TextEncoder()

const withOctals = (word: string): string =>
  [...word]
    .map((character) => {
      if (character === "\\") return "\\\\"
      if (!invisible.test(character)) return character
      return [...encoder.encode(character)].map((byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join("")
    })
    .join("")

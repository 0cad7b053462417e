/** Mistakes on the command line, as one documented error. */
import * as HelpDoc from "@effect/cli/HelpDoc"
import type * as ValidationError from "@effect/cli/ValidationError"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { plainText } from "./plain.ts"

/** `words` are the arguments as typed. */
export const usageError = (error: ValidationError.ValidationError, words: ReadonlyArray<string>): InvalidUsage => {
  const problem = plainText(HelpDoc.toAnsiText(error.error)).replace(/\s+/g, " ").trim()
  return new InvalidUsage({ problem, hint: `Run ${["edge", ...commandWords(words), "--help"].join(" ")}` })
}

// The words before the first option or file: `demo chat`, `tools call`.
const commandWords = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  return words.slice(0, end < 0 ? words.length : end).slice(0, 2)
}

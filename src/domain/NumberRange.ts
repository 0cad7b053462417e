/** Numbers of the command line: what is one, and which make sense. */
import * as Either from "effect/Either"

export interface NumberRange {
  readonly kind: "integer" | "number"
  readonly least: number
  readonly most?: number
}

const spelling = { integer: /^[-+]?\d+$/, number: /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i }

/** The number in a text, or what it must be. */
export const readNumber = (text: string, { kind, least, most }: NumberRange): Either.Either<number, string> => {
  const value = spelling[kind].test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER)) return Either.right(value)
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  return Either.left(`must be ${kind === "integer" ? "an integer" : "a number"} ${range}.`)
}

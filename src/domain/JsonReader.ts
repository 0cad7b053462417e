/**
 * The strict JSON reader: RFC 8259 and nothing more. Duplicate keys, NaN, numbers beyond a double at either end, lone surrogates, too
 * deep a nesting and anything after the value are faults; nothing is repaired. Integers keep every digit.
 */
import * as Either from "effect/Either"
import { hasLoneSurrogate, type Json } from "./Json.ts"

/** What is wrong and where: `at` counts UTF-16 code units from 0. Never repeats the text. */
export interface JsonFault {
  readonly problem: string
  readonly at: number
}

/** How deep arrays and objects may nest. */
export const maxDepth = 256

/** The one JSON value that `text` is, white space around it allowed. */
export const readJson = (text: string): Either.Either<Json, JsonFault> => {
  const cursor = new Cursor(text)
  try {
    const value = readValue(cursor, 0)
    skipSpace(cursor)
    if (cursor.at < text.length) throw cursor.fault("text after the value")
    return Either.right(value)
  } catch (fault) {
    if (fault instanceof Fault) return Either.left({ problem: fault.problem, at: fault.at })
    throw fault
  }
}

// Thrown inside this file only: a recursive-descent reader unwinds best this way.
class Fault {
  readonly problem: string
  readonly at: number
  constructor(problem: string, at: number) {
    this.problem = problem
    this.at = at
  }
}

class Cursor {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  peek(): string {
    return this.text[this.at] ?? ""
  }
  fault(problem: string): Fault {
    return new Fault(this.at >= this.text.length ? "the text ends early" : problem, this.at)
  }
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
// A digit of the exponent is none of the number's own.
const nonZero = /^[^eE]*[1-9]/
const word = /true|false|null/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const wordValue = { true: true, false: false, null: null } as const

const skipSpace = (cursor: Cursor) => cursor.take(space)

const readValue = (cursor: Cursor, depth: number): Json => {
  if (depth > maxDepth) throw cursor.fault(`nested deeper than ${maxDepth}`)
  skipSpace(cursor)
  if (cursor.peek() === "{") return readObject(cursor, depth)
  if (cursor.peek() === "[") return readArray(cursor, depth)
  if (cursor.peek() === '"') return readString(cursor)
  if (/[-0-9]/.test(cursor.peek())) return readNumber(cursor)
  const found = cursor.take(word)
  if (found === undefined) throw cursor.fault("not a JSON value")
  return wordValue[found as keyof typeof wordValue]
}

const readString = (cursor: Cursor): string => {
  const start = cursor.at
  cursor.at += 1
  while (cursor.peek() !== '"') skipCharacter(cursor)
  cursor.at += 1
  const raw = cursor.text.slice(start, cursor.at)
  const value = raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1)
  if (hasLoneSurrogate(value)) throw new Fault("half a character (lone surrogate)", start)
  return value
}

// A loop, not one pattern for the whole string: a pattern would keep a way back for every character of a long one.
const skipCharacter = (cursor: Cursor) => {
  if (cursor.peek() === "\\") {
    if (cursor.take(escape) === undefined) throw cursor.fault("not a JSON escape")
  } else if (cursor.peek() < " ") throw cursor.fault("a control character inside a string")
  else cursor.at += 1
}

const readNumber = (cursor: Cursor): number | bigint => {
  const start = cursor.at
  const raw = cursor.take(number)
  if (raw === undefined || /[0-9.eE+-]/.test(cursor.peek())) throw cursor.fault("not a JSON number")
  const value = Number(raw)
  if (/[.eE]/.test(raw)) {
    if (!Number.isFinite(value)) throw new Fault("a number too large for a double", start)
    if (value === 0 && nonZero.test(raw)) throw new Fault("a number too small for a double", start)
    return value
  }
  // "-0" written as an integer is the integer zero.
  return Number.isSafeInteger(value) ? value + 0 : BigInt(raw)
}

const readArray = (cursor: Cursor, depth: number): ReadonlyArray<Json> => {
  const items: Array<Json> = []
  cursor.at += 1
  skipSpace(cursor)
  if (closes(cursor, "]")) return items
  while (true) {
    items.push(readValue(cursor, depth + 1))
    skipSpace(cursor)
    if (closes(cursor, "]")) return items
    expectComma(cursor)
  }
}

const readObject = (cursor: Cursor, depth: number): Json => {
  const members: Record<string, Json> = Object.create(null)
  cursor.at += 1
  skipSpace(cursor)
  if (closes(cursor, "}")) return members
  while (true) {
    skipSpace(cursor)
    readMember(cursor, depth, members)
    skipSpace(cursor)
    if (closes(cursor, "}")) return members
    expectComma(cursor)
  }
}

const readMember = (cursor: Cursor, depth: number, members: Record<string, Json>) => {
  const start = cursor.at
  if (cursor.peek() !== '"') throw cursor.fault("an object key must be a string")
  const key = readString(cursor)
  if (Object.hasOwn(members, key)) throw new Fault("a key stands twice in one object", start)
  skipSpace(cursor)
  if (cursor.peek() !== ":") throw cursor.fault("a colon is missing after a key")
  cursor.at += 1
  members[key] = readValue(cursor, depth + 1)
}

const closes = (cursor: Cursor, bracket: string): boolean => {
  if (cursor.peek() !== bracket) return false
  cursor.at += 1
  return true
}

const expectComma = (cursor: Cursor) => {
  if (cursor.peek() !== ",") throw cursor.fault("a comma or a closing bracket is missing")
  cursor.at += 1
}

/** The document around the facts, token by token: what may stand where, and no key twice. */
import { isUtf8 } from "node:buffer"
import Tokenizer from "@streamparser/json/tokenizer.js"
import TokenParser from "@streamparser/json/tokenparser.js"
import type { ParsedTokenInfo } from "@streamparser/json/utils/types/parsedTokenInfo.js"
import TokenType from "@streamparser/json/utils/types/tokenType.js"
import { type FactFault, factsFormat } from "../domain/Fact.ts"

export interface Listener {
  readonly fact: (value: unknown) => void
  readonly fault: (fault: FactFault) => void
}

const topKeys = ["schema_version", "store", "facts"]
// `{` is depth 1, the array of `facts` 2, one fact 3, its tags 4. Nothing valid is deeper.
const factDepth = 3
const deepest = 16

/** Feeds on the file's bytes and tells its facts, in order, and the faults of all that is not a fact. */
export class FactsJson {
  private readonly tokenizer = new Tokenizer()
  private readonly parser = new TokenParser({ paths: ["$.facts.*"], keepStack: false })
  private readonly listener: Listener
  private readonly seen = new Set<string>()
  private depth = 0
  private lastText = ""
  private awaiting: string | undefined
  private factKeys = 0
  private index = 0
  private broken = false
  private ended = false
  private rest: Buffer = Buffer.alloc(0)
  private last = 0

  constructor(listener: Listener) {
    this.listener = listener
    this.tokenizer.onToken = (token) => this.token(token)
    this.tokenizer.onError = (error) => this.stop(error)
    this.parser.onError = (error) => this.stop(error)
    this.parser.onEnd = () => {
      this.ended = true
    }
    this.parser.onValue = ({ value }) => this.fact(value)
  }

  write(chunk: Buffer): void {
    if (this.broken) return
    this.last = chunk.at(-1) ?? this.last
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const whole = bytes.length - incompleteTail(bytes)
    this.rest = bytes.subarray(whole)
    const ready = bytes.subarray(0, whole)
    if (!isUtf8(ready)) this.whole("the file", "is not UTF-8")
    else this.tokenizer.write(ready)
  }

  end(): void {
    // A number ends only where something follows it.
    if (!this.broken && this.depth === 0 && isDigit(this.last)) this.tokenizer.write("\n")
    if (this.broken) return
    if (!this.ended || this.rest.length > 0) this.whole("the file", "ends early")
    else for (const key of ["schema_version", "facts"]) if (!this.seen.has(key)) this.problem(key, "is missing")
  }

  private token(token: ParsedTokenInfo): void {
    if (this.broken) return
    const type = token.token
    if (this.depth === 0 && otherWholes.has(type)) this.whole("the file", "must hold one object")
    if (this.awaiting !== undefined) this.topValue(this.awaiting, token)
    if (type === TokenType.STRING) this.lastText = token.value as string
    else if (type === TokenType.COLON) this.key()
    else if (type === TokenType.LEFT_BRACE || type === TokenType.LEFT_BRACKET) {
      this.depth += 1
      if (this.depth > deepest) this.whole("the file", "nests too deeply")
    } else if (type === TokenType.RIGHT_BRACE || type === TokenType.RIGHT_BRACKET) this.depth -= 1
    if (!this.broken) this.parser.write(token)
  }

  private key(): void {
    if (this.depth === factDepth) this.factKeys += 1
    if (this.depth !== 1) return
    if (!topKeys.includes(this.lastText)) this.problem(JSON.stringify(this.lastText.slice(0, 64)), "is unknown")
    else if (this.seen.has(this.lastText)) this.problem(this.lastText, "stands twice")
    else this.awaiting = this.lastText
    this.seen.add(this.lastText)
  }

  private topValue(key: string, { token, value }: ParsedTokenInfo): void {
    this.awaiting = undefined
    if (key === "facts") {
      if (token !== TokenType.LEFT_BRACKET) this.whole("facts", "must be an array")
    } else if (token !== TokenType.STRING) this.problem(key, "must be a string")
    else if (key === "schema_version" && value !== factsFormat) this.problem(key, `must be ${factsFormat}`)
  }

  private fact(value: unknown): void {
    const written = this.factKeys
    const index = this.index
    this.factKeys = 0
    this.index += 1
    this.listener.fact(value)
    const kept =
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value).length : written
    if (kept < written) this.listener.fault({ index, path: "", problem: "has a key that stands twice" })
  }

  private stop(error: Error): void {
    // After a syntax error nothing behind it means anything.
    if (this.ended) this.whole("the file", "has text after its end")
    else this.whole(this.index === 0 ? "the file" : `behind facts[${this.index - 1}]`, `is no JSON${offsetOf(error)}`)
  }

  private whole(path: string, problem: string): void {
    if (!this.broken) this.problem(path, problem)
    this.broken = true
  }

  private problem(path: string, problem: string): void {
    this.listener.fault({ index: null, path, problem })
  }
}

/** What a whole JSON text may begin with, other than an object. */
const otherWholes: ReadonlySet<TokenType> = new Set([
  TokenType.LEFT_BRACKET,
  TokenType.STRING,
  TokenType.NUMBER,
  TokenType.TRUE,
  TokenType.FALSE,
  TokenType.NULL,
])

const offsetOf = (error: Error): string => {
  const at = /absolute position "(\d+)/.exec(error.message)?.[1]
  return at === undefined ? "" : ` at byte ${at}`
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** How many bytes at the end are the beginning of a character that the next chunk completes. */
const incompleteTail = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

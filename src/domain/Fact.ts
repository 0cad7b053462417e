/** Facts and the file they come in: `edge.demo.facts.v1`. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { issuesOf } from "./Issues.ts"
import { canonical, fromLiteral } from "./Json.ts"

export const factsFormat = "edge.demo.facts.v1"

const text = (longest: number) =>
  Schema.String.pipe(
    Schema.minLength(1, { message: () => "must not be empty" }),
    Schema.maxLength(longest, { message: () => `must have at most ${longest} characters` }),
    Schema.filter((value) => (isClean(value) ? undefined : "must not hold NUL or half a character")),
  )

/** One fact. `fact_id` names it inside its store: the same one again overwrites. */
export const Fact = Schema.Struct({
  fact_id: text(200),
  topic: text(500),
  text: text(50_000),
  tags: Schema.optionalWith(Schema.Array(text(100)).pipe(Schema.maxItems(64)), { default: () => [] }),
  source_label: Schema.optionalWith(Schema.NullOr(text(500)), { default: () => null }),
})
export type Fact = typeof Fact.Type

/** What is wrong with one fact: its place in `facts`, from 0, or null where the file as a whole is wrong. */
export interface FactFault {
  readonly index: number | null
  /** Where in the fact: `text`, `tags[2]`; empty for the fact itself. */
  readonly path: string
  readonly problem: string
}

/** The fact that a JSON value is, or everything that is wrong with it. */
export const readFact = (value: unknown, index: number): Either.Either<Fact, ReadonlyArray<FactFault>> =>
  isPlainlyFact(value)
    ? Either.right(value)
    : Either.mapLeft(decode(value), (error) =>
        issuesOf(error, "must be an object").map((issue) => ({ index, ...issue })),
      )

/** The text that a fact's hash covers. */
export const factPreimage = (fact: Fact): string => canonical(fromLiteral(fact))

/** Store names are file names: letters, digits, `.`, `_`, `-`, not starting with a point. */
export const isStoreName = (name: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name)

const decode = Schema.decodeUnknownEither(Fact, { onExcessProperty: "error", errors: "all" })

const isClean = (value: string): boolean => value.isWellFormed() && !value.includes("\u0000")

// The schema's verdict on nearly every fact of a large file, at a tenth of its time. Whatever this does not admit, the
// schema judges.
const isPlainlyFact = (value: unknown): value is Fact => {
  if (typeof value !== "object" || value === null) return false
  const { fact_id, topic, text, tags, source_label } = value as Record<string, unknown>
  return (
    Object.keys(value).length === 5 &&
    isText(fact_id, 200) &&
    isText(topic, 500) &&
    isText(text, 50_000) &&
    isText(source_label, 500) &&
    Array.isArray(tags) &&
    tags.length <= 64 &&
    tags.every((tag) => isText(tag, 100))
  )
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= longest && isClean(value)

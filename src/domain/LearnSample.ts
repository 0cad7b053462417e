/** What is learned: one document about one person, for one app. */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { CorrectionPeerMismatch, LearnSampleInvalid } from "./errors/Learn.ts"
import { readJson } from "./JsonReader.ts"

export const learnSampleVersion = "edge.demo.learn.sample.v1"

const Text = Schema.NonEmptyString.annotations({ message: () => "it must be a text that is not empty" })

// It becomes one line of the profile on which other lines depend.
const Label = Text.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, { message: () => "it must be one line without control characters" }),
)

// An object that is made of decoded keys would take this one for its prototype, and lose it.
const Key = Label.pipe(Schema.filter((key) => key !== "__proto__" || "it cannot be used as a name"))

const Plain = Schema.Union(
  Schema.String,
  Schema.Number,
  Schema.BigIntFromSelf,
  Schema.Boolean,
  Schema.Null,
).annotations({
  message: () => "it must be a text, a number, true, false or null",
})

const LearnRecord = Schema.Struct({ record_id: Label, kind: Label, text: Text })
export type LearnRecord = typeof LearnRecord.Type

const Correction = Schema.Struct({
  correction_id: Label,
  correction_type: Label,
  peer_id: Label,
  overlay: Schema.Record({ key: Key, value: Plain }),
  supports: Schema.Array(Label),
})
export type Correction = typeof Correction.Type

// An export may hold whole schemas; only the names are compared, since the frozen set is what counts.
const Exported = Schema.Array(Schema.Struct({ name: Label }, { key: Schema.String, value: Schema.Unknown }))

const Fields = Schema.Struct({
  schema_version: Schema.Literal(learnSampleVersion),
  sample_id: Label,
  peer_id: Label,
  app_id: Label,
  base_model_id: Label,
  question: Schema.optionalWith(Text, { exact: true }),
  questions: Schema.optionalWith(Schema.NonEmptyArray(Text), { exact: true }),
  records: Schema.Array(LearnRecord),
  corrections: Schema.Array(Correction),
  tool_schema_export: Schema.optionalWith(Schema.Union(Exported, Schema.Struct({ tools: Exported })), { exact: true }),
  expected_tool_policy: Schema.optionalWith(
    Schema.Array(Schema.Struct({ question: Text, tool_name: Schema.NullOr(Label) })),
    { exact: true },
  ),
})

/** `edge.demo.learn.sample.v1`. */
export const LearnSample = Fields.pipe(
  Schema.filter((sample) => [
    ...((sample.question === undefined) === (sample.questions === undefined)
      ? [{ path: ["question"], message: "give question or questions, one of the two" }]
      : []),
    ...twice(
      sample.records.map(({ kind, record_id }) => `${kind} ${record_id}`),
      "records",
    ),
    ...twice(
      sample.corrections.map(({ correction_id }) => correction_id),
      "corrections",
    ),
  ]),
)
export type LearnSample = typeof LearnSample.Type

/** The sample that a text is, or everything that is wrong with it. `path` is where it came from. */
export const readLearnSample = (
  path: string,
  text: string,
): Either.Either<LearnSample, LearnSampleInvalid | CorrectionPeerMismatch> =>
  Either.mapLeft(readJson(text), ({ problem }) => [`it is no JSON: ${problem}`]).pipe(
    Either.flatMap((json) => Either.mapLeft(decode(json), issuesOf)),
    Either.mapLeft((issues) => new LearnSampleInvalid({ path, problem: issues.join("; ") })),
    Either.flatMap((sample) => ofOnePeer(path, sample)),
  )

/** What is asked before and after learning. */
export const questionsOf = ({ question, questions }: LearnSample): ReadonlyArray<string> =>
  questions ?? (question === undefined ? [] : [question])

/** The tool names that the sample was made with; none where it does not say. */
export const exportedNames = ({ tool_schema_export: exported }: LearnSample): ReadonlyArray<string> | null =>
  exported === undefined ? null : ("tools" in exported ? exported.tools : exported).map(({ name }) => name)

const decode = Schema.decodeUnknownEither(LearnSample, { onExcessProperty: "error", errors: "all" })

const issuesOf = (error: ParseResult.ParseError): ReadonlyArray<string> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(
    ({ path, message }) => `${path.map(String).join(".") || "the document"}: ${message.split("\n")[0]}`,
  )

const twice = (ids: ReadonlyArray<string>, path: string) =>
  ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [{ path: [path, index], message: `${id} is there twice` }] : [],
  )

const ofOnePeer = (path: string, sample: LearnSample) => {
  const foreign = sample.corrections.filter(({ peer_id }) => peer_id !== sample.peer_id)
  return foreign.length === 0
    ? Either.right(sample)
    : Either.left(new CorrectionPeerMismatch({ path, corrections: foreign.map(({ correction_id }) => correction_id) }))
}

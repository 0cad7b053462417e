/** Learn samples: read, checked, and written to start from. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { LearnSampleInvalid, UnknownSample } from "../domain/errors/Learn.ts"
import { InvalidUsage } from "../domain/errors/Usage.ts"
import { type LearnSample, learnSampleVersion, readLearnSample } from "../domain/LearnSample.ts"
import { lessonOf } from "../domain/Lesson.ts"
import { builtInSamples } from "../domain/samples/builtIn.ts"
import { synthetic } from "../domain/samples/synthetic.ts"
import { renderJson, type View } from "../domain/View.ts"
import { LineInput } from "../services/LineInput.ts"
import { sha256 } from "../services/Sha256.ts"
import { TextFile } from "../services/TextFile.ts"

/** A built-in sample by its id, or a file by its absolute path. */
export type SampleSource = { readonly id: string } | { readonly file: string }

export const readSample = Effect.fn("readSample")(function* (source: SampleSource) {
  if ("file" in source) return yield* readFile(source.file)
  const sample = builtInSamples.get(source.id)
  if (sample !== undefined) return sample
  return yield* new UnknownSample({ sample: source.id, known: [...builtInSamples.keys()] })
})

/** `edge demo learn sample validate`. */
export const validateSample = Effect.fn("samples.validate")(function* (path: string) {
  return checked("SampleChecked", path, yield* readFile(path))
})

/** `edge demo learn sample init`: a sample to change, or one made of what a person types. */
export const initSample = Effect.fn("samples.init")(function* (path: string) {
  return yield* write(path, { ...synthetic, sample_id: "my_sample_v1" })
})

export const askForSample = Effect.fn("samples.ask")(function* (path: string) {
  const sample = {
    schema_version: learnSampleVersion,
    sample_id: yield* ask("sample_id> ", "my_sample_v1"),
    peer_id: yield* ask("whom is it about (peer_id)> ", "me"),
    app_id: yield* ask("for which app (app_id)> ", "edge_demo"),
    base_model_id: "edge-micro",
    question: yield* ask("a question to ask before and after> ", "Hello!"),
    records: yield* askForRecords,
    corrections: [],
  } satisfies LearnSample
  return yield* write(path, sample)
})

const readFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* TextFile
  const text = yield* Effect.mapError(
    files.read(path),
    ({ problem }) => new LearnSampleInvalid({ path, problem: `it cannot be read (${problem})` }),
  )
  return yield* readLearnSample(path, text)
})

const write = Effect.fnUntraced(function* (path: string, sample: LearnSample) {
  const files = yield* TextFile
  const text = renderJson(sample)
  // What a person typed is held to the same rules as a file.
  yield* readLearnSample(path, text)
  yield* Effect.mapError(
    files.create(path, Stream.make(text)),
    ({ problem }) => new InvalidUsage({ problem: `${path} cannot be written: ${problem}.` }),
  )
  return checked("SampleWritten", path, sample)
})

const checked = (tag: "SampleChecked" | "SampleWritten", path: string, sample: LearnSample): View => {
  const lesson = lessonOf(sample, [])
  return { _tag: tag, path, lesson, profileSha256: sha256(lesson.body) }
}

const ask = Effect.fnUntraced(function* (prompt: string, otherwise: string) {
  const input = yield* LineInput
  const line = yield* input.next(`${prompt.replace(/> $/, "")} [${otherwise}]> `)
  return Option.getOrElse(line, () => "").trim() || otherwise
})

const askForRecords = Effect.gen(function* () {
  const input = yield* LineInput
  const records: Array<LearnSample["records"][number]> = []
  while (true) {
    const text = Option.getOrElse(yield* input.next("something to know, or nothing to end> "), () => "").trim()
    if (text === "") return records
    records.push({ record_id: String(records.length + 1), kind: yield* ask("what kind of thing> ", "fact"), text })
  }
})

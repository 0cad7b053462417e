/** `edge demo tools validate`: a manifest, its stores, and whether a learn sample knows the same names. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { LearnSampleInvalid } from "../domain/errors/Learn.ts"
import { readJson } from "../domain/JsonReader.ts"
import { exportedNames } from "../domain/Manifest.ts"
import type { View } from "../domain/View.ts"
import { FactsStore } from "../services/FactsStore.ts"
import { TextFile } from "../services/TextFile.ts"
import { frozenOf, readManifestFile } from "./lookups.ts"

export interface ValidateOptions {
  readonly file: string
  readonly learnSample: string | null
}

export const validateManifest = Effect.fn("manifest.validate")(function* ({ file, learnSample }: ValidateOptions) {
  const { manifest, sha256 } = yield* readManifestFile(file)
  const known = yield* (yield* FactsStore).names
  const missing = manifest.tools
    .filter((tool) => !known.includes(tool.store))
    .map((tool) => `${tool.name} looks into the store ${tool.store}, which is not there yet`)
  const names = manifest.tools.map((tool) => tool.name)
  const differing = learnSample === null ? [] : compare(names, yield* sampleNames(learnSample))
  return {
    _tag: "ManifestValidated",
    file,
    manifestSha256: sha256,
    activeSetSha256: frozenOf(manifest.tools, sha256).activeSetSha256,
    tools: manifest.tools,
    warnings: [...missing, ...differing],
  } satisfies View
})

const sampleNames = Effect.fnUntraced(function* (path: string) {
  const invalid = (problem: string) => new LearnSampleInvalid({ path, problem })
  const text = yield* Effect.mapError((yield* TextFile).read(path), ({ problem }) =>
    invalid(`it cannot be read (${problem})`),
  )
  const json = yield* Either.mapLeft(readJson(text), ({ problem, at }) =>
    invalid(`it is no JSON: ${problem} at character ${at + 1}`),
  )
  return yield* Option.match(exportedNames(json), {
    onNone: () => Effect.fail(invalid("it is no edge.demo.learn.sample.v1 with a tool_schema_export")),
    onSome: Effect.succeed,
  })
})

const compare = (manifest: ReadonlyArray<string>, sample: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...sample.filter((name) => !manifest.includes(name)).map((name) => `only the learn sample names ${name}`),
  ...manifest.filter((name) => !sample.includes(name)).map((name) => `the learn sample does not name ${name}`),
]

/** A facts file as bytes: what is one, and what is told about everything that is none. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { FactsFile } from "../../src/services/FactsFile.ts"
import { layerJson } from "../../src/services/FactsFileJson.ts"

const file = (facts: ReadonlyArray<unknown>, more: object = {}) =>
  JSON.stringify({ schema_version: "edge.demo.facts.v1", store: "s", ...more, facts })
const good = { fact_id: "a", topic: "Alpha", text: "first" }

const read = (content: string | Uint8Array) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "edge-facts-"))),
      (made) => Effect.sync(() => fs.rmSync(made, { recursive: true })),
    )
    const name = path.join(folder, "f.json")
    fs.writeFileSync(name, content)
    const batches = yield* Stream.runCollect((yield* FactsFile).read(name))
    return [...batches].flatMap(({ facts }) => facts)
  }).pipe(Effect.scoped, Effect.provide(layerJson))

it.effect("a stream of facts that is run again reads the file again", () =>
  Effect.gen(function* () {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-facts-"))
    const name = path.join(folder, "f.json")
    fs.writeFileSync(name, file([good]))
    const facts = Stream.flatMap((yield* FactsFile).read(name), (batch) => Stream.fromIterable(batch.facts))
    const counts = [yield* Stream.runCount(facts), yield* Stream.runCount(facts)]
    fs.rmSync(folder, { recursive: true })
    expect(counts).toEqual([1, 1])
  }).pipe(Effect.provide(layerJson)),
)

const broken: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
  ["an empty file", "", "the file ends early"],
  ["a file cut in the middle", file([good]).slice(0, -20), "ends early"],
  ["no JSON", '{"facts": [nope]}', "is no JSON at byte"],
  ["a list", "[]", "must hold one object"],
  ["nothing at all", "null", "must hold one object"],
  ["a text", '"facts"', "must hold one object"],
  ["a number, without a line end", "5", "must hold one object"],
  ["a text that does not end", '"abc', "the file ends early"],
  ["a word that does not end", "tru", "the file ends early"],
  ["text behind the end", `${file([good])} {}`, "has text after its end"],
  ["bytes that are no UTF-8", Buffer.from(file([good]).replace("first", "\u00ff"), "latin1"), "is not UTF-8"],
  [
    "another version",
    file([good], { schema_version: "edge.demo.facts.v2" }),
    "schema_version must be edge.demo.facts.v1",
  ],
  ["no version", JSON.stringify({ store: "s", facts: [good] }), "schema_version is missing"],
  ["no facts", '{"schema_version":"edge.demo.facts.v1","store":"s"}', "facts is missing"],
  ["facts that are no list", file([]).replace("[]", '{"a":1}'), "facts must be an array"],
  [
    "a key twice in a fact",
    file([good]).replace('"topic"', '"text":"x","topic"'),
    "facts[0] has a key that stands twice",
  ],
  ["facts twice", file([good]).replace('"facts"', '"facts":[],"facts"'), "facts stands twice"],
  ["NUL in a text", file([{ ...good, text: "a\u0000b" }]), "facts[0].text must not hold NUL"],
  [
    "half a character",
    file([{ ...good, text: "a" }]).replace('"a"}', '"\\ud83d"}'),
    "facts[0].text must not hold NUL or half",
  ],
  ["a trailing comma", file([good]).replace("}]", "},]"), "is no JSON"],
]

describe("a facts file", () => {
  it.live.each(broken)("is none: %s", ([_, content, problem]) =>
    Effect.map(Effect.flip(read(content)), (error) => {
      expect(error._tag).toBe("facts_file_invalid")
      expect(error.message).toContain(problem)
    }),
  )

  it.live("may be pretty, start with a byte order mark, and put its facts first", () =>
    Effect.gen(function* () {
      const whole = [{ ...good, tags: [], source_label: null }]
      expect(yield* read(JSON.stringify(JSON.parse(file([good])), null, 4))).toEqual(whole)
      expect(yield* read(`\ufeff${file([good])}\n`)).toEqual(whole)
      expect(yield* read(JSON.stringify({ facts: [good], store: "s", schema_version: "edge.demo.facts.v1" }))).toEqual(
        whole,
      )
      expect(yield* read(file([]))).toEqual([])
    }),
  )

  it.live("may be longer than what is read at once, with characters across the seams", () =>
    Effect.gen(function* () {
      const facts = Array.from({ length: 9_000 }, (_, index) => ({
        ...good,
        fact_id: `f${index}`,
        text: `é界🎉${"x".repeat(index % 97)}`,
      }))
      const back = yield* read(file(facts))
      expect(back.length).toBe(facts.length)
      expect(back.every((fact, index) => fact.text === facts[index]?.text)).toBe(true)
    }),
  )

  it.live("has its faults told in order, a thousand of them at most one by one", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read(file(Array.from({ length: 1_500 }, () => ({ ...good, text: "" })))))
      expect(error.fault_count).toBe(1_500)
      expect(error.faults).toHaveLength(1_000)
      expect(error.faults[999]).toEqual({ index: 999, path: "text", problem: "must not be empty" })
    }),
  )
})

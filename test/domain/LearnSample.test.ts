/** Which documents are learn samples, and what is said about those that are none. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { exportedNames, questionsOf, readLearnSample } from "../../src/domain/LearnSample.ts"
import { lessonOf, modelWarnings } from "../../src/domain/Lesson.ts"
import { builtInSamples } from "../../src/domain/samples/builtIn.ts"
import { renderJson } from "../../src/domain/View.ts"
import { correctionOf, frozenCases, sampleOf } from "../fixtures/learning.ts"

const read = (value: unknown) => readLearnSample("s.json", renderJson(value))
const failure = (value: unknown) => Either.getOrThrow(Either.flip(read(value)))
const record = { record_id: "1", kind: "k", text: "t" }

describe("a learn sample", () => {
  it.each([...builtInSamples])("%s is one", (_, sample) => {
    expect(Either.getOrThrow(read(sample))).toEqual(sample)
  })

  it("keeps every digit of a number", () => {
    const sample = sampleOf({ corrections: [correctionOf({ overlay: { account: 2512292042121000001n } })] })
    expect(Either.getOrThrow(read(sample)).corrections[0]?.overlay).toEqual({ account: 2512292042121000001n })
  })

  it("tells all that is wrong at once", () => {
    const { question: _, ...rest } = sampleOf()
    const error = failure({ ...rest, peer_id: 5, note: null, records: [{ ...record, text: "", more: 1 }] })
    expect(error._tag).toBe("learn_sample_invalid")
    for (const path of ["peer_id", "note", "records.0.text", "records.0.more"]) expect(error.message).toContain(path)
  })

  it.each<readonly [string, unknown, string]>([
    ["no JSON", undefined, "s.json"],
    ["an unknown top-level field", { ...sampleOf(), extra: 1 }, "extra"],
    ["another version", { ...sampleOf(), schema_version: "edge.demo.learn.sample.v2" }, "schema_version"],
    ["no question", { ...sampleOf(), question: undefined }, "question"],
    ["a question and questions", { ...sampleOf(), questions: ["a"] }, "question"],
    ["no question among the questions", { ...sampleOf(), question: undefined, questions: [] }, "questions"],
    ["one record twice", sampleOf({ records: [record, record] }), "records.1: k 1 is there twice"],
    ["one correction twice", sampleOf({ corrections: [correctionOf({}), correctionOf({})] }), "corrections.1"],
    ["a kind of two lines", sampleOf({ records: [{ ...record, kind: "a]\n[b" }] }), "records.0.kind"],
    ["a key of two lines", sampleOf({ corrections: [correctionOf({ overlay: { "a\nb": 1 } })] }), "corrections.0"],
    [
      "a nested overlay",
      sampleOf({ corrections: [{ ...correctionOf({}), overlay: { a: {} } } as never] }),
      "overlay.a",
    ],
  ])("with %s is refused", (_, value, says) => {
    const error = failure(value)
    expect(error._tag).toBe("learn_sample_invalid")
    expect(error.message).toContain(says)
  })

  it("never loses a key that objects keep for themselves", () => {
    const text = renderJson(sampleOf({ corrections: [correctionOf({ overlay: { key: 1, constructor: 2 } as never })] }))
    expect(Either.getOrThrow(readLearnSample("s", text)).corrections[0]?.overlay).toEqual({ key: 1, constructor: 2 })
    const error = Either.getOrThrow(Either.flip(readLearnSample("s", text.replace('"key"', '"__proto__"'))))
    expect(error.message).toContain("corrections.0.overlay.__proto__")
  })

  it("never holds corrections of another peer", () => {
    const error = failure(sampleOf({ corrections: [correctionOf({ peer_id: "p2" })] }))
    expect(error).toMatchObject({ _tag: "correction_peer_mismatch", corrections: ["c1"] })
  })

  it("asks one question or several", () => {
    expect(questionsOf(sampleOf())).toEqual(["Hello!"])
    expect(questionsOf(sampleOf({ questions: ["a", "b"] }))).toEqual(["a", "b"])
  })
})

describe("what is odd about a sample", () => {
  const { tools } = frozenCases(["calculate_fee"])
  const exported = [{ name: "calculate_fee", description: "x" }, { name: "other" }]

  it("is that it knows other tools, in both directions", () => {
    expect(lessonOf(sampleOf({ tool_schema_export: [{ name: "other" }] }), tools).warnings).toEqual([
      "the sample knows the tool other, which is not active",
      "the tool calculate_fee is active, and the sample does not know it",
    ])
    expect(lessonOf(sampleOf(), tools).warnings).toEqual([])
  })

  it("is found in a list of tools and in one under `tools`", () => {
    expect(exportedNames(sampleOf({ tool_schema_export: exported }))).toEqual(["calculate_fee", "other"])
    expect(exportedNames(sampleOf({ tool_schema_export: { tools: exported } }))).toEqual(["calculate_fee", "other"])
    expect(exportedNames(sampleOf())).toBe(null)
  })

  it("is a fact that too little supports, and another model", () => {
    const fact = correctionOf({ correction_type: "fact_correction", overlay: { x: 1 }, supports: ["one"] })
    expect(lessonOf(sampleOf({ corrections: [fact] }), []).warnings).toEqual([
      "the fact_correction c1 has fewer than two independent supports, so it adds nothing",
    ])
    expect(modelWarnings(sampleOf(), "edge-micro")).toEqual([])
    expect(modelWarnings(sampleOf(), "other")).toEqual(["the sample names the model edge-micro, and this is other"])
  })

  it("shows in the policy which tools are there", () => {
    const expected_tool_policy = [
      { question: "a", tool_name: "calculate_fee" },
      { question: "b", tool_name: "other" },
      { question: "c", tool_name: null },
    ]
    expect(lessonOf(sampleOf({ expected_tool_policy }), tools).policy.map(({ available }) => available)).toEqual([
      true,
      false,
      true,
    ])
  })
})

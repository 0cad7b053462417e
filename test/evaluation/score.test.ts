/** What a case's messages are worth, on transcripts made by hand. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import type { Case } from "../../scripts/model-eval/cases.ts"
import { score } from "../../scripts/model-eval/score.ts"
import { holds } from "../../scripts/model-eval/words.ts"
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { builtInLookup, lookupTool } from "../../src/domain/Lookup.ts"
import { toolsOf } from "../../src/domain/ToolFile.ts"
import { freezeTool } from "../../src/programs/freeze.ts"
import { callText, caseOf, evaluatedFile, feeStep, lookupStep, said, statusStep } from "../fixtures/evaluation.ts"

const tools: ReadonlyArray<FrozenTool> = [
  ...Either.getOrThrow(toolsOf("/t/tools.py", evaluatedFile)),
  lookupTool(builtInLookup("s")),
].map(freezeTool)

const scored = (expected: Case, ...texts: ReadonlyArray<string>) => score(expected, tools, texts.map(said), null)

const fee = callText("calculate_fee", { amount: 250 })
const status = callText("order_status", { order_id: "A-17" })
const missed = { calls: false, answer: false, answerGiven: false, whole: false }

describe("a call and an answer", () => {
  const expected = caseOf()

  it("all right", () => {
    expect(scored(expected, fee, "The fee is 0.75.")).toEqual({
      firstTool: true,
      calls: true,
      answer: true,
      answerGiven: true,
      refusal: null,
      refused: null,
      whole: true,
      callTokens: 11,
      callEvaluations: 6,
    })
  })

  it.each([
    ["another argument", [callText("calculate_fee", { amount: 25 })], { ...missed, firstTool: true, refused: null }],
    ["one argument more", [callText("calculate_fee", { amount: 250, note: null })], { ...missed, firstTool: true }],
    ["another tool", [status], { ...missed, firstTool: false, refused: null }],
    ["no call", ["0.75"], { ...missed, firstTool: false, refused: null }],
    ["a call too many", [fee, fee], { ...missed, firstTool: true, refused: null }],
    ["an unknown tool", [callText("fee", { amount: 250 })], { ...missed, firstTool: false, refused: "unknown_tool" }],
    ["a wrong type", [callText("calculate_fee", { amount: "250" })], { ...missed, refused: "invalid_tool_args" }],
    [
      "a malformed call",
      [`${fee} Done.`],
      { ...missed, firstTool: false, refused: "malformed_tool_call", callTokens: 0 },
    ],
    ["nothing", [""], { ...missed, firstTool: false, refused: "empty_answer" }],
    ["another value", [fee, "The fee is 10.75."], { calls: true, answer: false, answerGiven: false, whole: false }],
    ["an empty answer", [fee, " "], { ...missed, refused: "empty_answer" }],
  ] as const)("%s", (_, texts, worth) => {
    expect(scored(expected, ...texts)).toMatchObject(worth)
  })

  it("250.0 is 250, and the order of arguments does not count", () => {
    expect(scored(expected, callText("calculate_fee", { amount: 250 }).replace("250", "250.0"), "0.75").whole).toBe(
      true,
    )
    const both = caseOf({ steps: [{ ...feeStep, call: { ...feeStep.call, arguments: { note: "x", amount: 1 } } }] })
    expect(scored(both, callText("calculate_fee", { amount: 1, note: "x" }), "Done.").whole).toBe(true)
  })

  it("the first message alone tells the first tool", () => {
    expect(scored(expected, status, fee).firstTool).toBe(false)
  })

  it("an answer after the right calls counts beside a wrong call, and only for itself", () => {
    const messages = [said(status)]
    expect(score(expected, tools, messages, said("It is 0.75."))).toMatchObject({ ...missed, answerGiven: true })
    expect(score(expected, tools, messages, said("It is 0.7."))).toMatchObject(missed)
    expect(score(expected, tools, messages, said(fee))).toMatchObject(missed)
  })

  it("arguments that are as right", () => {
    const either = caseOf({ steps: [{ ...feeStep, or: [{ amount: 250, note: null }] }, { answer: ["0.75"] }] })
    expect(scored(either, callText("calculate_fee", { amount: 250, note: null }), "0.75").whole).toBe(true)
    expect(scored(either, fee, "0.75").whole).toBe(true)
    expect(scored(either, callText("calculate_fee", { amount: 250, note: "" }), "0.75").whole).toBe(false)
  })
})

describe("other cases", () => {
  it("two calls stand in their order", () => {
    const two = caseOf({ steps: [statusStep, feeStep, { answer: ["shipped", "0.75"] }] })
    expect(scored(two, status, fee, "It is Shipped; 0.75.")).toMatchObject({ calls: true, whole: true, callTokens: 22 })
    expect(scored(two, fee, status)).toMatchObject({ firstTool: false, calls: false })
    expect(scored(two, status, "shipped, 0.75")).toMatchObject({ firstTool: true, calls: false, whole: false })
  })

  it("a look-up's query has the words, whatever its other arguments are", () => {
    const facts = caseOf({ tools: ["local_facts_lookup"], steps: [lookupStep, { answer: ["30"] }] })
    const asks = (query: string) => callText("local_facts_lookup", { query, limit: 3 })
    expect(scored(facts, asks("how long Refunds take"), "30 days.").whole).toBe(true)
    expect(scored(facts, asks("refund"), "30 days.").whole).toBe(false)
  })

  it("no call", () => {
    const none = caseOf({ kind: "missing", steps: [{ no_call: true }] })
    const asked = { firstTool: null, calls: null, answer: null, answerGiven: null }
    expect(scored(none, "Which amount?")).toMatchObject({ ...asked, refusal: true, whole: true })
    expect(scored(none, fee)).toMatchObject({ ...asked, refusal: false, whole: false })
    expect(scored(none, "{}")).toMatchObject({ refusal: false, refused: "malformed_tool_call" })
    const named = caseOf({ kind: "missing", steps: [{ no_call: true, has: [["amount", "number"]] }] })
    expect(scored(named, "Which number?").refusal).toBe(true)
    expect(scored(named, "What?").refusal).toBe(false)
  })

  it("no further call after a result is an answer, not a refusal", () => {
    const empty = caseOf({ kind: "empty", steps: [statusStep, { no_call: true }] })
    expect(scored(empty, status, "Nothing found.")).toMatchObject({ answer: true, refusal: null, whole: true })
    expect(scored(empty, status, status)).toMatchObject({ answer: false, refusal: null, whole: false })
  })
})

describe("a text holds", () => {
  it.each([
    ["The fee is 0.75.", ["0.75"], true],
    ["The fee is 10.75.", ["0.75"], false],
    ["The fee is 0.755", ["0.75"], false],
    ["0.750 EUR", ["0.75"], true],
    ["15", ["5"], false],
    ["0.5", ["5"], false],
    ["5.5", ["5"], false],
    ["5.0", ["5"], true],
    ["It is -5 degrees", ["5"], false],
    ["from 3-5", ["5"], true],
    ["It is -5.", ["-5"], true],
    ["It is 5.", ["-5"], false],
    ["1,250,000 people", ["1250000"], true],
    ["1250000", ["1,250,000"], true],
    ["[100,200,300]", ["200"], true],
    ["order A-170", ["A-17"], false],
    ["订单A-17已发货。", ["A-17", "发货"], true],
    ["温度是21.5度", ["21.5"], true],
    ["shipped", ["Shipped"], true],
    ["a (b)", ["(b)"], true],
    ["one", ["one", "two"], false],
    ["one", [["two", "one"]], true],
  ] as const)("%s: %j is %s", (text, words, held) => {
    expect(holds(text, words)).toBe(held)
  })
})

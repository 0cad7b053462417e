/** The evaluation set fits its format and its own tools; wrong sets say where and what. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Case, evenly, kinds, readCases } from "../../scripts/model-eval/cases.ts"
import { loadCases } from "../../scripts/model-eval/evaluate.ts"
import { holds } from "../../scripts/model-eval/words.ts"
import { root } from "../fixtures/edge.ts"
import { feeCall, feeStep, lookupStep, prepared, rawCase, statusStep } from "../fixtures/evaluation.ts"
import { home } from "../fixtures/scripted.ts"

const file = path.join(root, "models", "edge-micro", "evaluation", "cases.json")
const cases: ReadonlyArray<Case> = Either.getOrThrowWith(
  readCases(fs.readFileSync(file, "utf8")),
  (issues) => new Error(issues.map(({ path: at, problem }) => `${at}: ${problem}`).join("\n")),
)

describe("the evaluation set", () => {
  it.live("names tools that exist, expects calls that the checker accepts, and rejected ones that it rejects", () =>
    Effect.gen(function* () {
      home()
      const loaded = yield* loadCases(file)
      expect(loaded.prepared.map(({ expected }) => expected.id)).toEqual(cases.map(({ id }) => id))
    }),
  )

  it("has at least 240 prompts of every kind, a third of them in Chinese, over at least 50 tools", () => {
    expect(new Set(cases.flatMap(({ tools }) => tools)).size).toBeGreaterThanOrEqual(50)
    expect(kinds.filter((kind) => !cases.some((each) => each.kind === kind))).toEqual([])
    expect(cases.length).toBeGreaterThanOrEqual(240)
    expect(cases.filter(({ language }) => language === "zh").length / cases.length).toBeGreaterThanOrEqual(1 / 3)
  })

  it("takes the values of the results, told as they are, for a right answer", () => {
    const refused = cases.filter(({ steps }) => {
      const told = steps.flatMap(({ result }) => valuesIn(result)).join(" | ")
      return told !== "" && !steps.every(({ answer = [] }) => holds(told, answer))
    })
    expect(refused.map(({ id }) => id)).toEqual([])
  })
})

const valuesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value ?? "")]

const problems = (value: unknown) =>
  Either.match(readCases(typeof value === "string" ? value : JSON.stringify(value)), {
    onLeft: (issues) => issues.map(({ path: at, problem }) => `${at}: ${problem}`),
    onRight: () => [],
  })

describe("a file of cases that is wrong", () => {
  it.each([
    ["is no JSON", "[\n{,", ["line 2: an object key must be a string"]],
    ["is empty", [], ["must hold at least one"]],
    ["has an unknown key", [rawCase({ note: 1 })], ["en-choice-01 note: is unknown"]],
    ["lacks a key", [{ ...rawCase(), prompt: undefined }], ["en-choice-01 prompt: is missing"]],
    ["has another kind", [rawCase({ kind: "other" })], ["en-choice-01 kind: has the wrong type or value"]],
    ["has an id twice", [rawCase(), rawCase()], ["en-choice-01 id: must not stand twice"]],
    [
      "has a tool twice",
      [rawCase({ tools: ["calculate_fee", "calculate_fee"] })],
      ["tools: must not name a tool twice"],
    ],
    ["has nine tools", [rawCase({ tools: [..."abcdefghi"] })], ["tools: must name at most 8 tools"]],
    [
      "has a profile in another kind",
      [rawCase({ profile: "x" })],
      ["profile: must stand in every case of kind profile"],
    ],
    ["lacks a profile", [rawCase({ kind: "profile" })], ["profile: must stand in every case of kind profile"]],
    ["lacks a rejected call", [rawCase({ kind: "rejected" })], ["rejected: must stand in every case of kind rejected"]],
    [
      "calls a tool of no case",
      [rawCase({ tools: ["order_status"] })],
      ["steps[0]: must call one of the case's tools"],
    ],
    [
      "goes on after an answer",
      [rawCase({ steps: [{ answer: ["x"] }, feeStep] })],
      ["steps[0]: must be the last step"],
    ],
    ["calls five times", [rawCase({ steps: Array(5).fill(feeStep) })], ["steps[4]: must not be a call"]],
    ["mixes steps", [rawCase({ steps: [{ ...feeStep, answer: ["x"] }] })], ["steps[0]: must be call with result"]],
    ["lacks a result", [rawCase({ steps: [{ call: feeCall }] })], ["steps[0]: must be call with result"]],
    [
      "says no_call: false",
      [rawCase({ steps: [{ no_call: false }] })],
      ["steps[0].no_call: has the wrong type or value"],
    ],
    [
      "asks a query of another tool",
      [rawCase({ steps: [{ ...lookupStep, call: { tool_name: "order_status", query_has: ["a"] } }] })],
      ["steps[0].call: must not have query_has"],
    ],
    [
      "has no arguments",
      [rawCase({ steps: [{ call: { tool_name: "order_status" }, result: {} }] })],
      ["steps[0].call: must have either arguments or query_has"],
    ],
  ])("%s", (_, value, expected) => {
    const found = problems(value)
    expect(found).toHaveLength(expected.length)
    for (const [index, text] of expected.entries()) expect(found[index]).toContain(text)
  })

  it.effect("against its tools, all at once", () =>
    Effect.gen(function* () {
      const wrong = { call: { tool_name: "calculate_fee", arguments: { amount: "250" } }, result: {} }
      const error = yield* Effect.flip(
        prepared(
          rawCase({ id: "a", steps: [wrong] }),
          rawCase({ id: "b", steps: [{ ...feeStep, or: [{ amount: 1, tax: 2 }] }] }),
          rawCase({ id: "c", kind: "rejected", rejected: feeCall }),
        ),
      )
      expect(error.message.split("\n")).toEqual([
        "cases.json is no set of cases:",
        "  a steps[0].call: amount must be a number",
        '  b steps[0].or[0]: "tax" is unknown; known: amount, note',
        "  c rejected: must be a call that the product rejects",
      ])
      const unknown = yield* Effect.flip(prepared(rawCase({ tools: ["calculate_fee", "pay"] })))
      expect(unknown.message).toContain("en-choice-01: /t/tools.py has no tool pay")
    }),
  )
})

describe("the turns of a case", () => {
  it.effect("are the product's", () =>
    Effect.gen(function* () {
      const wrong = { tool_name: "calculate_fee", arguments: { amount: "250" } }
      const { prepared: ready } = yield* prepared(
        rawCase({ id: "plain", tools: ["order_status", "local_facts_lookup", "calculate_fee"] }),
        rawCase({ id: "rejected", kind: "rejected", rejected: wrong }),
        rawCase({ id: "profile", kind: "profile", profile: "[style]\n- Short." }),
        rawCase({ id: "facts", kind: "facts", tools: ["local_facts_lookup"], steps: [lookupStep, { answer: ["30"] }] }),
        rawCase({ id: "two", kind: "two_step", steps: [statusStep, feeStep, { answer: ["0.75"] }] }),
      )
      const [plain, rejected, profile, facts, two] = ready
      expect(plain?.frozen.tools.map(({ name }) => name)).toEqual([
        "calculate_fee",
        "local_facts_lookup",
        "order_status",
      ])
      expect(plain?.turns.map(({ role }) => role)).toEqual(["system", "user"])
      expect(plain?.turns[0]?.text).toMatch(/^Tools are available\./)
      expect(rejected?.turns.slice(1)).toEqual([
        { role: "user", text: "What is the fee for 250?" },
        { role: "model", text: '{"tool_name":"calculate_fee","arguments":{"amount":"250"}}' },
        {
          role: "user",
          text: "Tool call rejected (invalid_tool_args): amount must be a number. Reply with a corrected call or answer in plain text.",
        },
      ])
      expect(profile?.turns[0]?.text).toMatch(/^Profile:\n\[style\]\n- Short\.\n\nTools are available\./)
      expect(facts?.frozen.tools.map(({ name }) => name)).toEqual(["local_facts_lookup"])
      expect(facts?.turnsGiven[2]?.text).toBe('{"tool_name":"local_facts_lookup","arguments":{"query":"refund time"}}')
      expect(two?.turnsGiven.slice(2).map(({ text }) => text.split("\n")[0])).toEqual([
        '{"tool_name":"order_status","arguments":{"order_id":"A-17"}}',
        'Tool result for order_status: {"status":"shipped"}',
        '{"tool_name":"calculate_fee","arguments":{"amount":250}}',
        'Tool result for calculate_fee: {"fee":0.75}',
      ])
    }),
  )
})

it("evenly chosen items are as many as asked for, from the first part to the last", () => {
  const items = Array.from({ length: 301 }, (_, index) => index)
  expect(evenly(items, 40)).toHaveLength(40)
  expect(evenly(items, 40).at(-1)).toBe(300)
  expect(evenly(items, 40)[0]).toBeLessThan(8)
  expect(evenly([1, 2], 40)).toEqual([1, 2])
})

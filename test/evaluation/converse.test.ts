/** Cases through the product's chat loop, over a model that follows a script. Its first reply to each conversation is lost. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { converse, type Outcome } from "../../scripts/model-eval/converse.ts"
import { Model } from "../../src/services/Model.ts"
import { layerScripted } from "../../src/services/ModelScripted.ts"
import { callText, feeStep, lookupStep, prepared, rawCase, statusStep } from "../fixtures/evaluation.ts"

const forgotten = "."
const fee = callText("calculate_fee", { amount: 250 })
const status = callText("order_status", { order_id: "A-17" })

const outcome = (given: unknown, ...replies: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { prepared: cases } = yield* prepared(given)
    const session = yield* Effect.flatMap(Model, ({ open }) => open)
    const [first] = yield* Effect.forEach(cases, (each) => converse(session, each, "grammar"))
    return first as Outcome
  }).pipe(Effect.scoped, Effect.provide(layerScripted(replies)))

const texts = ({ messages }: Outcome) => messages.map(({ text }) => text)

describe("a case", () => {
  it.effect("goes on with the case's results to the answer", () =>
    Effect.gen(function* () {
      const two = rawCase({ kind: "two_step", steps: [statusStep, feeStep, { answer: ["0.75"] }] })
      const ended = yield* outcome(two, forgotten, status, fee, "0.75")
      expect(texts(ended)).toEqual([status, fee, "0.75"])
      expect(ended).toMatchObject({ given: null, score: { whole: true } })
      expect(ended.messages.every(({ firstTokenMs }) => firstTokenMs !== null)).toBe(true)
    }),
  )

  it.effect("of look-ups alone, or beside other tools", () =>
    Effect.gen(function* () {
      const asks = callText("local_facts_lookup", { query: "refund time" })
      const facts = { kind: "facts", steps: [lookupStep, { answer: ["30"] }] }
      for (const tools of [["local_facts_lookup"], ["local_facts_lookup", "order_status"]]) {
        const ended = yield* outcome(rawCase({ ...facts, tools }), forgotten, asks, "30 days")
        expect(ended.score).toMatchObject({ calls: true, whole: true })
      }
    }),
  )

  it.effect("ends at a wrong call, and the answer is asked for after the right one", () =>
    Effect.gen(function* () {
      const ended = yield* outcome(rawCase(), forgotten, status, forgotten, "It is 0.75.")
      expect(texts(ended)).toEqual([status])
      expect(ended.given?.text).toBe("It is 0.75.")
      expect(ended.score).toMatchObject({ calls: false, answer: false, answerGiven: true, refused: null })
    }),
  )

  it.effect("ends at a refused message, before the model may correct it", () =>
    Effect.gen(function* () {
      for (const [text, code] of [
        ["{}", "malformed_tool_call"],
        [callText("calculate_fee", { amount: "1" }), "invalid_tool_args"],
        ["", "empty_answer"],
      ] as const) {
        const ended = yield* outcome(rawCase(), forgotten, text, forgotten, fee)
        expect(texts(ended)).toEqual([text])
        expect(ended.score).toMatchObject({ refused: code, answerGiven: false })
      }
    }),
  )

  it.effect("ends at a call too many, the last that a prompt may have", () =>
    Effect.gen(function* () {
      const four = rawCase({ steps: [feeStep, feeStep, feeStep, feeStep, { answer: ["0.75"] }] })
      const ended = yield* outcome(four, forgotten, fee, fee, fee, fee, fee, forgotten, "0.75")
      expect(texts(ended)).toHaveLength(5)
      expect(ended.score).toMatchObject({ calls: false, answerGiven: true })
    }),
  )

  it.effect("without calls is over with its one message", () =>
    Effect.gen(function* () {
      const none = rawCase({ kind: "missing", steps: [{ no_call: true }] })
      expect((yield* outcome(none, forgotten, "Which amount?")).score.refusal).toBe(true)
      expect((yield* outcome(none, forgotten, fee)).score.refusal).toBe(false)
    }),
  )

  it.effect("that the model cannot take at all is an error", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(outcome(rawCase(), forgotten, fee))
      expect(error._tag).toBe("model_script_invalid")
    }),
  )
})

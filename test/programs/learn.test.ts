/** Learning and chats over what was learned, with a model that follows a script. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { contractText } from "../../src/domain/Contract.ts"
import type { FunctionDescription } from "../../src/domain/Description.ts"
import { finance } from "../../src/domain/samples/finance.ts"
import { chat } from "../../src/programs/chat.ts"
import { type LearnOptions, learn, planLearning } from "../../src/programs/learn.ts"
import { Model } from "../../src/services/Model.ts"
import { sha256 } from "../../src/services/Sha256.ts"
import { frozenCases } from "../fixtures/learning.ts"
import { casesNamed, type Heard, home, layerWorld, type World } from "../fixtures/scripted.ts"

const sampling = { maxTokens: 10, temperature: 0, seed: null }
const someTools = { file: "/t.py", selection: { names: [], tags: [] } }
const two = casesNamed("calculate_fee", "order_status")

const learning = (more: Partial<LearnOptions> = {}) =>
  learn({ sample: { id: finance.sample_id }, tools: null, sampling, includeText: false, ...more })

const chatting = (imprint: string | null, tools: LearnOptions["tools"], includeText = false) =>
  chat({ tools, sampling, includeText, imprint }, "hi")

const inWorld = (world: World, heard: Heard = { notes: [], views: [] }) =>
  Effect.provide(layerWorld({ tools: two, ...world }, heard))

const json = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"))
const receiptsOf = (folder: string, kind: string) =>
  fs.readdirSync(path.join(folder, "receipts", kind)).map((name) => json(path.join(folder, "receipts", kind, name)))
const imprintsOf = (folder: string) => fs.readdirSync(path.join(folder, "imprints"))

const learnedFolder = (tools: LearnOptions["tools"]) =>
  Effect.map(learning({ tools }).pipe(inWorld({ replies: ["x"] })), (view) => {
    if (view._tag !== "LearnRun" || view.imprint === null) throw new Error("nothing was learned")
    return view.imprint.path
  })

describe("learning", () => {
  it.live("asks without the profile, then restored with it, and says what was restored", () =>
    Effect.gen(function* () {
      const at = home()
      const heard: Heard = { notes: [], views: [] }
      const view = yield* learning({ tools: someTools }).pipe(inWorld({ replies: ["an answer"] }, heard))
      const [receipt, ...none] = receiptsOf(at, "learn")
      expect(none).toEqual([])
      const [id] = imprintsOf(at)
      const metadata = json(path.join(at, "imprints", String(id), "metadata.json"))
      expect(view).toMatchObject({
        _tag: "LearnRun",
        status: "completed",
        asked: [{ question: finance.question, before: { answer: "an answer" }, after: { answer: "an answer" } }],
      })
      expect(metadata.turns[0].text).toContain(
        `\n\n${contractText(frozenCases(two.map((each) => each.function)).tools)}`,
      )
      expect(receipt).toMatchObject({
        sample_id: finance.sample_id,
        tool_instruction_mode: "imprint",
        raw_text_included: false,
        neural_imprint: {
          imprint_id: id,
          state_sha256: metadata.state_sha256,
          tokens_restored: 1,
          tokens_evaluated: 1,
          prefix_tokens: 1,
        },
        questions: [{ question_sha256: sha256(String(finance.question)), after: { status: "completed", code: null } }],
        warnings: ["the sample names the model edge-micro, and this is script"],
      })
      expect(heard.notes).toEqual(["warning: the sample names the model edge-micro, and this is script"])
      expect(JSON.stringify(receipt)).not.toMatch(/an answer|three months/)
    }),
  )

  it.live("puts text into the receipt only when asked", () =>
    Effect.gen(function* () {
      const at = home()
      yield* learning({ includeText: true }).pipe(inWorld({ replies: ["an answer"] }))
      const [receipt] = receiptsOf(at, "learn")
      expect(receipt).toMatchObject({ raw_text_included: true, questions: [{ answer_after: "an answer" }] })
      expect(receipt.profile).toContain("three months")
    }),
  )

  it.live("is not held up by a question that fails closed", () =>
    Effect.gen(function* () {
      const at = home()
      const view = yield* learning({ tools: someTools }).pipe(inWorld({ replies: [""] }))
      expect(view).toMatchObject({ status: "completed", asked: [{ after: { code: "empty_answer" } }] })
      expect(imprintsOf(at)).toHaveLength(1)
    }),
  )

  it.live("that is interrupted leaves no imprint, and a receipt", () =>
    Effect.gen(function* () {
      const at = home()
      const inside = yield* Deferred.make<ReadonlyArray<string>>()
      // The second session is opened when the state has been saved and sealed; it never answers.
      let opened = 0
      const stuck = Layer.effect(
        Model,
        Effect.map(Model, ({ open }) =>
          Model.of({
            open: Effect.flatMap(open, (session) => {
              opened += 1
              const generate = () => Effect.zipRight(Deferred.succeed(inside, imprintsOf(at)), Effect.never)
              return Effect.succeed(opened === 1 ? session : { ...session, generate })
            }),
          }),
        ),
      )
      const heard: Heard = { notes: [], views: [] }
      const world = layerWorld({ replies: ["x"] }, heard)
      const fiber = yield* Effect.fork(learning().pipe(Effect.provide(Layer.provideMerge(stuck, world))))
      expect(yield* Deferred.await(inside)).toEqual([expect.stringMatching(/^\.learning-/)])
      yield* Fiber.interrupt(fiber)
      expect(imprintsOf(at)).toEqual([])
      expect(receiptsOf(at, "learn")).toMatchObject([{ status: "interrupted", neural_imprint: null }])
      expect(heard.views).toMatchObject([{ _tag: "LearnRun", status: "interrupted", imprint: null }])
    }),
  )

  it.live("that fails leaves no imprint, and a receipt", () =>
    Effect.gen(function* () {
      const at = home()
      const ran = yield* Effect.flip(learning().pipe(Effect.provide(refusing), inWorld({ replies: ["x"] })))
      expect(ran._tag).toBe("imprint_artifact_corrupt")
      expect(imprintsOf(at)).toEqual([])
      expect(receiptsOf(at, "learn")).toMatchObject([{ status: "failed_closed", neural_imprint: null }])
    }),
  )

  it.live("does not know samples that are not there", () =>
    Effect.gen(function* () {
      home()
      const unknown = yield* Effect.flip(learning({ sample: { id: "nope" } }).pipe(inWorld({ replies: [] })))
      expect(unknown).toMatchObject({
        _tag: "unknown_sample",
        sample: "nope",
        known: expect.arrayContaining([finance.sample_id]),
      })
      const none = yield* Effect.flip(learning({ sample: { file: "/none.json" } }).pipe(inWorld({ replies: [] })))
      expect(none._tag).toBe("learn_sample_invalid")
    }),
  )
})

// A runtime that does not take back what it wrote.
const refusing = Layer.effect(
  Model,
  Effect.map(Model, ({ open }) =>
    Model.of({
      open: Effect.map(open, (session) => ({
        ...session,
        saveState: (forms, file) =>
          Effect.tap(session.saveState(forms, file), () => Effect.sync(() => fs.writeFileSync(file, "other"))),
      })),
    }),
  ),
)

describe("a dry run", () => {
  it.live("shows what would be learned, and writes nothing", () =>
    Effect.gen(function* () {
      const at = home()
      const heard: Heard = { notes: [], views: [] }
      const one = casesNamed("calculate_fee")
      const options = { sample: { id: finance.sample_id }, tools: someTools, includeText: false }
      const view = yield* planLearning(options).pipe(inWorld({ replies: [], tools: one }, heard))
      expect(view).toMatchObject({
        _tag: "LearnPlanned",
        tools: ["calculate_fee"],
        activeSetSha256: frozenCases(["calculate_fee"]).activeSetSha256,
        lesson: {
          policy: [
            { tool_name: "calculate_fee", available: true },
            { tool_name: null, available: true },
          ],
        },
      })
      expect(heard.notes).toEqual(["warning: the sample knows the tool order_status, which is not active"])
      expect(fs.existsSync(at)).toBe(false)
    }),
  )
})

describe("a chat with an imprint", () => {
  it.live("that holds the tools says imprint, and evaluates none of it again", () =>
    Effect.gen(function* () {
      const at = home()
      const folder = yield* learnedFolder(someTools)
      const replies = ['{"tool_name":"calculate_fee","arguments":{"amount":1}}', "done"]
      yield* chatting(folder, someTools).pipe(inWorld({ replies }))
      // The scripted model counts turns: the prompt, then the call and its result besides.
      expect(receiptsOf(at, "chat")).toMatchObject([
        {
          status: "completed",
          tool_instruction_mode: "imprint",
          tool_calls: [{ status: "completed" }],
          neural_imprint: { tokens_restored: 1, tokens_evaluated: 4 },
        },
      ])
    }),
  )

  it.live("that holds none takes tools in hidden turns", () =>
    Effect.gen(function* () {
      const at = home()
      const folder = yield* learnedFolder(null)
      yield* chatting(folder, someTools).pipe(inWorld({ replies: ["x"] }))
      yield* chatting(folder, null).pipe(inWorld({ replies: ["x"] }))
      expect(receiptsOf(at, "chat")).toMatchObject([
        { tool_instruction_mode: "hidden_turns", neural_imprint: { tokens_restored: 1, tokens_evaluated: 3 } },
        { tool_instruction_mode: "none", neural_imprint: { tokens_restored: 1, tokens_evaluated: 1 } },
      ])
    }),
  )

  const described = (change: Partial<FunctionDescription>) =>
    two.map((each) => (each.function === "calculate_fee" ? { ...each, ...change } : each))

  it.live.each<readonly [string, string, LearnOptions["tools"], ReadonlyArray<FunctionDescription>]>([
    ["no tools", "imprint_requires_tools", null, two],
    ["one tool less", "imprint_tool_active_set_mismatch", someTools, casesNamed("order_status")],
    [
      "one letter of a description",
      "imprint_tool_schema_mismatch",
      someTools,
      described({ docstring: "Compute the service fee for an amount!" }),
    ],
  ])("with %s is refused, and its receipt names the imprint", ([, code, tools, now]) =>
    Effect.gen(function* () {
      const at = home()
      const folder = yield* learnedFolder(someTools)
      const error = yield* Effect.flip(chatting(folder, tools).pipe(inWorld({ replies: ["x"], tools: now })))
      expect(error._tag).toBe(code)
      const [receipt] = receiptsOf(at, "chat")
      expect(receipt).toMatchObject({ status: "failed_closed", failure: { code } })
      expect(receipt.neural_imprint).toMatchObject({ imprint_id: path.basename(folder), tokens_restored: 0 })
    }),
  )

  it.live("restores after an edit that changes no schema", () =>
    Effect.gen(function* () {
      const at = home()
      const folder = yield* learnedFolder(someTools)
      const moved = two.map((each) => ({ ...each, line: each.line + 40, file: "other.py" })).reverse()
      yield* chatting(folder, someTools).pipe(inWorld({ replies: ["x"], tools: moved }))
      expect(receiptsOf(at, "chat")).toMatchObject([{ status: "completed", tool_instruction_mode: "imprint" }])
    }),
  )

  it.live("that is damaged is refused before the model has it, and a chat without it goes on", () =>
    Effect.gen(function* () {
      const at = home()
      const folder = yield* learnedFolder(null)
      fs.appendFileSync(path.join(folder, "state.bin"), "!")
      const error = yield* Effect.flip(chatting(folder, null).pipe(inWorld({ replies: ["x"] })))
      expect(error).toMatchObject({ _tag: "imprint_artifact_corrupt", field: "state_bytes" })
      const view = yield* chatting(null, null).pipe(inWorld({ replies: ["x"] }))
      expect(view).toMatchObject({ status: "completed", answer: "x" })
      expect(receiptsOf(at, "chat").map(({ neural_imprint }) => neural_imprint)).toEqual([null, null])
    }),
  )
})

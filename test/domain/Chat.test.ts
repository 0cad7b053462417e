import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import type { CheckedCall } from "../../src/domain/Call.ts"
import {
  type ChatAction,
  type ChatState,
  callLimit,
  retryLimit,
  type Step,
  startPrompt,
  step,
} from "../../src/domain/Chat.ts"
import { directTool, serviceFeeTool } from "../fixtures/tools.ts"

const tools = [serviceFeeTool, directTool]
const before = [
  { role: "system", text: "S" },
  { role: "user", text: "earlier" },
] as const
const start = startPrompt(tools, before, "What is the fee?")

const good = '{"tool_name":"calculate_fee","arguments":{"amount":3}}'
const direct = '{"tool_name":"receipt_total","arguments":{}}'
const unknown = '{"tool_name":"nope","arguments":{}}'
const mistyped = '{"tool_name":"calculate_fee","arguments":{"amount":"SECRET_123"}}'
const broken = "{'tool_name':"

const say = (state: ChatState, text: string): Step => step(state, { _tag: "ModelSaid", message: { text, cut: false } })

const callOf = (action: ChatAction): CheckedCall => {
  if (action._tag !== "Execute") throw new Error(`no call: ${action._tag}`)
  return action.call
}

const answerTo = ([state, action]: Step, result: string): Step =>
  step(state, { _tag: "ToolReturned", call: callOf(action), result })

const tail = (state: ChatState, count = 2) => state.turns.slice(-count).map(({ role, text }) => `${role}: ${text}`)

/** An action in one line. */
const shown = (action: ChatAction): string => {
  switch (action._tag) {
    case "Generate":
      return "generate"
    case "Execute":
      return `execute ${action.call.tool.name} ${action.call.canonicalArguments}`
    case "Retry":
      return `retry ${action.rejection._tag} ${action.tool}`
    case "Answer":
      return `answer ${action.text}`
    case "Fail":
      return `fail ${action.error._tag} ${action.tool}`
  }
}

it("starts with the prompt behind what was said before", () => {
  expect(start).toEqual({
    tools,
    turns: [...before, { role: "user", text: "What is the fee?" }],
    executed: 0,
    rejected: 0,
  })
})

describe("the first message", () => {
  it.each<[string, string, string, ReadonlyArray<string>]>([
    ["an answer", " It is 3. ", "answer It is 3.", ["user: What is the fee?", "model: It is 3."]],
    ["a call", good, 'execute calculate_fee {"amount":3}', ["user: What is the fee?", `model: ${good}`]],
    [
      "a call after thoughts",
      `<think>hm</think> ${good}`,
      'execute calculate_fee {"amount":3}',
      ["user: What is the fee?", `model: ${good}`],
    ],
    [
      "a malformed call",
      broken,
      "retry malformed_tool_call null",
      [
        `model: ${broken}`,
        "user: Tool call rejected (malformed_tool_call): The reply is not exactly one tool call: an object key must be a string " +
          "at character 2. Reply with a corrected call or answer in plain text.",
      ],
    ],
    [
      "an unknown tool",
      unknown,
      "retry unknown_tool nope",
      [
        `model: ${unknown}`,
        "user: Tool call rejected (unknown_tool): No active tool has that name. Active tools: calculate_fee, receipt_total. " +
          "Reply with a corrected call or answer in plain text.",
      ],
    ],
    [
      "arguments that do not fit",
      mistyped,
      "retry invalid_tool_args calculate_fee",
      [
        `model: ${mistyped}`,
        "user: Tool call rejected (invalid_tool_args): amount must be a number. Reply with a corrected call or answer in plain text.",
      ],
    ],
    ["nothing", " ", "fail empty_answer null", ["user: earlier", "user: What is the fee?"]],
    ["only thoughts", "<think>hm</think>", "fail empty_answer null", ["user: earlier", "user: What is the fee?"]],
  ])("%s", (_, text, action, turns) => {
    const [state, next] = say(start, text)
    expect(shown(next)).toBe(action)
    expect(tail(state)).toEqual(turns)
    expect(state.executed).toBe(0)
    expect(state.rejected).toBe(action.startsWith("retry") ? 1 : 0)
  })

  it("without tools everything is an answer", () => {
    const [, action] = say(startPrompt([], [], "p"), good)
    expect(shown(action)).toBe(`answer ${good}`)
  })

  it("cut off at the token limit is malformed, and an answer stays an answer", () => {
    const cut = (text: string) => shown(step(start, { _tag: "ModelSaid", message: { text, cut: true } })[1])
    expect(cut(good.slice(0, -2))).toBe("retry malformed_tool_call null")
    expect(cut("The fee is")).toBe("answer The fee is")
  })

  it("an answer tells whether it was cut off", () => {
    const answered = (cut: boolean) => step(start, { _tag: "ModelSaid", message: { text: "The fee is", cut } })[1]
    expect(answered(true)).toEqual({ _tag: "Answer", text: "The fee is", cut: true })
    expect(answered(false)).toEqual({ _tag: "Answer", text: "The fee is", cut: false })
  })
})

describe("after a call", () => {
  it("the result goes to the model as a user turn, escaped, and it goes on", () => {
    const [state, action] = answerTo(say(start, good), '{"result":"a\u2028b"}')
    expect(shown(action)).toBe("generate")
    expect(state.executed).toBe(1)
    expect(tail(state)).toEqual([
      `model: ${good}`,
      'user: Tool result for calculate_fee: {"result":"a\\u2028b"}\nAnswer the user\'s request using this result, or call another tool.',
    ])
    expect(shown(say(state, "Done.")[1])).toBe("answer Done.")
  })

  it("a direct result is the answer as it is, with no second generation", () => {
    const [state, action] = answerTo(say(start, direct), '{"total":12}')
    expect(shown(action)).toBe('answer {"total":12}')
    expect(tail(state)).toEqual([`model: ${direct}`, 'model: {"total":12}'])
    expect(state.executed).toBe(1)
  })
})

describe("bounds", () => {
  it("are those of the SPEC", () => {
    expect([retryLimit, callLimit]).toEqual([2, 4])
  })

  it.each([
    [broken, "malformed_tool_call", null],
    [unknown, "unknown_tool", "nope"],
    [mistyped, "invalid_tool_args", "calculate_fee"],
  ])("%s is corrected twice, then the prompt fails", (text, code, tool) => {
    const [once, first] = say(start, text)
    const [twice, second] = say(once, text)
    const [, third] = say(twice, text)
    expect([first, second, third].map(shown)).toEqual([
      `retry ${code} ${tool}`,
      `retry ${code} ${tool}`,
      `fail ${code} ${tool}`,
    ])
  })

  it("a corrected call runs, and does not give the retries back", () => {
    const [once] = say(start, broken)
    const ran = say(once, good)
    expect(shown(ran[1])).toBe('execute calculate_fee {"amount":3}')
    const [after] = answerTo(ran, "{}")
    const [twice, second] = say(after, unknown)
    expect([shown(second), shown(say(twice, mistyped)[1])]).toEqual([
      "retry unknown_tool nope",
      "fail invalid_tool_args calculate_fee",
    ])
  })

  it("the same valid call for ever stops after four", () => {
    let state = start
    for (let count = 0; count < callLimit; count += 1) {
      const asked = say(state, good)
      expect(shown(asked[1])).toBe('execute calculate_fee {"amount":3}')
      ;[state] = answerTo(asked, '{"fee":1}')
    }
    expect(state.executed).toBe(4)
    expect(shown(say(state, good)[1])).toBe("fail tool_call_limit_exceeded calculate_fee")
    expect(shown(say(state, "It is 1.")[1])).toBe("answer It is 1.")
  })

  it("the next prompt starts counting anew", () => {
    const [state] = say(start, broken)
    expect(startPrompt(tools, state.turns, "again")).toMatchObject({ executed: 0, rejected: 0 })
  })
})

describe("laws", () => {
  const messages = fc.array(
    fc.constantFrom(good, direct, unknown, mistyped, broken, "text", "", `<think>x</think>${good}`),
    { maxLength: 20 },
  )

  it.prop(
    "however the model behaves, bounds hold, turns only grow, and no rejection repeats a value",
    [messages],
    ([said]) => {
      let state = start
      let generated = 0
      for (const text of said) {
        const [next, action] = say(state, text)
        generated += 1
        expect(next.turns.slice(0, state.turns.length)).toEqual(state.turns)
        expect(
          next.turns
            .filter(({ role }) => role === "user")
            .map((turn) => turn.text)
            .join(),
        ).not.toContain("SECRET")
        if (action._tag === "Answer" || action._tag === "Fail") break
        const [after, then] = action._tag === "Execute" ? answerTo([next, action], "{}") : [next, action]
        if (then._tag === "Answer") break
        state = after
        expect(state.executed).toBeLessThanOrEqual(callLimit)
        expect(state.rejected).toBeLessThanOrEqual(retryLimit)
      }
      expect(generated).toBeLessThanOrEqual(callLimit + retryLimit + 1)
    },
    { fastCheck: { numRuns: 300 } },
  )
})

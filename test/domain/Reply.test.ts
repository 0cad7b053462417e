import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { canonical, object } from "../../src/domain/Json.ts"
import { readReply, separateThoughts } from "../../src/domain/Reply.ts"
import { json } from "../fixtures/arbitraries.ts"

const read = (text: string, cut = false) => readReply({ text, cut }, true)
const call = '{"tool_name":"pay","arguments":{}}'
const fence = "```"

/** What a reply is, in one line: its arguments as canonical JSON, everything else by its tag. */
const shown = (text: string, cut = false): string => {
  const reply = read(text, cut)
  return reply._tag === "Call" ? `${reply.tool} ${canonical(reply.arguments)}` : reply._tag
}

describe("calls", () => {
  it.each<[string, string, string]>([
    ["bare", call, "pay {}"],
    ["white space around and inside", ` \n{ "tool_name" : "pay" , "arguments" : { } }\r\n\t`, "pay {}"],
    ["keys in the other order", '{"arguments":{"a":1},"tool_name":"pay"}', 'pay {"a":1}'],
    [
      "backticks and braces in a string",
      '{"tool_name":"f","arguments":{"s":"```json\\n{}}``` }"}}',
      'f {"s":"```json\\n{}}``` }"}',
    ],
    ["escaped keys", '{"tool\\u005fname":"pay","arguments":{}}', "pay {}"],
    ["big integers", '{"tool_name":"f","arguments":{"id":2512292042121000001}}', 'f {"id":2512292042121000001}'],
    ["a name that no tool can have", '{"tool_name":"","arguments":{}}', " {}"],
    ["after thoughts", `<think>I should pay.</think>\n${call}`, "pay {}"],
    ["after thoughts that hold another call", `<think>${call}</think>{"tool_name":"ask","arguments":{}}`, "ask {}"],
    ["after thoughts that the prompt opened", `I should pay.</think>${call}`, "pay {}"],
    ["after two thoughts", `<think>a</think>\n<think>b</think>${call}`, "pay {}"],
    ["after empty thoughts", `<think>\n\n</think>\n\n${call}`, "pay {}"],
    ["a string that holds </think>", '{"tool_name":"f","arguments":{"s":"</think>"}}', 'f {"s":"</think>"}'],
    ["a string that holds <think>", '{"tool_name":"f","arguments":{"s":"<think>"}}', 'f {"s":"<think>"}'],
    ["a string that holds both", '{"tool_name":"f","arguments":{"s":"<think></think>"}}', 'f {"s":"<think></think>"}'],
    [
      "thoughts, and a string that holds </think>",
      '<think>a</think>{"tool_name":"f","arguments":{"s":"</think>"}}',
      'f {"s":"</think>"}',
    ],
    ["arguments as a text", '{"tool_name":"f","arguments":""}', 'f ""'],
    ["arguments null", '{"tool_name":"f","arguments":null}', "f null"],
    ["arguments a list", '{"tool_name":"f","arguments":[]}', "f []"],
    ["arguments as JSON in a text", '{"tool_name":"f","arguments":"{}"}', 'f "{}"'],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toBe(expected)
  })
})

describe("malformed, never repaired", () => {
  it.each<[string, string]>([
    ["a byte order mark before it", `\ufeff${call}`],
    ["a no-break space before it", ` \u00a0${call}`],
    ["a no-break space behind thoughts", `<think>x</think>\u00a0${call}`],
    ["a no-break space after it", `${call}\u00a0`],
    ["a line separator after it", `${call}\u2028`],
    ["a form feed before it", `\f${call}`],
    ["a fence, alone", `${fence}json\n${call}\n${fence}`],
    ["a fence without a language", `${fence}\n${call}\n${fence}`],
    ["two fences", `${fence}json\n${call}\n${fence}\n${fence}json\n${call}\n${fence}`],
    ["a fence with prose behind", `${fence}json\n${call}\n${fence}\nDone.`],
    ["a tilde fence", `~~~\n${call}\n~~~`],
    ["a list around it", `[${call}]`],
    ["tags around it", `<tool_call>\n${call}\n</tool_call>`],
    ["another tool language", "<function=pay></function>"],
    ["trailing comma", '{"tool_name":"pay","arguments":{},}'],
    ["trailing comma inside", '{"tool_name":"pay","arguments":{"a":1,}}'],
    ["single quotes", "{'tool_name':'pay','arguments':{}}"],
    ["no quotes", "{tool_name:pay,arguments:{}}"],
    ["True", '{"tool_name":"pay","arguments":{"a":True}}'],
    ["NaN", '{"tool_name":"pay","arguments":{"a":NaN}}'],
    ["Infinity", '{"tool_name":"pay","arguments":{"a":-Infinity}}'],
    ["1e999", '{"tool_name":"pay","arguments":{"a":1e999}}'],
    ["a comment", '{"tool_name":"pay","arguments":{} /* go */}'],
    ["a line comment", `${call} // go`],
    ["a lone surrogate", '{"tool_name":"pay","arguments":{"a":"\\ud83d"}}'],
    ["a raw line end in a string", '{"tool_name":"pay","arguments":{"a":"x\ny"}}'],
    ["text behind", `${call} Done!`],
    ["two calls", `${call}${call}`],
    ["two calls on two lines", `${call}\n${call}`],
    ["a call and a tag", `${call}</tool_call>`],
    ["arguments absent", '{"tool_name":"pay"}'],
    ["tool_name absent", '{"arguments":{}}'],
    ["an extra key", '{"tool_name":"pay","arguments":{},"id":1}'],
    ["other names for the keys", '{"name":"pay","arguments":{}}'],
    ["keys in another case", '{"Tool_Name":"pay","Arguments":{}}'],
    ["tool_name twice", '{"tool_name":"pay","tool_name":"pay","arguments":{}}'],
    ["arguments twice", '{"tool_name":"pay","arguments":{},"arguments":{"a":1}}'],
    ["an argument twice", '{"tool_name":"pay","arguments":{"a":1,"a":1}}'],
    ["an escaped duplicate", '{"tool_name":"pay","arguments":{},"\\u0061rguments":{}}'],
    ["__proto__ beside", '{"tool_name":"pay","arguments":{},"__proto__":{}}'],
    ["inherited keys", '{"__proto__":{"tool_name":"pay","arguments":{}}}'],
    ["tool_name is null", '{"tool_name":null,"arguments":{}}'],
    ["tool_name is a list", '{"tool_name":["pay"],"arguments":{}}'],
    ["empty", "{}"],
    ["any other object", '{"answer":"yes"}'],
    ["an open brace", "{"],
  ])("%s", (_, text) => {
    expect(shown(text)).toBe("Malformed")
  })

  it.each([10, 20, 25, 33])("cut at the token limit after %i characters", (length) => {
    const reply = read(call.slice(0, length), true)
    expect(reply).toEqual({ _tag: "Malformed", text: call.slice(0, length), problem: "the token limit cut it off" })
  })

  it("a call before a closing tag runs in no reading", () => {
    expect(["Malformed", "Empty"]).toContain(shown(`<think>a</think>${call}</think>`))
  })

  it("says what and where, without repeating it", () => {
    const reply = read('{"tool_name":"pay","arguments":{"k":SECRET_123}}')
    expect(reply).toMatchObject({ _tag: "Malformed", problem: "not a JSON value at character 37" })
  })
})

describe("answers", () => {
  it.each<[string, string, string]>([
    ["prose", "  The fee is 3.5.\n", "The fee is 3.5."],
    ["a call inside prose", `To call it write ${call}.`, `To call it write ${call}.`],
    ["prose and then a fence", `Here:\n${fence}json\n${call}\n${fence}`, `Here:\n${fence}json\n${call}\n${fence}`],
    ["prose and then a call on its own line", `Sure!\n${call}`, `Sure!\n${call}`],
    ["a fence of code", `${fence}python\nx = 1\n${fence}`, `${fence}python\nx = 1\n${fence}`],
    ["a fence of shell", `${fence}\nA=1 ./run\n${fence}`, `${fence}\nA=1 ./run\n${fence}`],
    ["a footnote", "[1] E = mc²", "[1] E = mc²"],
    ["a list of numbers", "[1, 2, 3]", "[1, 2, 3]"],
    ["JSON that is no object", '"yes"', '"yes"'],
    ["a number", "42", "42"],
    ["thoughts in the middle", "I <think>hm</think> agree.", "I <think>hm</think> agree."],
    ["an answer after thoughts", "<think>hm</think>\n\nYes.", "Yes."],
    ["an answer that names the tag", "<think>hm</think>Close with </think> there.", "Close with </think> there."],
  ])("%s", (_, text, answer) => {
    expect(read(text)).toEqual({ _tag: "Text", text: answer })
  })

  it("any text at all without active tools", () => {
    expect(readReply({ text: call, cut: false }, false)).toEqual({ _tag: "Text", text: call })
    expect(readReply({ text: "{", cut: true }, false)).toEqual({ _tag: "Text", text: "{" })
  })
})

describe("empty answers", () => {
  it.each<[string, string, boolean]>([
    ["nothing", "", false],
    ["white space", " \n\t", false],
    ["closed thoughts", "<think>hm</think>", true],
    ["closed thoughts and white space", "\n<think>hm</think>\n ", true],
    ["a call inside closed thoughts", `<think>${call}</think>`, true],
    ["a call inside unfinished thoughts", `<think>Let me. ${call}`, true],
    ["thoughts that just began", "<think>", true],
  ])("%s", (_, text, afterThoughts) => {
    expect(read(text)).toEqual({ _tag: "Empty", afterThoughts })
    expect(readReply({ text, cut: true }, false)).toEqual({ _tag: "Empty", afterThoughts })
  })
})

describe("laws", () => {
  const runs = { fastCheck: { numRuns: 500 } }
  const words = fc.string({
    unit: fc.constantFrom("<think>", "</think>", "a", " ", "\n", call, "{", "}", fence),
    maxLength: 8,
  })

  it.prop(
    "thoughts and rest are pieces of the text, in order",
    [words],
    ([text]) => {
      const { thoughts, rest } = separateThoughts(text)
      expect(text.startsWith(thoughts)).toBe(true)
      expect(text.endsWith(rest)).toBe(true)
      expect(thoughts.length + rest.length).toBeLessThanOrEqual(text.length)
    },
    runs,
  )

  it.prop(
    "any name and any arguments come through as they are",
    [fc.string({ unit: "binary" }), json],
    ([tool, args]) => {
      const text = canonical(
        object([
          ["tool_name", tool],
          ["arguments", args],
        ]),
      )
      expect(shown(text)).toBe(`${tool} ${canonical(args)}`)
    },
    runs,
  )

  it.prop(
    "a call with anything in front or behind is none",
    [fc.string({ minLength: 1 }).filter((text) => text.trim() !== "")],
    ([more]) => {
      expect(read(`${call}${more}`)._tag).toBe("Malformed")
      expect(["Text", "Malformed"]).toContain(read(`${more}${call}`)._tag)
    },
    runs,
  )
})

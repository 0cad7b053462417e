import { describe, expect, it } from "vitest"
import { checkCall } from "../../src/domain/Call.ts"
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { grammarOf } from "../../src/domain/Grammar.ts"
import { object } from "../../src/domain/Json.ts"
import { frozenFrom, int, listOf, literal, named, none, parameter, right, str, union } from "../fixtures/described.ts"
import { parseGbnf } from "../fixtures/gbnf.ts"
import { admits } from "../fixtures/gbnfUse.ts"
import { feeTool, statusTool } from "../fixtures/tools.ts"

const admitsText = (tools: ReadonlyArray<FrozenTool>, text: string) => admits(parseGbnf(grammarOf(tools)), text)

const all = [
  parameter("a", int),
  parameter("b", str, { default: { value: "x" } }),
  parameter("c", named("bool"), { default: { value: true } }),
]
const rows: ReadonlyArray<readonly [string, boolean]> = [
  ['{"tool_name":"f","arguments":{"a":1}}', true],
  ['{"tool_name":"f","arguments":{"a":1,"b":"y"}}', true],
  ['{"tool_name":"f","arguments":{"a":1,"c":false}}', true],
  ['{"tool_name":"f","arguments":{"a":-12345678901234567890,"b":"","c":true}}', true],
  ['{"tool_name":"f","arguments":{"a":1,"b":"\u007f"}}', true],
  ['{"tool_name":"f","arguments":{"a":1,"b":"東京 \u{1f389} \\"\\\\\\n\\u001f"}}', true],
  ['{"tool_name":"f","arguments":{}}', false],
  ['{"tool_name":"f","arguments":{"b":"y"}}', false],
  ['{"tool_name":"f","arguments":{"a":1,}}', false],
  ['{"tool_name":"f","arguments":{,"a":1}}', false],
  ['{"tool_name":"f","arguments":{"a":1,"a":1}}', false],
  ['{"tool_name":"f","arguments":{"a":1,"d":1}}', false],
  ['{"tool_name":"f","arguments":{"a":01}}', false],
  ['{"tool_name":"f","arguments":{"a":"1"}}', false],
  ['{"tool_name":"f","arguments":{"a":null}}', false],
  ['{"tool_name":"f","arguments":{"a":true}}', false],
  ['{"tool_name":"f","arguments":{"a":1,"b":"\\ud83d"}}', false],
  ['{"tool_name":"f","arguments":{"a":1,"b":"\u0000"}}', false],
  ['{"tool_name":"F","arguments":{"a":1}}', false],
  ['{"tool_name":"g","arguments":{"a":1}}', false],
  ['{"tool_name":"f","arguments":{"a":1}} ', false],
  ['{"tool_name":"f","arguments":{"a":1}}Done!', false],
  ['{"tool_name":"f","arguments":{"a":1}', false],
  ["{", false],
  ["", false],
  ["It is 3.", true],
  ['Write {"tool_name":"f"}.', true],
]

describe("one tool", () => {
  it.each(rows)("%j: %s", (text, admitted) => {
    expect(admitsText([frozenFrom({ parameters: all })], text)).toBe(admitted)
  })

  it("a call cannot hide behind white space of any kind", () => {
    const spaces = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
      (each) => each.trim() === "",
    )
    expect(spaces.length).toBe(25)
    const grammar = parseGbnf(grammarOf([statusTool]))
    const hidden = spaces.filter((space) => admits(grammar, `${space}{"tool_name":"nope","arguments":{}}`))
    expect(hidden.map((space) => space.charCodeAt(0).toString(16))).toEqual([])
  })

  it("optional arguments alone, in any subset, in order", () => {
    const tools = [frozenFrom({ parameters: [...all.slice(1), parameter("d", int, { default: { value: 1 } })] })]
    const text = (inner: string) => admitsText(tools, `{"tool_name":"f","arguments":{${inner}}}`)
    expect(
      ["", '"b":"x"', '"c":true', '"d":1', '"b":"x","d":1', '"c":true,"d":1', '"b":"x","c":true,"d":1'].map(text),
    ).toEqual(Array.from({ length: 7 }, () => true))
    expect(['"c":true,"b":"x"', '"b":"x""d":1', ","].map(text)).toEqual([false, false, false])
  })

  it("nullable, enum, and lists of lists", () => {
    const tools = [
      frozenFrom({
        parameters: [
          parameter("x", union(literal('a\n"', "é"), none)),
          parameter("y", listOf(listOf(union(int, none)))),
        ],
      }),
    ]
    const text = (x: string, y: string) => admitsText(tools, `{"tool_name":"f","arguments":{"x":${x},"y":${y}}}`)
    expect([text("null", "[]"), text('"a\\n\\""', "[[],[1,null]]"), text('"é"', "[[2]]")]).toEqual([true, true, true])
    expect([text('"e"', "[]"), text('"é"', "null"), text('"é"', "[1]"), text('"é"', "[[1],]")]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it("a Literal of 300 strings, quotes and line ends among them", () => {
    const values = Array.from({ length: 300 }, (_, index) => `v${index}"\n\\`)
    const tools = [frozenFrom({ parameters: [parameter("v", literal(...values))] })]
    const grammar = parseGbnf(grammarOf(tools))
    for (const v of [values[0], values[299]]) {
      expect(admits(grammar, `{"tool_name":"f","arguments":{"v":${JSON.stringify(v)}}}`)).toBe(true)
    }
    expect(admits(grammar, '{"tool_name":"f","arguments":{"v":"v300"}}')).toBe(false)
  })
})

describe("several tools, and none", () => {
  it("each with its own arguments", () => {
    const text = (name: string, args: string) =>
      admitsText([feeTool, statusTool], `{"tool_name":"${name}","arguments":${args}}`)
    expect(text("fee_quote", '{"amount":3,"tier":"pro"}')).toBe(true)
    expect(text("order_status", '{"order_id":"A-1"}')).toBe(true)
    expect(text("order_status", '{"amount":3}')).toBe(false)
  })

  it("without tools only text", () => {
    expect(admitsText([], "Hello.")).toBe(true)
    expect(admitsText([], "{")).toBe(false)
  })

  it("stays small: eight tools of eight optional arguments", () => {
    const parameters = Array.from({ length: 8 }, (_, index) =>
      parameter(`p${index}`, listOf(str), { default: { value: [] } }),
    )
    const tools = Array.from({ length: 8 }, (_, index) => frozenFrom({ function: `t${index}`, parameters }))
    expect(grammarOf(tools).length).toBeLessThan(40_000)
    expect(right(checkCall(tools, "t7", object([["p7", []]]))).canonicalArguments).toBe('{"p7":[]}')
    expect(admitsText(tools, '{"tool_name":"t7","arguments":{"p7":["x"]}}')).toBe(true)
  })
})

import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import type { Argument } from "../../src/domain/Arguments.ts"
import { checkCall } from "../../src/domain/Call.ts"
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { grammarOf } from "../../src/domain/Grammar.ts"
import { canonical, isArray, type Json, type JsonObject } from "../../src/domain/Json.ts"
import { readReply } from "../../src/domain/Reply.ts"
import { argumentList, fittingArguments, plainDoubles } from "../fixtures/arbitraries.ts"
import { float, frozenFrom, parameter } from "../fixtures/described.ts"
import { parseGbnf } from "../fixtures/gbnf.ts"
import { admits, randomFrom, sentence } from "../fixtures/gbnfUse.ts"

const runs = { fastCheck: { numRuns: 300 } }
const toolWith = (name: string, args: ReadonlyArray<Argument>): FrozenTool => ({
  ...frozenFrom({ function: name }),
  arguments: args,
})
const toolSets = fc
  .tuple(argumentList, argumentList)
  .map(([one, other]) => [toolWith("one", one), toolWith("other", other)] as const)

const admitsText = (tools: ReadonlyArray<FrozenTool>, text: string) => admits(parseGbnf(grammarOf(tools)), text)
const callText = (name: string, args: JsonObject) =>
  `{"tool_name":${JSON.stringify(name)},"arguments":{${Object.entries(args)
    .map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`)
    .join(",")}}}`

/** What the checks say of a message: its reply's tag, and for a call the code of its rejection. */
const verdict = (tools: ReadonlyArray<FrozenTool>, text: string): string => {
  const reply = readReply({ text, cut: false }, true)
  if (reply._tag !== "Call") return reply._tag
  const checked = checkCall(tools, reply.tool, reply.arguments)
  return Either.isRight(checked) ? "runs" : checked.left.message
}

describe("every sentence of the grammar", () => {
  const sentences = fc.tuple(toolSets, fc.integer())

  it.prop(
    "that starts like a call is one that passes every check; every other is none",
    [sentences],
    ([[tools, seed]]) => {
      const text = sentence(parseGbnf(grammarOf(tools)), randomFrom(seed))
      if (text.startsWith("{")) expect(verdict(tools, text), text).toBe("runs")
      else expect(["Text", "Malformed", "Empty"], text).toContain(verdict(tools, text))
    },
    { fastCheck: { numRuns: 1000 } },
  )

  it.prop(
    "is admitted by the recogniser: the two agree on what the grammar says",
    [sentences],
    ([[tools, seed]]) => {
      const grammar = parseGbnf(grammarOf(tools))
      expect(admits(grammar, sentence(grammar, randomFrom(seed)))).toBe(true)
    },
    { fastCheck: { numRuns: 100 } },
  )

  it.prop(
    "of floats fits a float",
    [fc.integer()],
    ([seed]) => {
      const tools = [frozenFrom({ parameters: [parameter("x", float)] })]
      const text = sentence(parseGbnf(grammarOf(tools).replace(" | text\n", "\n")), randomFrom(seed))
      expect(verdict(tools, text), text).toBe("runs")
    },
    { fastCheck: { numRuns: 1000 } },
  )
})

describe("every call that passes the checks", () => {
  const wholeNumbers = (value: Json): boolean =>
    typeof value === "number"
      ? Number.isInteger(value) && Math.abs(value) < 1e15
      : typeof value !== "object" ||
        value === null ||
        (isArray(value) ? value : Object.values(value)).every(wholeNumbers)
  const calls = toolSets.chain(([one, other]) =>
    fc.tuple(fc.constant([one, other]), fittingArguments(one.arguments).filter(wholeNumbers)),
  )

  it.prop(
    "is admitted in canonical form, keys in the order of the schema (floats below)",
    [calls],
    ([[tools, args]]) => {
      const text = callText("one", args)
      expect(verdict(tools, text)).toBe("runs")
      expect(admitsText(tools, text), text).toBe(true)
    },
    runs,
  )

  const tools = [frozenFrom({ parameters: [parameter("x", float)] })]
  const grammar = parseGbnf(grammarOf(tools))
  const admitsNumber = (text: string) => admits(grammar, `{"tool_name":"f","arguments":{"x":${text}}}`)

  it.prop(
    "every float below 1e308 can be written, in canonical or in exponent form",
    [plainDoubles.filter((x) => Math.abs(x) < 1e308)],
    ([x]) => {
      expect(admitsNumber(canonical(x)) || admitsNumber(x.toExponential()), canonical(x)).toBe(true)
    },
    { fastCheck: { numRuns: 1000 } },
  )

  it.each([
    "0",
    "-1",
    "3.5",
    "-0.25",
    "0.1",
    "1e+21",
    "1.5e-7",
    "1e+100",
    "2.2250738585072014e-308",
    "5e-324",
    "1.5E-323",
    "-9e-300",
    "0.000001234567890123456",
    "333333333.3333333",
    "999999999999999",
  ])("the float %s", (text) => {
    expect(admitsNumber(text)).toBe(true)
  })

  it.each(["1e-324", "2.4e-324", "0.1e-323", "0.00000001e-320", "1e-399"])(
    "but not %s, which would become 0",
    (text) => {
      expect(admitsNumber(text)).toBe(false)
    },
  )

  it.each(["9007199254740993", "-9999999999999999", "12345678901234567"])(
    "but not %s, which no float holds",
    (text) => {
      expect(admitsNumber(text)).toBe(false)
    },
  )
})

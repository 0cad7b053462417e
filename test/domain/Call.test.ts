import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { checkCall, maxArgumentBytes } from "../../src/domain/Call.ts"
import { object } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { frozenFrom, left, parameter, right, str } from "../fixtures/described.ts"
import { feeTool, statusTool } from "../fixtures/tools.ts"

const tools = [feeTool, statusTool]
const check = (name: string, args: string) => checkCall(tools, name, right(readJson(args)))

describe("checkCall", () => {
  it("gives the tool, its arguments, and their canonical text", () => {
    const call = right(check("fee_quote", '{"tier":"pro", "amount":3.0, "note":null}'))
    expect(call.tool).toBe(feeTool)
    expect(call.canonicalArguments).toBe('{"amount":3,"note":null,"tier":"pro"}')
  })

  it("does not fill in defaults: Python does", () => {
    expect(right(check("fee_quote", '{"amount":3}')).canonicalArguments).toBe('{"amount":3}')
  })

  it.each([
    "Fee_Quote",
    "fee_quote ",
    " fee_quote",
    "functions.fee_quote",
    "fee-quote",
    "calculate_fee",
    "",
    "toString",
    "fee_quote\u0000",
  ])("%j is no active tool, and the active ones are told", (name) => {
    const error = left(check(name, "{}"))
    expect(error).toMatchObject({ _tag: "unknown_tool", active_tools: ["fee_quote", "order_status"] })
    expect(error.message).toBe("No active tool has that name. Active tools: fee_quote, order_status.")
  })

  it("looks at the name first", () => {
    expect(left(check("nope", '""'))._tag).toBe("unknown_tool")
  })

  it.each(['""', "null", "[]", '"{}"', "0", "true"])("arguments %s are refused, never {}", (args) => {
    const error = left(check("order_status", args))
    expect([error._tag, error.message]).toEqual(["invalid_tool_args", "arguments must be an object"])
  })

  it("says everything that is wrong, and no value", () => {
    const error = left(
      check("fee_quote", '{"amount":"SECRET_123","tier":"SECRET_123","note":7654321,"api_key":"SECRET_123"}'),
    )
    expect(error.message).toBe(
      '"api_key" is unknown; known: amount, tier, note; amount must be a number; tier must be one of "basic", "pro"; ' +
        "note must be a string",
    )
    expect(JSON.stringify(error)).not.toMatch(/SECRET|7654321/)
  })

  it("bounds the arguments by bytes, not characters", () => {
    const tool = frozenFrom({ parameters: [parameter("s", str)] })
    const of = (text: string) => checkCall([tool], "f", object([["s", text]]))
    const overhead = '{"s":""}'.length
    expect(Either.isRight(of("a".repeat(maxArgumentBytes - overhead)))).toBe(true)
    expect(left(of("a".repeat(maxArgumentBytes - overhead + 1)))).toMatchObject({
      _tag: "invalid_tool_args",
      faults: [{ argument: "arguments", problem: `take more than ${maxArgumentBytes} bytes` }],
    })
    expect(Either.isLeft(of("é".repeat(maxArgumentBytes / 2)))).toBe(true)
  })
})

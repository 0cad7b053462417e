/** What a call will likely go on with. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { draftCall } from "../../src/domain/Draft.ts"
import { toolOf } from "../../src/domain/Tool.ts"
import { caseTools } from "../fixtures/model-cases.ts"

const tools = caseTools.map((each) => Either.getOrThrow(toolOf(each)))
const fee = tools.filter((tool) => tool.name === "calculate_fee")

/** The message that the drafts lead to when each is taken whole. */
const follow = (source: string, from: string): string => from + draftCall(tools, source, true)(from)

describe("draftCall", () => {
  const rows: ReadonlyArray<readonly [string, string, string, string]> = [
    [
      "a whole call from nothing",
      "what is the fee for 1200?",
      "",
      '{"tool_name":"calculate_fee","arguments":{"amount":1200}}',
    ],
    [
      "the tool that the request names",
      "status of order B-20?",
      "",
      '{"tool_name":"order_status","arguments":{"order_id":"B-20"}}',
    ],
    ["the rest of a name", "x", '{"tool_name":"set_', '{"tool_name":"set_alarm","arguments":{"time":'],
    [
      "the rest of the skeleton",
      "7",
      '{"tool_name":"calculate_fee","arg',
      '{"tool_name":"calculate_fee","arguments":{"amount":7}}',
    ],
    [
      "the rest of a number",
      "from 12 to 1200",
      '{"tool_name":"calculate_fee","arguments":{"amount":120',
      '{"tool_name":"calculate_fee","arguments":{"amount":1200}}',
    ],
    [
      "the rest of a copied word",
      "in the kitchen.",
      '{"tool_name":"room_temperature","arguments":{"room":"ki',
      '{"tool_name":"room_temperature","arguments":{"room":"kitchen"}}',
    ],
    [
      "the enum value that stands in the request",
      "12 to ft",
      '{"tool_name":"convert_length","arguments":{"value":12,',
      '{"tool_name":"convert_length","arguments":{"value":12,"unit":"ft"}}',
    ],
    [
      "the end after the last value",
      "",
      '{"tool_name":"set_alarm","arguments":{"time":"07:30"',
      '{"tool_name":"set_alarm","arguments":{"time":"07:30"}}',
    ],
    [
      "the rest of the end",
      "",
      '{"tool_name":"set_alarm","arguments":{"time":"07:30"}',
      '{"tool_name":"set_alarm","arguments":{"time":"07:30"}}',
    ],
  ]
  it.each(rows)("gives %s", (_, source, from, whole) => expect(follow(source, from)).toBe(whole))

  const nothing: ReadonlyArray<readonly [string, string]> = [
    ["an answer", "The fee"],
    ["an unknown tool", '{"tool_name":"nope","arguments":{'],
    ["another shape", '{"name":'],
    ["a finished call", '{"tool_name":"set_alarm","arguments":{"time":"7"}}'],
  ]
  it.each(nothing)("gives nothing for %s", (_, from) => expect(draftCall(tools, "7", true)(from)).toBe(""))

  it("waits for the first token where no call is expected", () => {
    expect(draftCall(fee, "7", false)("")).toBe("")
    expect(draftCall(fee, "7", false)('{"')).toBe('tool_name":"calculate_fee","arguments":{"amount":7}}')
  })
})

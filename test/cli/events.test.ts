/** `--events`: one JSON line for everything that happens, in the order it happens. */
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { importTool, type Place, place, type Ran, receipts, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const lines = (ran: Ran): ReadonlyArray<any> =>
  ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
const types = (events: ReadonlyArray<any>) => events.map((event) => event.type)

const chat = (at: Place, replies: ReadonlyArray<string>, tools = examples) => {
  at.write("s.json", JSON.stringify(replies))
  return at.edge(["demo", "chat", "--tools", tools, "--model", "script:s.json", "--prompt", "p", "--events"])
}

describe("edge demo chat --events", () => {
  it("tells of a call, its result and the answer", async () => {
    const at = place()
    const ran = await chat(at, ['{"tool_name":"calculate_fee","arguments":{"amount":250}}', "It is 0.75."])
    const events = lines(ran)
    expect(ran.code).toBe(0)
    expect(new Set(events.map((event) => event.schema_version))).toEqual(new Set(["edge.demo.chat.event.v1"]))
    expect(types(events)).toEqual([
      "tool-input-start",
      "tool-input-delta",
      "tool-input-end",
      "tool-call",
      "tool-result",
      "text-delta",
      "finish",
    ])
    expect(events[3]).toMatchObject({ id: 1, name: "calculate_fee", arguments: { amount: 250 } })
    expect(events[4]).toMatchObject({ id: 1, name: "calculate_fee", result: { fee: 0.75 } })
    expect(events[5].text).toBe("It is 0.75.")
    expect(events[6].run).toMatchObject({ schema_version: "edge.demo.chat.run.v1", answer: "It is 0.75." })
    expect(receipts(at, "chat")).toHaveLength(1)
  })

  it("numbers refused calls too, and shows no refused text as an answer", async () => {
    const fenced = '```json\n{"tool_name":"calculate_fee","arguments":{"amount":1}}\n```'
    const ran = await chat(place(), [fenced, '{"tool_name":"nope","arguments":{}}', "Sorry."])
    expect(types(lines(ran))).toEqual([
      "tool-input-start",
      "tool-input-delta",
      "tool-input-end",
      "tool-error",
      "tool-input-start",
      "tool-input-delta",
      "tool-input-end",
      "tool-error",
      "text-delta",
      "finish",
    ])
    const errors = lines(ran).filter((event) => event.type === "tool-error")
    expect(errors.map(({ id, name, code }) => [id, name, code])).toEqual([
      [1, null, "malformed_tool_call"],
      [2, "nope", "unknown_tool"],
    ])
  })

  it("keeps every digit of an integer", async () => {
    const at = place()
    const file = at.write("t.py", `${importTool}@edge_tool\ndef f(n: int) -> dict:\n    return {"n": n}\n`)
    const ran = await chat(at, ['{"tool_name":"f","arguments":{"n":2512292042121000001}}', "done"], file)
    expect(ran.stdout).toContain('"arguments":{"n":2512292042121000001}')
    expect(ran.stdout).toContain('"result":{"n":2512292042121000001}')
  })

  it("streams the built-in model token by token", async () => {
    const args = ["demo", "chat", "--tools", examples, "--prompt", "what is the fee for 1200?", "--events"]
    const events = lines(await place().edge(args))
    const call = events.filter((event) => event.type === "tool-input-delta").map((event) => event.text)
    const text = events.filter((event) => event.type === "text-delta").map((event) => event.text)
    expect(call.join("")).toBe('{"tool_name":"calculate_fee","arguments":{"amount":1200}}')
    expect(call.length).toBeGreaterThan(3)
    expect(text.join("")).toBe("The fee is 3.6.")
    expect(text.length).toBeGreaterThan(3)
  })

  it("ends with the error when nothing could run", async () => {
    const ran = await place().edge(["demo", "chat", "--tools", "none.py", "--prompt", "p", "--events"])
    expect(ran.code).toBe(3)
    expect(lines(ran)).toMatchObject([{ type: "error", run: { error: { code: "tools_file_not_found" } } }])
  })
})

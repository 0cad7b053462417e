/** The main job, through the built command: a model on this machine calls a Python function. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, importTool, place, receipts, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."

describe("edge demo chat with the built-in model", () => {
  it("says of an answer that the token limit cut off that it is not whole", async () => {
    const at = place()
    const chat = ["demo", "chat", "--prompt", "Hello", "--max-tokens", "1"]
    const ran = await at.edge([...chat, "--json"])
    expect(ran.code).toBe(0)
    expect(document(ran)).toMatchObject({ status: "completed", failure: null, answer_cut: true })
    const human = await at.edge(chat)
    expect(human.stderr).toMatch(/^The answer is not whole: a token limit cut it off\. .*--max-tokens/m)
    expect(receipts(at, "chat").map((receipt) => receipt.answer_cut)).toEqual([true, true])
    const shown = await at.edge(["demo", "receipt", "--path", document(ran).receipt_path])
    expect(shown.stdout).toMatch(/^answer +not whole: a token limit cut it off$/m)
  })

  it("calls the function, states its result and leaves a receipt", async () => {
    const at = place()
    const ran = await at.edge(["demo", "chat", "--tools", examples, "--prompt", prompt, "--json"])
    expect(ran.stderr).toBe("")
    expect(ran.code).toBe(0)
    const run = document(ran)
    expect(run.schema_version).toBe("edge.demo.chat.run.v1")
    expect(run.status).toBe("completed")
    expect(run.answer).toBe("The fee is 0.75.")
    expect(run.answer_cut).toBeUndefined()
    expect(run.tool_calls.map((call: any) => [call.name, call.status, call.code])).toEqual([
      ["calculate_fee", "completed", null],
    ])
    const [receipt, ...others] = receipts(at, "chat")
    expect(others).toEqual([])
    expect(JSON.parse(fs.readFileSync(run.receipt_path, "utf8"))).toEqual(receipt)
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.chat.receipt.v1",
      status: "completed",
      failure: null,
      network_used: false,
      raw_text_included: false,
      tool_instruction_mode: "system",
      schema_generator_version: "edge.tools.schema_gen.v1",
      model: { name: "edge-micro", gpu: null },
    })
    const [call] = receipt.tool_calls
    expect(call).toMatchObject({ runner_secret_verified: true, tools_file_sha256_verified: true })
    // Over {"amount":250} and {"fee":0.75}.
    expect(call.args_sha256).toBe("sha256:4c32897ff38b388b5111c1232c47ba1d94e64dd3ed4488fe22e2d19f32d521e3")
    expect(call.result_sha256).toBe("sha256:d567f78cee3afc14329468ee1b7e9a6544d73240abb1ea2c38142cdfbb0e3fc1")
  })

  it("prints the answer alone on stdout", async () => {
    const ran = await place().edge(["demo", "chat", "--tools", examples, "--prompt", prompt])
    expect(ran.stdout).toBe("The fee is 0.75.\n")
    expect(ran.stderr).toMatch(/^called {3}calculate_fee\nreceipt {2}\S+\.json\n$/)
  })
})

describe("edge demo chat with a script", () => {
  const script = (replies: ReadonlyArray<string>) => JSON.stringify(replies)

  it("puts text into the receipt only when asked", async () => {
    const at = place()
    at.write("s.json", script(['{"tool_name":"order_status","arguments":{"order_id":"A-17"}}', "It is shipped."]))
    const base = [
      "demo",
      "chat",
      "--tools",
      examples,
      "--model",
      "script:s.json",
      "--prompt",
      "Where is A-17?",
      "--json",
    ]
    await at.edge(base)
    await at.edge([...base, "--include-text"])
    const [without, included] = receipts(at, "chat")
    expect(JSON.stringify(without)).not.toContain("A-17")
    expect(JSON.stringify(without)).not.toContain("shipped")
    expect(included).toMatchObject({
      raw_text_included: true,
      prompt: "Where is A-17?",
      answer: "It is shipped.",
      tool_calls: [{ arguments: { order_id: "A-17" }, result: { order_id: "A-17", status: "shipped" } }],
    })
  })

  it("fails closed when the function raises, and tells neither the model nor the receipt what it said", async () => {
    const at = place()
    at.write("t.py", `${importTool}@edge_tool\ndef f(api_key: str) -> dict:\n    raise ValueError("bad " + api_key)\n`)
    at.write("s.json", script(['{"tool_name":"f","arguments":{"api_key":"SECRET_123"}}', "never reached"]))
    const ran = await at.edge([
      "demo",
      "chat",
      "--tools",
      "t.py",
      "--model",
      "script:s.json",
      "--prompt",
      "p",
      "--json",
    ])
    expect(ran.code).toBe(4)
    expect(document(ran)).toMatchObject({
      status: "failed_closed",
      answer: "I could not complete this request safely, so I stopped.",
      failure: { code: "tool_raised", details: { exception: "ValueError", line: 4 } },
      tool_calls: [{ name: "f", status: "failed", code: "tool_raised", runner_secret_verified: true }],
    })
    expect(ran.stdout + JSON.stringify(receipts(at, "chat"))).not.toContain("SECRET_123")
    expect(ran.stderr).toContain('t.py", line 4, in f')
  })

  it("stops after four executed calls", async () => {
    const at = place()
    at.write("s.json", script(Array(9).fill('{"tool_name":"calculate_fee","arguments":{"amount":1}}')))
    const ran = await at.edge([
      "demo",
      "chat",
      "--tools",
      examples,
      "--model",
      "script:s.json",
      "--prompt",
      "p",
      "--json",
    ])
    expect(ran.code).toBe(4)
    expect(document(ran).failure.code).toBe("tool_call_limit_exceeded")
    expect(document(ran).tool_calls.map((call: any) => call.status)).toEqual([
      "completed",
      "completed",
      "completed",
      "completed",
      "rejected",
    ])
  })

  it("notices an edit of the tools file between two calls of one chat", async () => {
    const at = place()
    const body = `${importTool}@edge_tool\ndef f() -> dict:\n    open(__file__, "a").write("# more\\n")\n    return {}\n`
    at.write("t.py", body)
    at.write("s.json", script(Array(3).fill('{"tool_name":"f","arguments":{}}')))
    const ran = await at.edge([
      "demo",
      "chat",
      "--tools",
      "t.py",
      "--model",
      "script:s.json",
      "--prompt",
      "p",
      "--json",
    ])
    expect(document(ran).failure.code).toBe("tools_file_changed")
    expect(document(ran).tool_calls.map((call: any) => [call.status, call.tools_file_sha256_verified])).toEqual([
      ["completed", true],
      ["failed", false],
    ])
  })
})

/** `edge demo receipt`, `receipt list` and `local-only`. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { receiptKind } from "../../src/domain/ReceiptKind.ts"
import { document, type Place, place, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")

const makeReceipts = async (at: Place) => {
  const call = (args: string) => at.edge(["tools", "call", examples, "calculate_fee", "--args", args, "--json"])
  const done = document(await call('{"amount":250}'))
  const refused = document(await call('{"amount":"250"}'))
  return { done: done.receipt_path as string, refused: refused.receipt_path as string }
}

const list = async (at: Place, ...more: ReadonlyArray<string>) =>
  document(await at.edge(["demo", "receipt", "list", ...more, "--json"])).receipts

describe("edge demo receipt", () => {
  it.each([
    [["demo", "receipt", "list"]],
    [["demo", "facts", "stores"]],
    [["demo", "imprint", "list"]],
    [["tools", "pending", "list"]],
  ])("never says that a state folder that cannot be read is empty: %j", async (args) => {
    const at = place()
    const ran = await at.edge([...args, "--json"], { EDGE_HOME: at.write("plain", "no folder") })
    expect([ran.code, document(ran).error.code]).toEqual([5, "state_dir_unwritable"])
    expect(document(ran).error.details.problem).toBe("a part of its path is no folder")
    expect((await at.edge([...args, "--json"])).code).toBe(0)
  })

  it("of a run that failed before its model was there is named", async () => {
    const at = place()
    const ran = await at.edge(["demo", "chat", "--prompt", "p", "--model", "nope.gguf"])
    expect(ran.code).toBe(5)
    const [only, ...others] = await list(at)
    expect([only.code, others]).toEqual(["model_not_found", []])
    expect(ran.stderr).toMatch(/^receipt {2}.*\.json\nmodel_not_found: /)
    expect(ran.stderr).toContain(path.basename(only.path))
  })

  it("lists the newest first, by kind, status and tool", async () => {
    const at = place()
    const { done, refused } = await makeReceipts(at)
    expect((await list(at)).map((row: any) => [row.path, row.status, row.code])).toEqual([
      [refused, "failed_closed", "invalid_tool_args"],
      [done, "completed", null],
    ])
    expect((await list(at, "--status", "completed")).map((row: any) => row.path)).toEqual([done])
    expect(await list(at, "--kind", "chat")).toEqual([])
    expect(await list(at, "--tool", "calculate_fee")).toHaveLength(2)
    expect(await list(at, "--tool", "order_status")).toEqual([])
    for (const kind of Object.values(receiptKind))
      expect((await list(at, "--kind", kind)).length).toBe(kind === "call" ? 2 : 0)
    const elsewhere = await at.edge(["demo", "receipt", "list", "--kind", "../receipts/call", "--json"])
    expect([elsewhere.code, document(elsewhere).error.code]).toEqual([2, "invalid_usage"])
  })

  it("shows one, checked against its format", async () => {
    const at = place()
    const { done } = await makeReceipts(at)
    const shown = document(await at.edge(["demo", "receipt", "--path", done, "--json"]))
    expect(shown).toEqual({
      schema_version: "edge.demo.receipt.show.v1",
      path: done,
      receipt: JSON.parse(fs.readFileSync(done, "utf8")),
    })
    const human = await at.edge(["demo", "receipt", "--path", done])
    expect(human.stdout).toMatch(/^status +completed$/m)
    expect(human.stdout).toMatch(/^call 1 +calculate_fee {2}completed, \d+ ms$/m)
  })

  it("shows a person the texts that it was asked to keep, and no other", async () => {
    const at = place()
    at.write("s.json", JSON.stringify(['{"tool_name":"calculate_fee","arguments":{"amount":250}}', "It is\n0.75."]))
    const chat = ["demo", "chat", "--tools", examples, "--model", "script:s.json", "--prompt", "What fee?"]
    const rows = async (...more: ReadonlyArray<string>) => {
      const ran = document(await at.edge([...chat, "--json", ...more]))
      const { stdout } = await at.edge(["demo", "receipt", "--path", ran.receipt_path])
      return stdout.split("\n").filter((line) => /^(prompt|answer| {2,})/.test(line))
    }
    expect(await rows()).toEqual([])
    expect(await rows("--include-text")).toEqual([
      "prompt         What fee?",
      "answer         It is",
      "               0.75.",
      '  arguments    {"amount":250}',
      '  result       {"fee":0.75}',
    ])
  })

  it("refuses one whose texts are not those of their hashes, or that should have none", async () => {
    const at = place()
    at.write("s.json", JSON.stringify(['{"tool_name":"calculate_fee","arguments":{"amount":250}}', "It is 0.75."]))
    const chat = ["chat", "--tools", examples, "--model", "script:s.json", "--prompt", "What fee?", "--include-text"]
    const receipt = JSON.parse(fs.readFileSync(document(await at.edge([...chat, "--json"])).receipt_path, "utf8"))
    const refused = async (change: object): Promise<string> => {
      const ran = await at.edge([
        "receipt",
        "--path",
        at.write("r.json", JSON.stringify({ ...receipt, ...change })),
        "--json",
      ])
      expect([ran.code, document(ran).error?.code]).toEqual([3, "receipt_invalid"])
      return document(ran).error.details.problems
    }
    const [call] = receipt.tool_calls
    const other = { tool_calls: [{ ...call, arguments: { amount: 1 }, result: { fee: 1 } }] }
    expect(await refused({ prompt: "What?" })).toEqual(["prompt: it is not the text whose hash stands here"])
    expect(await refused({ answer: "1." })).toEqual(["answer: it is not the text whose hash stands here"])
    expect(await refused(other)).toEqual(
      ["arguments", "result"].map((name) => `tool_calls.0.${name}: it is not the text whose hash stands here`),
    )
    const hidden = { raw_text_included: false }
    expect(await refused(hidden)).toEqual(["raw_text_included: it keeps text all the same"])
  })

  it("refuses what is none, and says what is wrong", async () => {
    const at = place()
    const { done } = await makeReceipts(at)
    const receipt = JSON.parse(fs.readFileSync(done, "utf8"))
    const cases: ReadonlyArray<readonly [string, RegExp]> = [
      ["no json", /it is no JSON/],
      ["{}", /schema_version/],
      [JSON.stringify({ ...receipt, note: null }), /note/],
      [JSON.stringify({ ...receipt, status: "fine" }), /status/],
    ]
    for (const [text, message] of cases) {
      const ran = await at.edge(["demo", "receipt", "--path", at.write("r.json", text), "--json"])
      expect(ran.code).toBe(3)
      expect(document(ran).error.code).toBe("receipt_invalid")
      expect(document(ran).error.message).toMatch(message)
    }
    const missing = await at.edge(["demo", "receipt", "--path", "none.json", "--json"])
    expect(document(missing).error.code).toBe("receipt_not_found")
  })
})

describe("edge demo local-only", () => {
  it("confirms the claim, and says what it covers", async () => {
    const at = place()
    const { done } = await makeReceipts(at)
    const ran = await at.edge(["demo", "local-only", "--path", done, "--json"])
    expect(ran.code).toBe(0)
    expect(document(ran)).toMatchObject({
      schema_version: "edge.demo.local_only.v1",
      local_only: true,
      calls_checked: 1,
    })
  })

  it("fails on a receipt that tells of the network", async () => {
    const at = place()
    const { done } = await makeReceipts(at)
    const file = at.write(
      "r.json",
      fs.readFileSync(done, "utf8").replace('"network_used": false', '"network_used": true'),
    )
    const ran = await at.edge(["demo", "local-only", "--path", file, "--json"])
    expect(ran.code).toBe(4)
    expect(document(ran).error.code).toBe("network_used")
  })
})

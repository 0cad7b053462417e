/** `edge demo learn`, `edge demo imprint` and `--with-imprint`, through the built command. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, importTool, type Place, place, receipts, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const sample = ["--sample", "finance_conservative_cashflow_v1"]
const learnRun = ["demo", "learn", "run"]

const learned = async (at: Place, ...more: ReadonlyArray<string>) => {
  const ran = await at.edge([...learnRun, ...sample, ...more, "--json"])
  expect(ran.code, ran.stderr).toBe(0)
  return document(ran)
}

const chat = (at: Place, imprint: string, ...more: ReadonlyArray<string>) =>
  at.edge(["demo", "chat", "--with-imprint", imprint, "--prompt", "what is the fee for 1200?", "--json", ...more])

const imprints = ({ home }: Place) => {
  const folder = path.join(home, "imprints")
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

const refused = async (at: Place, imprint: string, ...more: ReadonlyArray<string>) => {
  const ran = await chat(at, imprint, ...more)
  return { code: ran.code, error: document(ran).error }
}

// Each of these loads the model several times over.
describe("a profile and tools, learned with the built-in model", { timeout: 300_000 }, () => {
  it("are restored by a chat, which evaluates only its own turn", async () => {
    const at = place()
    const run = await learned(at, "--tools", examples)
    expect(run).toMatchObject({ schema_version: "edge.demo.learn.run.v1", status: "completed", warnings: [] })
    expect(run.questions).toMatchObject([{ before: { code: null }, after: { code: null } }])
    const [told] = receipts(at, "learn")
    expect(told.neural_imprint).toEqual(run.neural_imprint)
    const { prefix_tokens, path: folder } = run.neural_imprint
    expect(prefix_tokens).toBeGreaterThan(200)
    expect(run.neural_imprint.tokens_restored).toBe(prefix_tokens)
    for (const named of [folder, path.join(folder, "metadata.json"), run.receipt_path]) {
      const ran = await chat(at, named, "--tools", examples)
      expect(ran.stderr).toBe("")
      expect(document(ran).answer).toBe("The fee is 3.6.")
    }
    expect(receipts(at, "chat")).toHaveLength(3)
    for (const receipt of receipts(at, "chat")) {
      expect(receipt.tool_instruction_mode).toBe("imprint")
      expect(receipt.neural_imprint).toMatchObject({
        imprint_id: path.basename(folder),
        tokens_restored: prefix_tokens,
        tokens_evaluated: receipt.tokens.evaluated,
      })
      // Two messages: the prompt's own turn, then the result's.
      expect(receipt.tokens.evaluated).toBeLessThan(70)
    }
  })

  it("are asked about, and an answer that a token limit cut off is called so", async () => {
    const at = place()
    const ran = await at.edge([...learnRun, "--sample", "synthetic_profile_v1", "--max-tokens", "1", "--json"])
    expect(ran.code).toBe(0)
    const cut = { before: { answer_cut: true }, after: { answer_cut: true } }
    const [told, ...others] = receipts(at, "learn")
    expect(others).toEqual([])
    expect(document(ran).questions).toMatchObject(Array(told.questions.length).fill(cut))
    expect(told.questions).toMatchObject(document(ran).questions.map(() => cut))
    expect(told.questions.length).toBeGreaterThan(0)
  })

  it("leave a receipt whose kept texts are held to their hashes when it is read", async () => {
    const at = place()
    const { receipt_path } = await learned(at, "--include-text")
    const receipt = JSON.parse(fs.readFileSync(receipt_path, "utf8"))
    const read = (text: string) => at.edge(["receipt", "--path", at.write("r.json", text), "--json"])
    expect(document(await read(JSON.stringify(receipt))).receipt).toEqual(receipt)
    const [first, ...others] = receipt.questions
    const changed = { ...first, question: "?", answer_before: "-", answer_after: "+" }
    const ran = await read(JSON.stringify({ ...receipt, profile: "mine", questions: [changed, ...others] }))
    expect(document(ran).error.details.problems).toEqual(
      ["profile", "questions.0.question", "questions.0.answer_before", "questions.0.answer_after"].map(
        (name) => `${name}: it is not the text whose hash stands here`,
      ),
    )
  })

  it("take tools that only the chat brings in hidden turns", async () => {
    const at = place()
    const { neural_imprint } = await learned(at)
    const args = ["--tools", examples, "--include-text"]
    expect(document(await chat(at, neural_imprint.path, ...args)).answer).toBe("The fee is 3.6.")
    expect(receipts(at, "chat")).toMatchObject([
      { tool_instruction_mode: "hidden_turns", neural_imprint: { tokens_restored: neural_imprint.prefix_tokens } },
    ])
  })

  it("serve a session, also after /reset", async () => {
    const at = place()
    const { neural_imprint } = await learned(at, "--tools", examples)
    const input = "what is the fee for 1200?\n/reset\nWhere is order A-17?\nfee for 18\n"
    const args = ["demo", "chat", "--interactive", "--with-imprint", neural_imprint.path, "--tools", examples]
    const ran = await at.start(args, {}, input).ended
    expect(ran.stdout).toContain("The fee is 3.6.\n")
    const found = receipts(at, "chat")
    expect(found).toHaveLength(3)
    for (const receipt of found) {
      expect(receipt.neural_imprint.tokens_restored).toBe(neural_imprint.prefix_tokens)
      expect(receipt.neural_imprint.tokens_evaluated).toBeLessThan(80)
    }
  })

  it("are refused where something differs, and a chat without them is unharmed", async () => {
    const at = place()
    const body = (letter: string, result: string) =>
      `${importTool}@edge_tool\ndef calculate_fee(amount: float) -> dict:\n    """Compute the fee${letter}"""\n    return {"fee": ${result}}\n`
    at.write("t.py", body(".", "1"))
    const { path: folder } = (await learned(at, "--tools", "t.py")).neural_imprint
    at.write("t.py", body(".", "2"))
    expect((await chat(at, folder, "--tools", "t.py")).code).toBe(0)
    at.write("t.py", body("!", "2"))
    const schema = await refused(at, folder, "--tools", "t.py")
    expect(schema).toMatchObject({ code: 4, error: { code: "imprint_tool_schema_mismatch" } })
    expect(await refused(at, folder)).toMatchObject({ code: 4, error: { code: "imprint_requires_tools" } })
    const size = await refused(at, folder, "--tools", "t.py", "--context-size", "1024")
    expect(size.error).toMatchObject({
      code: "imprint_runtime_mismatch",
      details: { field: "context_size", learned: "4096", found: "1024" },
    })
    const script = at.write("s.json", '["x"]')
    const model = await refused(at, folder, "--tools", "t.py", "--model", `script:${script}`)
    expect(model.error).toMatchObject({ code: "imprint_model_mismatch", details: { field: "file_sha256" } })
    const state = path.join(folder, "state.bin")
    const whole = fs.readFileSync(state)
    for (const damaged of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), flipped(whole)]) {
      fs.writeFileSync(state, damaged)
      const { code, error } = await refused(at, folder, "--tools", "t.py")
      expect([code, error.code]).toEqual([4, "imprint_artifact_corrupt"])
    }
    const without = await at.edge(["demo", "chat", "--prompt", "Hello!", "--json"])
    expect(document(without).status).toBe("completed")
    const missing = await refused(at, "none")
    expect(missing).toMatchObject({ code: 3, error: { code: "imprint_not_found" } })
  })
})

describe("what a tool looks up", () => {
  it("may change between two chats: the result is another one, the imprint the same", async () => {
    const at = place()
    at.write("facts.txt", "open")
    at.write(
      "t.py",
      `${importTool}@edge_tool\ndef desk() -> dict:\n    """Whether the desk is open."""\n    return {"desk": open("facts.txt").read()}\n`,
    )
    at.write("s.json", '["{\\"tool_name\\":\\"desk\\",\\"arguments\\":{}}","done"]')
    const more = ["--tools", "t.py", "--model", "script:s.json"]
    const { neural_imprint } = await learned(at, ...more)
    expect((await chat(at, neural_imprint.path, ...more)).code).toBe(0)
    at.write("facts.txt", "closed")
    expect((await chat(at, neural_imprint.path, ...more)).code).toBe(0)
    const [first, second] = receipts(at, "chat")
    expect(second.neural_imprint).toEqual(first.neural_imprint)
    expect(second.tool_instruction_mode).toBe("imprint")
    expect(second.tool_calls[0].result_sha256).not.toBe(first.tool_calls[0].result_sha256)
  })
})

const flipped = (whole: Buffer): Buffer => {
  const other = Buffer.from(whole)
  other[whole.length - 1] = (other[whole.length - 1] ?? 0) ^ 1
  return other
}

describe("learn run", () => {
  it("writes nothing in a dry run, not even what it would remember", async () => {
    const at = place()
    const dryRun = () =>
      at.edge([...learnRun, ...sample, "--tools", examples, "--tool", "order_status", "--dry-run", "--json"])
    const ran = await dryRun()
    expect(ran.code).toBe(0)
    expect(ran.stderr).toBe("warning: the sample knows the tool calculate_fee, which is not active\n")
    expect(document(ran)).toMatchObject({
      schema_version: "edge.demo.learn.plan.v1",
      tools: ["order_status"],
      expected_tool_policy: [
        { tool_name: "calculate_fee", available: false },
        { tool_name: null, available: true },
      ],
      warnings: ["the sample knows the tool calculate_fee, which is not active"],
    })
    expect(document(ran).profile).toBe(undefined)
    const again = await dryRun()
    expect(again.stdout).toBe(ran.stdout)
    expect(fs.existsSync(at.home)).toBe(false)
  })

  it.each<readonly [string, ReadonlyArray<string>, string, number]>([
    ["no sample", [], "invalid_usage", 2],
    ["two samples", [...sample, "--sample-file", "s.json"], "invalid_usage", 2],
    ["a selection without tools", [...sample, "--tool", "f"], "tool_selection_requires_tools", 2],
    ["an unknown sample", ["--sample", "nope"], "unknown_sample", 3],
    ["no such file", ["--sample-file", "none.json"], "learn_sample_invalid", 3],
    ["a file that is none", ["--sample-file", "bad.json"], "learn_sample_invalid", 3],
  ])("refuses %s", async (_, args, code, exit) => {
    const at = place()
    at.write("bad.json", '{"schema_version":"edge.demo.learn.sample.v1"}')
    const ran = await at.edge([...learnRun, ...args, "--json"])
    expect([document(ran).error.code, ran.code]).toEqual([code, exit])
    expect(imprints(at)).toEqual([])
  })

  // It runs until edge is gone, however that ends.
  const slow = `${importTool}@edge_tool
def f() -> dict:
    import os, sys, time
    edge = os.getppid()
    print("it runs", file=sys.stderr, flush=True)
    while os.getppid() == edge:
        time.sleep(0.05)
    return {}
`
  const stuck = (at: Place) => {
    at.write("t.py", slow)
    at.write("s.json", '["{\\"tool_name\\":\\"f\\",\\"arguments\\":{}}"]')
    return at.start([...learnRun, ...sample, "--tools", "t.py", "--model", "script:s.json"])
  }

  it("leaves no imprint when it is interrupted", async () => {
    const at = place()
    const started = stuck(at)
    await started.said("it runs")
    expect(imprints(at)).toEqual([expect.stringMatching(/^\.learning-/)])
    started.child.kill("SIGINT")
    expect((await started.ended).code).toBe(130)
    expect(imprints(at)).toEqual([])
    expect(receipts(at, "learn")).toMatchObject([{ status: "interrupted", neural_imprint: null }])
  })

  it("leaves nothing that counts when it is killed, and the next run clears it away", async () => {
    const at = place()
    const started = stuck(at)
    await started.said("it runs")
    started.child.kill("SIGKILL")
    await started.ended
    expect(document(await at.edge(["demo", "imprint", "list", "--json"])).imprints).toEqual([])
    at.write("s.json", '["x"]')
    const { neural_imprint } = await learned(at, "--model", "script:s.json")
    expect(imprints(at)).toEqual([neural_imprint.imprint_id])
  })
})

describe("learn sample", () => {
  it("init writes one that validates, and never replaces a file", async () => {
    const at = place()
    expect((await at.edge(["demo", "learn", "sample", "init"])).code).toBe(0)
    const checked = await at.edge(["demo", "learn", "sample", "validate", "learn-sample.json", "--json"])
    expect(document(checked)).toMatchObject({ sample_id: "my_sample_v1", records: 3 })
    const again = await at.edge(["demo", "learn", "sample", "init", "--json"])
    expect(document(again).error).toMatchObject({
      code: "invalid_usage",
      message: expect.stringContaining("something of this name is there already"),
    })
  })

  it("init --interactive asks, also on a pipe that ends early", async () => {
    const at = place()
    const init = ["demo", "learn", "sample", "init", "--interactive"]
    const input = "mine\nme\napp\nHow are you?\nlikes tea\npreference\n\n"
    expect((await at.start([...init, "--out", "a.json"], {}, input).ended).code).toBe(0)
    expect(JSON.parse(fs.readFileSync(path.join(at.folder, "a.json"), "utf8"))).toMatchObject({
      sample_id: "mine",
      question: "How are you?",
      records: [{ record_id: "1", kind: "preference", text: "likes tea" }],
    })
    expect((await at.start([...init, "--out", "b.json"], {}, "mine\n").ended).code).toBe(0)
    expect((await at.edge(["demo", "learn", "sample", "validate", "b.json"])).code).toBe(0)
  })

  it("validate tells all that is wrong, and the peer", async () => {
    const at = place()
    at.write("s.json", '{"schema_version":"edge.demo.learn.sample.v1","extra":1}')
    const ran = await at.edge(["demo", "learn", "sample", "validate", "s.json", "--json"])
    expect(ran.code).toBe(3)
    for (const field of ["extra", "sample_id", "peer_id", "records"]) {
      expect(document(ran).error.message).toContain(field)
    }
  })
})

describe("imprint", () => {
  it("is listed, shown without its text, and deleted", async () => {
    const at = place()
    at.write("s.json", '["x"]')
    const { neural_imprint } = await learned(at, "--model", "script:s.json")
    const id = neural_imprint.imprint_id
    const list = document(await at.edge(["demo", "imprint", "list", "--json"]))
    expect(list.imprints).toMatchObject([{ imprint_id: id, status: "whole", tools: [] }])
    const shown = await at.edge(["demo", "imprint", "show", id, "--json"])
    expect(document(shown).imprint).toMatchObject({ imprint_id: id, state_sha256: neural_imprint.state_sha256 })
    expect(shown.stdout).not.toContain("three months")
    const text = await at.edge(["demo", "imprint", "show", id, "--include-text"])
    expect(text.stdout).toContain("- Keep three months of fixed costs in cash at all times.")
    expect((await at.edge(["demo", "imprint", "delete", id])).code).toBe(0)
    expect(imprints(at)).toEqual([])
    expect((await at.edge(["demo", "imprint", "delete", id])).code).toBe(3)
  })
})

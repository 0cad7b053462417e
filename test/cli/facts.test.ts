/** Facts from the command line: import, look at, export, and what a chat makes of them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, type Place, place, receipts, root } from "../fixtures/edge.ts"

const shop = path.join(root, "examples", "facts.json")
const file = (facts: ReadonlyArray<unknown>, more: object = {}) =>
  JSON.stringify({ schema_version: "edge.demo.facts.v1", store: "s", ...more, facts })
const good = { fact_id: "a", topic: "Alpha", text: "first" }

const withShop = async (): Promise<Place> => {
  const at = place()
  expect((await at.edge(["demo", "facts", "import", shop, "--store", "shop"])).code).toBe(0)
  return at
}

describe("edge demo facts import", () => {
  it("counts, and shows no text", async () => {
    const at = place()
    const dry = document(await at.edge(["demo", "facts", "import", shop, "--store", "shop", "--dry-run", "--json"]))
    expect(dry).toMatchObject({ schema_version: "edge.demo.facts.import.v1", dry_run: true, added: 5 })
    expect(fs.existsSync(path.join(at.home, "facts"))).toBe(false)
    const first = await at.edge(["demo", "facts", "import", shop, "--store", "shop", "--json"])
    expect(first.stderr).toBe("")
    expect(document(first)).toMatchObject({ store: "shop", dry_run: false, added: 5, changed: 0, unchanged: 0 })
    const again = await at.edge(["demo", "facts", "import", shop, "--store", "shop"])
    expect(again.stdout).toBe("shop: 0 added, 0 changed, 5 unchanged\n")
  })

  it("puts the facts of two that make a store at once into it", async () => {
    const at = place()
    const files = ["a", "b"].map((name) =>
      at.write(`${name}.json`, file(Array.from({ length: 5_000 }, (_, index) => ({ ...good, fact_id: name + index })))),
    )
    const ran = await Promise.all(files.map((each) => at.edge(["facts", "import", each, "--store", "s", "--json"])))
    expect(ran.map((each) => document(each).added)).toEqual([5_000, 5_000])
    expect(document(await at.edge(["facts", "list", "--store", "s", "--json"])).total).toBe(10_000)
  })

  it("tells every fault of a file with its place, and imports nothing", async () => {
    const at = place()
    const facts = [
      good,
      { fact_id: "b", topic: "", text: 5, extra: "SECRET" },
      { topic: "Gamma", text: "x", tags: ["ok", ""] },
      { ...good, text: "twice" },
      "no fact",
    ]
    at.write("f.json", file(facts, { oops: 1 }))
    const ran = await at.edge(["demo", "facts", "import", "f.json", "--store", "s", "--json"])
    expect(ran.code).toBe(3)
    const { code, details } = document(ran).error
    expect(code).toBe("facts_file_invalid")
    expect(details.fault_count).toBe(details.faults.length)
    expect(details.faults).toEqual(
      expect.arrayContaining([
        { index: null, path: '"oops"', problem: "is unknown" },
        { index: 1, path: "topic", problem: "must not be empty" },
        { index: 1, path: "text", problem: "has the wrong type or value" },
        { index: 1, path: "extra", problem: "is unknown" },
        { index: 2, path: "fact_id", problem: "is missing" },
        { index: 2, path: "tags[1]", problem: "must not be empty" },
        { index: 3, path: "fact_id", problem: "stands twice in this file" },
        { index: 4, path: "", problem: "must be an object" },
      ]),
    )
    expect(ran.stdout).not.toContain("SECRET")
    expect(document(await at.edge(["demo", "facts", "stores", "--json"])).stores).toEqual([])
  })

  it("lists all faults for a person", async () => {
    const at = place()
    at.write(
      "f.json",
      file([
        { ...good, text: "" },
        { ...good, fact_id: "" },
      ]),
    )
    const ran = await at.edge(["demo", "facts", "import", "f.json", "--store", "s"])
    expect(ran.stdout).toBe("")
    expect(ran.stderr).toContain("✗ facts[0].text must not be empty\n✗ facts[1].fact_id must not be empty\n")
  })

  it("refuses a name that is no store's, and a file that is not there", async () => {
    const at = place()
    for (const store of ["../x", ".x", "a/b", ""]) {
      const ran = await at.edge(["demo", "facts", "import", shop, "--store", store, "--json"])
      expect([store, document(ran).error.code, ran.code]).toEqual([store, "invalid_usage", 2])
    }
    const missing = await at.edge(["demo", "facts", "import", "none.json", "--store", "s", "--json"])
    expect(document(missing).error).toMatchObject({ code: "facts_file_invalid", details: { fault_count: 1 } })
  })
})

describe("looking at a store", () => {
  it("shows hashes, and text only when asked", async () => {
    const at = await withShop()
    for (const command of [["list"], ["inspect", "warranty"]]) {
      const args = ["demo", "facts", ...command, "--store", "shop"]
      for (const more of [[], ["--json"]]) {
        expect((await at.edge([...args, ...more])).stdout).not.toContain("24 months")
        expect((await at.edge([...args, ...more, "--include-text"])).stdout).toContain("24 months")
      }
    }
    const listed = document(await at.edge(["demo", "facts", "list", "--store", "shop", "--limit", "2", "--json"]))
    expect(listed).toMatchObject({ total: 5, facts: [{ tags: 2 }, { tags: 1 }] })
    const stores = document(await at.edge(["demo", "facts", "stores", "--json"])).stores
    expect(stores).toEqual([{ store: "shop", facts: 5, bytes: expect.any(Number) }])
  })

  it("deletes one fact, once", async () => {
    const at = await withShop()
    const args = ["demo", "facts", "delete", "warranty", "--store", "shop", "--json"]
    expect((await at.edge(args)).code).toBe(0)
    const again = await at.edge(args)
    expect([again.code, document(again).error.code]).toEqual([3, "fact_not_found"])
  })

  it("exports what can be imported again", async () => {
    const at = await withShop()
    const all = ["demo", "facts", "export", "--store", "shop", "--out"]
    expect((await at.edge([...all, "all.json", "--include-text"])).code).toBe(0)
    expect(fs.statSync(path.join(at.folder, "all.json")).mode & 0o777).toBe(0o600)
    const copy = await at.edge(["demo", "facts", "import", "all.json", "--store", "shop", "--json"])
    expect(document(copy)).toMatchObject({ added: 0, changed: 0, unchanged: 5 })
    expect((await at.edge([...all, "hashes.json"])).code).toBe(0)
    expect(fs.readFileSync(path.join(at.folder, "hashes.json"), "utf8")).not.toContain("months")
    const there = await at.edge([...all, "hashes.json", "--json"])
    expect([there.code, document(there).error.code]).toEqual([2, "invalid_usage"])
  })

  it("knows which stores there are", async () => {
    const at = await withShop()
    for (const command of [["list"], ["inspect", "x"], ["delete", "x"], ["export", "--out", "x.json"]]) {
      const ran = await at.edge(["demo", "facts", ...command, "--store", "shoop", "--json"])
      expect([ran.code, document(ran).error]).toMatchObject([
        3,
        { code: "facts_store_not_found", details: { known: ["shop"] } },
      ])
    }
  })
})

describe("edge demo chat over facts", () => {
  const ask = (at: Place, replies: ReadonlyArray<string>, ...more: ReadonlyArray<string>) => {
    at.write("s.json", JSON.stringify(replies))
    return at.edge(["demo", "chat", "--model", "script:s.json", "--prompt", "p", "--json", ...more])
  }
  const call = (args: object, name = "local_facts_lookup") => JSON.stringify({ tool_name: name, arguments: args })

  it("answers a question with the built-in model", async () => {
    const at = await withShop()
    const ran = await at.edge(["demo", "chat", "--facts-store", "shop", "--prompt", "Look up the warranty period."])
    expect(ran.stdout).toBe("The warranty lasts 24 months.\n")
  })

  it("looks up without Python, and its receipt has hashes of what was found", async () => {
    const at = await withShop()
    const replies = [call({ query: "退款", limit: 3 }), call({ query: "no such thing" }), "done"]
    const ran = await ask(at, replies, "--facts-store", "shop", "--python", "/nowhere")
    expect(ran.code).toBe(0)
    const [receipt] = receipts(at, "chat")
    expect(receipt).toMatchObject({
      status: "completed",
      python: null,
      tools_file_sha256: null,
      lookups: { tools_manifest_sha256: null, stores: ["shop"] },
      tool_calls: [
        { name: "local_facts_lookup", status: "matched", rows: 1, rows_cut: false, runner_secret_verified: false },
        { status: "no_match", rows: 0, facts: [] },
      ],
    })
    const listed = document(await at.edge(["demo", "facts", "inspect", "tuikuan", "--store", "shop", "--json"]))
    expect(receipt.tool_calls[0].facts[0].fact_id_sha256).toBe(listed.fact.fact_id_sha256)
    expect(JSON.stringify(receipt)).not.toMatch(/退款|tuikuan|handbook/)
    expect(receipt.active_set_sha256).toMatch(/^sha256:/)
  })

  it("gives the model text and topic only", async () => {
    const at = await withShop()
    await ask(at, [call({ query: "warranty", topic: null }), "done"], "--facts-store", "shop", "--include-text")
    const [{ arguments: args, result }] = receipts(at, "chat")[0].tool_calls
    expect(args).toEqual({ query: "warranty", topic: null })
    expect(result).toEqual({ rows: [{ text: "The warranty lasts 24 months.", topic: "warranty period" }] })
  })

  it("refuses arguments like those of any tool", async () => {
    const at = await withShop()
    const ran = await ask(
      at,
      [call({ query: 5 }), call({ limit: 1 }), call({ query: "x", limit: "5" })],
      "--facts-store",
      "shop",
    )
    expect(ran.code).toBe(4)
    expect(document(ran).failure.code).toBe("invalid_tool_args")
    expect(document(ran).tool_calls.map((each: { status: string }) => each.status)).toEqual(Array(3).fill("rejected"))
  })

  it("cuts a result to what a result may hold, and says so", async () => {
    const at = place()
    const facts = Array.from({ length: 40 }, (_, index) => ({ ...good, fact_id: `f${index}`, text: "é".repeat(2_000) }))
    at.write("f.json", file([...facts, { fact_id: "long", topic: "Omega", text: "界".repeat(40_000) }]))
    await at.edge(["demo", "facts", "import", "f.json", "--store", "s"])
    const replies = [call({ query: "alpha", limit: 50 }), call({ query: "omega" }), "done"]
    await ask(at, replies, "--facts-store", "s", "--include-text")
    const [many, long] = receipts(at, "chat")[0].tool_calls
    expect(many).toMatchObject({ status: "matched", rows: 16, rows_cut: true, result: { cut: true } })
    expect(Buffer.byteLength(JSON.stringify(many.result))).toBeLessThanOrEqual(65_536)
    expect(long).toMatchObject({ status: "matched", rows: 1, rows_cut: true })
    const size = Buffer.byteLength(JSON.stringify(long.result))
    expect(size).toBeLessThanOrEqual(65_536)
    expect(size).toBeGreaterThan(65_000)
  })

  it("takes one source of tools", async () => {
    const at = await withShop()
    const both = await ask(at, [], "--facts-store", "shop", "--tools", "t.py")
    expect([both.code, document(both).error.code]).toEqual([2, "conflicting_tool_options"])
    const three = await ask(at, [], "--facts-store", "shop", "--tools", "t.py", "--tools-manifest", "m.json")
    expect(document(three).error.details.options).toEqual(["--tools", "--tools-manifest", "--facts-store"])
    const selected = await ask(at, [], "--facts-store", "shop", "--tool", "x")
    expect(document(selected).error.code).toBe("tool_selection_requires_tools")
    const missing = await ask(at, [], "--facts-store", "none")
    expect(document(missing).error.code).toBe("facts_store_not_found")
  })
})

describe("a tools manifest", () => {
  const tool = (name: string, store: string) => ({
    name,
    kind: "local_facts_lookup",
    store,
    description: `Look into ${store}.`,
  })
  const manifest = (...tools: ReadonlyArray<unknown>) =>
    JSON.stringify({ schema_version: "edge.demo.tools.manifest.v1", tools })

  it("gives the model a look-up for each store", async () => {
    const at = await withShop()
    at.write("f.json", file([good]))
    await at.edge(["demo", "facts", "import", "f.json", "--store", "s"])
    at.write("m.json", manifest(tool("shop_facts", "shop"), tool("other_facts", "s")))
    at.write(
      "r.json",
      JSON.stringify([
        '{"tool_name":"shop_facts","arguments":{"query":"alpha"}}',
        '{"tool_name":"other_facts","arguments":{"query":"alpha"}}',
        "done",
      ]),
    )
    await at.edge(["demo", "chat", "--tools-manifest", "m.json", "--model", "script:r.json", "--prompt", "p"])
    const [receipt] = receipts(at, "chat")
    expect(receipt.tool_calls.map((call: { name: string; status: string }) => [call.name, call.status])).toEqual([
      ["shop_facts", "no_match"],
      ["other_facts", "matched"],
    ])
    expect(receipt.lookups).toEqual({ tools_manifest_sha256: expect.stringMatching(/^sha256:/), stores: ["s", "shop"] })
  })

  it("comes with an example that the built-in model uses", async () => {
    const at = await withShop()
    const example = path.join(root, "examples", "tools-manifest.json")
    const valid = await at.edge(["demo", "tools", "validate", example])
    expect([valid.code, valid.stderr]).toEqual([0, ""])
    const prompt = "Look up the refund policy."
    const ran = await at.edge(["demo", "chat", "--tools-manifest", example, "--prompt", prompt])
    expect(ran.stdout).toBe("Refunds are accepted within 30 days.\n")
  })

  it("is validated, with warnings that fail nothing", async () => {
    const at = await withShop()
    at.write("m.json", manifest(tool("shop_facts", "shop"), tool("other", "missing")))
    const sample = {
      schema_version: "edge.demo.learn.sample.v1",
      tool_schema_export: { tools: [{ name: "shop_fact" }] },
    }
    at.write("sample.json", JSON.stringify(sample))
    const ran = await at.edge(["demo", "tools", "validate", "m.json", "--learn-sample", "sample.json", "--json"])
    expect(ran.code).toBe(0)
    expect(document(ran)).toMatchObject({
      schema_version: "edge.demo.tools.validate.v1",
      warnings: [
        "other looks into the store missing, which is not there yet",
        "only the learn sample names shop_fact",
        "the learn sample does not name shop_facts",
        "the learn sample does not name other",
      ],
    })
    const bad = await at.edge(["demo", "tools", "validate", "m.json", "--learn-sample", "m.json", "--json"])
    expect([bad.code, document(bad).error.code]).toEqual([3, "learn_sample_invalid"])
  })

  it("is told all its faults", async () => {
    const at = place()
    at.write(
      "m.json",
      manifest(tool("a b", "s"), { ...tool("x", "../s"), kind: "python" }, tool("y", "s"), tool("y", "s")),
    )
    const ran = await at.edge(["demo", "tools", "validate", "m.json", "--json"])
    expect([ran.code, document(ran).error.code]).toEqual([3, "tools_manifest_invalid"])
    const paths = document(ran).error.details.issues.map((issue: { path: string }) => issue.path)
    expect(paths).toEqual(["tools[0].name", "tools[1].kind", "tools[1].store"])
    at.write("twice.json", manifest(tool("y", "s"), tool("y", "s")))
    const twice = document(await at.edge(["demo", "tools", "validate", "twice.json", "--json"]))
    expect(twice.error.details.issues).toEqual([{ path: "tools[1].name", problem: "must not stand twice" }])
  })

  it("is told as a whole where nothing in it can be named", async () => {
    const at = place()
    at.write("list.json", "[]")
    at.write("half.json", "{")
    const told = async (file: string) => (await at.edge(["demo", "tools", "validate", file])).stderr.split("\n")[1]
    expect(await told("list.json")).toBe("✗ the document must be an object")
    expect(await told("half.json")).toBe("✗ the document is no JSON: the text ends early at character 2")
    expect(await told(".")).toBe("✗ the file cannot be read (it is a folder)")
    const absent = await at.edge(["demo", "facts", "import", "absent.json", "--store", "s"])
    expect(absent.stderr).toContain("Check the path: it must name one file that can be read.\n")
    expect(await told("absent.json")).toBe("✗ the file cannot be read (there is no such file or folder)")
  })
})

/** `edge models` and `edge doctor` through the built command, with a server on loopback in the place of the network. */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it, vi } from "vitest"
import { document, noModels, type Place, place, receipts, root } from "../fixtures/edge.ts"
import { cutting, pausing, serve } from "../fixtures/fileServer.ts"

const builtIn = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
const weights = fs.readFileSync(builtIn)
const hash = `sha256:${createHash("sha256").update(weights).digest("hex")}`
const examples = path.join(root, "examples", "tools.py")
const source = "hf:bartowski/Qwen_Qwen3-4B-GGUF/Qwen_Qwen3-4B-Q4_K_M.gguf"
const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."

const nobody = (at: Place, more: Record<string, string> = {}) => ({ ...noModels(at), ...more })

const fetched = (at: Place) =>
  path.join(at.home, "models", "bartowski", "Qwen_Qwen3-4B-GGUF", "Qwen_Qwen3-4B-Q4_K_M.gguf")

/** Resolves when the file has this size. */
const growsTo = (file: string, size: number) =>
  vi.waitUntil(() => fs.statSync(file, { throwIfNoEntry: false })?.size === size, { timeout: 300_000, interval: 10 })

describe("edge models fetch", () => {
  it.each(["bogus", "ftp://files.example"])("asks no %s, and says what is wrong with it", async (endpoint) => {
    const at = place()
    const ran = await at.edge(["models", "fetch", "qwen3-4b", "--json"], nobody(at, { HF_ENDPOINT: endpoint }))
    expect(ran.code).toBe(5)
    expect(document(ran)).toMatchObject({ error: { code: "model_fetch_failed" } })
    expect(document(ran).error.message).toContain("HF_ENDPOINT is no address")
  })

  it("fetches once, records the hash, leaves a receipt that says so, and the model can be named", async () => {
    const at = place()
    const server = await serve(weights)
    const env = nobody(at, { HF_ENDPOINT: server.endpoint })
    const first = await at.edge(["models", "fetch", "qwen3-4b", "--json"], env)
    expect(first.stderr).toBe("")
    expect(document(first)).toMatchObject({
      schema_version: "edge.models.fetch.v1",
      status: "completed",
      network_used: true,
      fetched: { name: "qwen3-4b", source, bytes: weights.length, sha256: hash, path: fetched(at) },
    })
    expect(fs.readFileSync(fetched(at)).equals(weights)).toBe(true)
    expect(fs.statSync(fetched(at)).mode & 0o777).toBe(0o600)
    expect(receipts(at, "fetch")).toMatchObject([
      {
        schema_version: "edge.models.fetch.receipt.v1",
        status: "completed",
        network_used: true,
        fetched: { sha256: hash },
      },
    ])
    const localOnly = await at.edge(["demo", "local-only", "--path", document(first).receipt_path, "--json"], env)
    expect(document(localOnly).error.code).toBe("network_used")

    const again = await at.edge(["models", "fetch", "qwen3-4b", "--json"], env)
    expect(document(again)).toMatchObject({ status: "already_here", network_used: false, receipt_path: null })
    expect(server.seen).toHaveLength(1)

    const chat = await at.edge(
      ["demo", "chat", "--model", "qwen3-4b", "--gpu", "off", "--tools", examples, "--prompt", prompt, "--json"],
      env,
    )
    expect(document(chat).answer).toBe("The fee is 0.75.")
    expect(receipts(at, "chat")[0].model).toMatchObject({ name: "qwen3-4b", file_sha256: hash, threads: 1, gpu: null })
    expect(receipts(at, "chat")[0].model.runtime).toMatch(/^node-llama-cpp \d+\.\d+\.\d+/)

    fs.appendFileSync(fetched(at), "x")
    const changed = await at.edge(["demo", "chat", "--model", "qwen3-4b", "--prompt", "p", "--json"], env)
    expect(document(changed).error).toMatchObject({
      code: "model_load_failed",
      message: expect.stringContaining("recorded when it was fetched"),
    })
  })

  it("goes on where another run was cut off", async () => {
    const at = place()
    const { behave, received } = cutting(1_000_000, 1)
    const first = await serve(weights, (asked, response, file) => {
      if (behave(asked, response, file)) {
        void growsTo(`${fetched(at)}.part`, 1_000_000).then(() => received(1_000_000))
      } else response.writeHead(403).end()
      return true
    })
    const failed = await at.edge(["models", "fetch", "qwen3-4b", "--json"], nobody(at, { HF_ENDPOINT: first.endpoint }))
    expect(failed.code).toBe(5)
    expect(document(failed).error).toMatchObject({ code: "model_fetch_failed", details: { bytes_kept: 1_000_000 } })
    expect(receipts(at, "fetch")).toMatchObject([
      { status: "failed_closed", network_used: true, fetched: { sha256: null } },
    ])
    const second = await serve(weights)
    const done = await at.edge(["models", "fetch", "qwen3-4b", "--json"], nobody(at, { HF_ENDPOINT: second.endpoint }))
    expect(document(done).fetched).toMatchObject({ sha256: hash, resumed_from: 1_000_000 })
    expect(second.seen.map(({ range }) => range)).toEqual(["bytes=1000000-"])
  })

  it("is one process's at a time, and the next one's when that is killed", async () => {
    const at = place()
    const { behave, arrived, goOn } = pausing(1_000_000)
    const server = await serve(weights, behave)
    const env = nobody(at, { HF_ENDPOINT: server.endpoint })
    const args = ["models", "fetch", "qwen3-4b", "--json"]
    const killed = at.start(args, env)
    await arrived(1)
    await growsTo(`${fetched(at)}.part`, 1_000_000)
    killed.child.kill("SIGKILL")
    await killed.ended

    const first = at.start(args, env)
    await arrived(2)
    const second = await at.edge(args, env)
    expect(second.code).toBe(5)
    expect(document(second).error).toMatchObject({
      code: "model_fetch_running",
      message: "The model qwen3-4b is being fetched by another edge.",
      hint: expect.stringContaining("Wait for it, or end it with Ctrl-C"),
    })
    expect(receipts(at, "fetch")).toMatchObject([
      { status: "failed_closed", failure: { code: "model_fetch_running" }, network_used: false },
    ])
    goOn()
    expect(document(await first.ended).fetched).toMatchObject({ sha256: hash, resumed_from: 1_000_000 })
    expect(server.seen).toHaveLength(2)
    const kept = path.basename(fetched(at))
    expect(fs.readdirSync(path.dirname(fetched(at))).sort()).toEqual([kept, `${kept}.json`].sort())
  })

  it("refuses what is no model, and what has not the size that is known", async () => {
    const at = place()
    const server = await serve(Buffer.from("<html>not found, but with a good conscience</html>"))
    const env = nobody(at, { HF_ENDPOINT: server.endpoint })
    const page = await at.edge(["models", "fetch", "qwen3-4b", "--json"], env)
    expect(document(page).error.message).toContain("what came is no model: it is no GGUF file")
    const short = await at.edge(["models", "fetch", "qwen3-0.6b", "--json"], env)
    expect(document(short).error.message).toContain("and not 639446688")
    expect(document(page).error.hint).toBe("Run the same command again once that has changed.")
    expect(fs.readdirSync(path.dirname(fetched(at)))).toEqual([])
  })

  it("keeps nothing of an answer that is a refusal", async () => {
    const at = place()
    const server = await serve(weights, (_asked, response) => {
      response.writeHead(404).end()
      return true
    })
    const refused = await at.edge(
      ["models", "fetch", "qwen3-4b", "--json"],
      nobody(at, { HF_ENDPOINT: server.endpoint }),
    )
    expect(document(refused).error).toMatchObject({
      message: expect.stringContaining("the server answers 404"),
      details: { bytes_kept: 0 },
      hint: "Run the same command again once that has changed.",
    })
    expect(fs.existsSync(`${fetched(at)}.part`)).toBe(false)
  })

  it("does nothing in a dry run", async () => {
    const at = place()
    const server = await serve(weights)
    const ran = await at.edge(
      ["models", "fetch", "qwen3-4b", "--dry-run", "--json"],
      nobody(at, { HF_ENDPOINT: server.endpoint }),
    )
    expect(document(ran)).toMatchObject({
      status: "dry_run",
      network_used: false,
      fetched: { bytes: 2_500_000_000, path: fetched(at) },
    })
    expect(server.seen).toEqual([])
    expect(receipts(at, "fetch")).toEqual([])
  })
})

describe("a model that is not here", () => {
  it.each([
    [["models", "where", "qwen3-4b"], "To get it, type: edge models fetch qwen3-4b"],
    [["demo", "chat", "--prompt", "p", "--model", "qwen3-4b"], "To get it, type: edge models fetch qwen3-4b"],
    [
      ["demo", "chat", "--prompt", "p", "--model", "qwen4b"],
      "Did you mean qwen3-4b? To get it: edge models fetch qwen3-4b",
    ],
  ])("%j says what to type", async (args, hint) => {
    const at = place()
    const ran = await at.edge([...args, "--json"], nobody(at))
    expect(ran.code).toBe(5)
    expect(document(ran).error).toMatchObject({ code: "model_not_found", hint })
  })
})

describe("models that other programs hold", () => {
  it("are listed, found and used where they lie", async () => {
    const at = place()
    const held = path.join(at.folder, "huggingface/hub/models--bartowski--Qwen_Qwen3-4B-GGUF/snapshots/abc")
    fs.mkdirSync(held, { recursive: true })
    fs.symlinkSync(builtIn, path.join(held, "Qwen_Qwen3-4B-Q4_K_M.gguf"))
    const env = nobody(at)
    const list = document(await at.edge(["models", "list", "--json"], env))
    expect(list.models.find(({ name }: any) => name === "qwen3-4b")).toMatchObject({
      present: true,
      holder: "Hugging Face",
    })
    const where = await at.edge(["models", "where", "qwen3-4b"], env)
    const file = path.join(held, "Qwen_Qwen3-4B-Q4_K_M.gguf")
    expect(where.stdout).toMatch(/^Hugging Face {2}8\.27 MB {2}huggingface\/hub\/\S*\.gguf\n$/)
    expect(path.resolve(at.folder, where.stdout.split("  ").at(-1)?.trim() ?? "")).toBe(file)
    expect(document(await at.edge(["models", "where", "qwen3-4b", "--json"], env)).found[0].path).toBe(file)
    const chat = await at.edge(
      ["demo", "chat", "--model", "qwen3-4b", "--prompt", "Hello", "--json", "--threads", "2"],
      env,
    )
    expect(document(chat).status).toBe("completed")
    expect(receipts(at, "chat")[0].model).toMatchObject({ name: "qwen3-4b", threads: 2 })
  })
})

describe("edge doctor", () => {
  it.each([[["doctor"]], [["models", "doctor"]]])("%j finds all in order here", async (args) => {
    const ran = await place().edge([...args, "--json"])
    expect(document(ran)).toMatchObject({ schema_version: "edge.doctor.v1", ready: true })
    expect(document(ran).checks.map(({ name }: any) => name)).toEqual([
      "node",
      "python",
      "runtime",
      "gpu",
      "model",
      "state",
      "disk",
    ])
    expect(ran.code).toBe(0)
  })

  it("says what to type about the rest, and ends with 5", async () => {
    const at = place()
    fs.mkdirSync(at.home)
    fs.chmodSync(at.home, 0o755)
    const ran = await at.edge(["doctor", "--python", "/nowhere/python3"])
    expect(ran.code).toBe(5)
    expect(ran.stdout).toContain("✗ python   /nowhere/python3 is no usable Python: there is no such file.")
    expect(ran.stdout).toContain(`fix: chmod 700 '${at.home}'`)
    expect(ran.stdout).toMatch(/\n2 to fix\.\n$/)
  })
})

it("a GPU that is not there is gpu_unavailable", async () => {
  const gpu = process.platform === "darwin" ? "cuda" : "metal"
  const ran = await place().edge(["demo", "chat", "--gpu", gpu, "--prompt", "p", "--json"])
  expect(ran.code).toBe(5)
  expect(document(ran).error.code).toBe("gpu_unavailable")
})

/** Ctrl-C and the like, on the built command: its exit code, its receipt, and nothing left behind. */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { document, type Place, place, receipts } from "../fixtures/edge.ts"
import { noneHolding } from "../fixtures/pids.ts"
import { tool, tools } from "./desk.ts"

// What a place started knows it by its state folder, which stands in its environment.
const nothingLeft = async (at: Place) => {
  await Effect.runPromise(noneHolding(at.home))
  const files = fs.existsSync(at.home) ? fs.readdirSync(at.home, { recursive: true }).map(String) : []
  expect(files.filter((file) => /lock|tmp/.test(file))).toEqual([])
}

const sleeping = tool(
  `subprocess.Popen(["sleep", "600"])\nsubprocess.Popen(["sleep", "600"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\nprint("running", flush=True)\ntime.sleep(600)`,
)

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const

describe.each(signals)("%s", (signal, code) => {
  it(`during a call exits ${code}, and the receipt says interrupted`, async () => {
    const at = place()
    at.write("t.py", sleeping)
    const run = at.start(["tools", "call", "t.py", "f", "--json"])
    await run.said("running")
    run.child.kill(signal)
    const ran = await run.ended
    expect(ran.code).toBe(code)
    const calls = [{ name: "f", status: "interrupted", code: null, result_sha256: null }]
    expect(document(ran)).toMatchObject({ status: "interrupted", failure: null, tool_calls: calls })
    expect(receipts(at, "call")).toMatchObject([{ status: "interrupted", failure: null, tool_calls: calls }])
    await nothingLeft(at)
  })

  it(`during a chat's call exits ${code}, and the receipt says interrupted`, async () => {
    const at = place()
    at.write("t.py", sleeping)
    at.write("s.json", JSON.stringify(['{"tool_name":"f","arguments":{}}', "never"]))
    const run = at.start(["demo", "chat", "--tools", "t.py", "--model", "script:s.json", "--prompt", "p", "--json"])
    await run.said("running")
    run.child.kill(signal)
    const ran = await run.ended
    expect(ran.code).toBe(code)
    expect(document(ran)).toMatchObject({ status: "interrupted", tool_calls: [{ status: "interrupted" }] })
    expect(receipts(at, "chat")).toMatchObject([{ status: "interrupted", tool_calls: [{ status: "interrupted" }] }])
    await nothingLeft(at)
  })

  it(`during discovery exits ${code}`, async () => {
    const at = place()
    at.write("t.py", tools(`print("running", flush=True)\ntime.sleep(600)\n`))
    const run = at.start(["tools", "validate", "t.py", "--json"])
    await run.said("running")
    run.child.kill(signal)
    expect(await run.ended).toMatchObject({ code, stdout: "" })
    await nothingLeft(at)
  })

  it(`while the interpreter is looked for exits ${code}`, async () => {
    const at = place()
    const named = at.write("python", `#!/bin/sh\n: > "$0.asked"\nsleep 600 &\nsleep 600\n`)
    fs.chmodSync(named, 0o755)
    at.write("t.py", tool("return {}"))
    const run = at.start(["tools", "call", "t.py", "f", "--python", named])
    await appears(`${named}.asked`)
    run.child.kill(signal)
    expect(await run.ended).toMatchObject({ code })
    await nothingLeft(at)
  })
})

describe("an interrupt", () => {
  it("by a terminal that closes is one, too", async () => {
    const at = place()
    at.write("t.py", sleeping)
    const run = at.start(["tools", "call", "t.py", "f", "--json"])
    await run.said("running")
    run.child.kill("SIGHUP")
    expect((await run.ended).code).toBe(129)
    expect(receipts(at, "call")).toMatchObject([{ status: "interrupted" }])
    await nothingLeft(at)
  })

  it("while the built-in model loads leaves a receipt and no process", async () => {
    const at = place()
    // Discovery runs beside it, and keeps the command from going on once the model is there.
    at.write("t.py", tools(`print("running", flush=True)\ntime.sleep(600)\n`))
    const run = at.start(["demo", "chat", "--tools", "t.py", "--prompt", "p", "--json"])
    await run.said("running")
    run.child.kill("SIGINT")
    const ran = await run.ended
    expect(ran.code).toBe(130)
    expect(receipts(at, "chat")).toMatchObject([{ status: "interrupted", answer_sha256: null }])
    await nothingLeft(at)
  })

  it("that comes twice, as from a terminal and a wrapper, is one", async () => {
    const at = place()
    at.write("t.py", sleeping)
    const run = at.start(["tools", "call", "t.py", "f", "--json"])
    await run.said("running")
    run.child.kill("SIGINT")
    run.child.kill("SIGINT")
    expect((await run.ended).code).toBe(130)
    expect(receipts(at, "call")).toMatchObject([{ status: "interrupted" }])
    await nothingLeft(at)
  })
})

const appears = async (file: string): Promise<void> => {
  while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 2))
}

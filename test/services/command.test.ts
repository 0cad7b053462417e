/** The runner as the built command shows it: stderr, receipts, and what is started for whom. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, type Place, place, receipts } from "../fixtures/edge.ts"
import { tool, tools } from "./desk.ts"

const call = (at: Place, ...more: ReadonlyArray<string>) => at.edge(["tools", "call", "t.py", "f", "--json", ...more])
const chat = ["demo", "chat", "--model", "script:s.json", "--prompt", "p", "--json"]
const mark = "\n[edge: the rest of the tool's stderr is cut after 65536 bytes]\n"

describe("a tool's stderr", () => {
  const rows: ReadonlyArray<readonly [name: string, body: string, stderr: string]> = [
    ["of 5 MB is cut, and marked", `sys.stderr.write("x" * 5_000_000)`, "x".repeat(65_536) + mark],
    ["of exactly the limit is whole", `sys.stderr.write("x" * 65536)`, "x".repeat(65_536)],
    ["of one byte more is cut", `sys.stderr.write("x" * 65537)`, "x".repeat(65_536) + mark],
    ["cannot steer the terminal", `sys.stderr.write("\\x1b[2Jü\\r\\n")`, "\\u001b[2Jü\\u000d\n"],
  ]
  it.each(rows)("%s", async (_, body, stderr) => {
    const at = place()
    at.write("t.py", tool(`${body}\nreturn {"fee": 1}`))
    const ran = await call(at)
    expect(document(ran)).toMatchObject({ status: "completed", result: { fee: 1 } })
    expect(ran.stderr).toBe(stderr)
    expect(JSON.stringify(receipts(at, "call"))).not.toContain("xxx")
  })
})

it("what a tool wrote without a line end is followed by a line end", async () => {
  const at = place()
  at.write("t.py", tool(`sys.stderr.write("half")\nreturn {"fee": 1}`))
  at.write("s.json", JSON.stringify(['{"tool_name":"f","arguments":{}}', "One."]))
  const ran = await at.edge(["chat", "--model", "script:s.json", "--prompt", "p", "--tools", "t.py"])
  expect(ran.stderr).toMatch(/^half\ncalled {3}f\nreceipt {2}.*\n$/)
})

describe("a reader that is gone", () => {
  it.each(["stdout", "stderr"] as const)("of %s ends no run: its receipt is written", async (stream) => {
    const at = place()
    at.write("t.py", tool(`os.write(2, b"x" * 60_000)\ntime.sleep(0.1)\nos.write(2, b"x")\nreturn {"fee": 1}`))
    const run = at.start(["tools", "call", "t.py", "f", "--json"])
    run.child[stream]?.destroy()
    const ran = await run.ended
    expect(ran.code).toBe(0)
    expect(receipts(at, "call")).toMatchObject([{ status: "completed", tool_calls: [{ status: "completed" }] }])
    if (stream === "stderr") expect(document(ran)).toMatchObject({ status: "completed", result: { fee: 1 } })
  })
})

describe("a receipt", () => {
  it("names the interpreter, the real one behind a shim", async () => {
    const at = place()
    at.write("t.py", tool(`return {"executable": sys.executable, "version": "%d.%d.%d" % sys.version_info[:3]}`))
    const { executable, version } = document(await call(at)).result
    const shim = at.write("shim", `#!/bin/sh\nexec '${executable}' "$@"\n`)
    fs.chmodSync(shim, 0o755)
    await call(at, "--python", shim)
    await at.edge(["tools", "call", "t.py", "f", "--json"], { EDGE_PYTHON: shim })
    const python = { executable, version }
    expect(receipts(at, "call").map((receipt) => receipt.python)).toEqual([python, python, python])
  })

  it("holds the local modules' hashes, and a chat notices the edit of one", async () => {
    const at = place()
    at.write("helper.py", "fee = 1\n")
    const edit = `import helper\n@edge_tool\ndef f() -> dict:\n    open(helper.__file__, "a").write("# more\\n")\n    return {"fee": helper.fee}\n`
    at.write("t.py", tools(edit))
    at.write("s.json", JSON.stringify(Array(3).fill('{"tool_name":"f","arguments":{}}')))
    const ran = await at.edge([...chat, "--tools", "t.py"])
    expect(ran.code).toBe(4)
    expect(document(ran).failure.code).toBe("tools_file_changed")
    const [receipt] = receipts(at, "chat")
    expect(receipt.local_modules).toEqual([
      { name: "helper", path: "helper.py", sha256: expect.stringMatching(/^sha256:/) },
    ])
    expect(receipt.tool_calls.map((row: { status: string; code: string }) => [row.status, row.code])).toEqual([
      ["completed", null],
      ["failed", "tools_file_changed"],
    ])
  })

  it("hashes numbers exactly, and the screen shows them so", async () => {
    const at = place()
    at.write("t.py", tools(`@edge_tool\ndef f(id: int) -> dict:\n    return {"id": id}\n`))
    const hashes = []
    for (const id of ["2512292042121000001", "2512292042121000002", "-9007199254740993", `1${"0".repeat(5000)}1`]) {
      const ran = await call(at, "--include-text", "--args", `{"id":${id}}`)
      expect(ran.stdout).toMatch(new RegExp(`"result":\\s*\\{\\s*"id":\\s*${id}\\s*\\}`))
      const [row] = document(ran).tool_calls
      expect(row.args_sha256).toBe(row.result_sha256)
      hashes.push(row.args_sha256)
    }
    expect(new Set(hashes).size).toBe(4)
    const [first = ""] = fs.readdirSync(path.join(at.home, "receipts", "call")).sort()
    expect(fs.readFileSync(path.join(at.home, "receipts", "call", first), "utf8")).toContain("2512292042121000001")
  })
})

describe("a process", () => {
  // An interpreter that says it is a stub, and notes each start of it.
  const noting = (at: Place) => {
    const file = at.write("python", `#!/bin/sh\necho >> "$0.starts"\nexit 7\n`)
    fs.chmodSync(file, 0o755)
    return { file, starts: () => fs.existsSync(`${file}.starts`) }
  }

  it("is never started for a chat without tools", async () => {
    const at = place()
    at.write("s.json", JSON.stringify(["Hello."]))
    const { file, starts } = noting(at)
    const ran = await at.edge([...chat, "--python", file])
    expect(document(ran)).toMatchObject({ status: "completed", answer: "Hello." })
    expect(starts()).toBe(false)
  })

  it("of its own serves each call of a chat", async () => {
    const at = place()
    at.write("t.py", tool(`open("pids", "a").write("%d\\n" % os.getpid())\nreturn {}`))
    at.write("s.json", JSON.stringify([...Array(4).fill('{"tool_name":"f","arguments":{}}'), "Done."]))
    expect(document(await at.edge([...chat, "--tools", "t.py"])).answer).toBe("Done.")
    const pids = fs.readFileSync(path.join(at.folder, "pids"), "utf8").trim().split("\n")
    expect(new Set(pids).size).toBe(4)
  })

  it("runs in the caller's folder", async () => {
    const at = place()
    at.write("deep/t.py", tool(`return {"cwd": os.getcwd()}`))
    const ran = await at.edge(["tools", "call", "deep/t.py", "f", "--json"])
    expect(document(ran).result.cwd).toBe(fs.realpathSync(at.folder))
  })
})

/** What stands where a file or folder should: pipes, devices, links to nothing, folders that refuse. Nothing waits for ever. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, importTool, type Place, place, root } from "../fixtures/edge.ts"

const fifo = (file: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  execFileSync("mkfifo", [file])
  return file
}

const level = `execution_level="commit", return_direct=True, output_schema={"type": "object", "properties": {}, "additionalProperties": False}`
const tools = `import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "lib"))
import inner
${importTool}
@edge_tool
def f() -> dict:
    open("ran", "w")
    return {}

@edge_tool(${level})
def change() -> dict:
    open("ran", "w")
    return {}
`

const prepared = () => {
  const at = place()
  at.write("lib/inner.py", "")
  return { at, file: at.write("t.py", tools), ran: () => fs.existsSync(path.join(at.folder, "ran")) }
}

interface Waiting {
  readonly action_id: string
  readonly confirmation_token: string
}

const waitingOf = async (at: Place, file: string): Promise<Waiting> =>
  document(await at.edge(["tools", "call", file, "change", "--json"])).pending_action

const confirm = (at: Place, { action_id, confirmation_token }: Waiting) =>
  at.edge(["tools", "confirm", action_id, "--token", confirmation_token, "--json"])

const codeOf = (ran: { readonly stdout: string }) => {
  const { error, failure } = document(ran as never)
  return (error ?? failure)?.code
}

describe("nothing is run when no receipt can be written", () => {
  const blocked: ReadonlyArray<readonly [string, (receipts: string, kind: string) => void]> = [
    ["receipts is a file", (receipts) => fs.writeFileSync(receipts, "")],
    ["receipts is a link to nothing", (receipts) => fs.symlinkSync("nowhere", receipts)],
    [
      "the folder of the kind is a file",
      (receipts, kind) => {
        fs.mkdirSync(receipts)
        fs.writeFileSync(path.join(receipts, kind), "")
      },
    ],
    [
      "the folder of the kind is a link to one that refuses",
      (receipts, kind) => {
        fs.mkdirSync(receipts)
        fs.symlinkSync("/proc", path.join(receipts, kind))
      },
    ],
  ]

  it.each(blocked)("%s", async (_, block) => {
    const { at, file, ran } = prepared()
    const waiting = await waitingOf(at, file)
    const receipts = path.join(at.home, "receipts")
    fs.rmSync(receipts, { recursive: true })
    block(receipts, "call")
    const called = await at.edge(["tools", "call", file, "f", "--json"])
    expect([called.code, codeOf(called), ran()]).toEqual([5, "state_dir_unwritable", false])
    fs.rmSync(receipts, { recursive: true })
    block(receipts, "confirm")
    const refused = await confirm(at, waiting)
    expect([refused.code, codeOf(refused), ran()]).toEqual([5, "state_dir_unwritable", false])
    // Nor was it claimed.
    fs.rmSync(receipts, { recursive: true })
    expect((await confirm(at, waiting)).code).toBe(0)
    expect(ran()).toBe(true)
    expect(fs.readdirSync(path.join(receipts, "confirm")).filter((name) => name.startsWith("."))).toEqual([])
  })

  it("for a chat, too", async () => {
    const { at, file, ran } = prepared()
    fs.mkdirSync(path.join(at.home, "receipts"), { recursive: true })
    fs.writeFileSync(path.join(at.home, "receipts", "chat"), "")
    const script = at.write("script.json", JSON.stringify(['{"tool_name":"f","arguments":{}}', "Done."]))
    const chat = ["demo", "chat", "--prompt", "x", "--tools", file, "--model", `script:${script}`, "--json"]
    const refused = await at.edge(chat)
    expect([refused.code, codeOf(refused), ran()]).toEqual([5, "state_dir_unwritable", false])
  })

  // The tests fail where one is skipped, and other systems have other folders.
  const refusing = process.platform === "linux" ? ["/proc/x", "/proc/x/y", "/sys/x", "/dev/null/x"] : []

  it.each(refusing)("EDGE_HOME=%s", async (home) => {
    const { at, file, ran } = prepared()
    const called = await at.edge(["tools", "call", file, "f", "--json"], { EDGE_HOME: home })
    expect([called.code, codeOf(called), ran()]).toEqual([5, "state_dir_unwritable", false])
  })
})

describe("a pipe or a device is no file", () => {
  it("as a tools file", async () => {
    const { at } = prepared()
    const ran = await at.edge(["tools", "validate", fifo(path.join(at.folder, "pipe.py")), "--json"])
    expect([ran.code, codeOf(ran)]).toEqual([3, "tools_file_not_found"])
  })

  it("as the tools file, or a module of it, that an action waits for", async () => {
    const { at, file, ran } = prepared()
    const waiting = await waitingOf(at, file)
    const inner = path.join(at.folder, "lib", "inner.py")
    fs.rmSync(inner)
    fifo(inner)
    expect(codeOf(await confirm(at, waiting))).toBe("local_modules_changed")
    fs.rmSync(inner)
    fs.writeFileSync(inner, "")
    fs.rmSync(file)
    fifo(file)
    expect(codeOf(await confirm(at, waiting))).toBe("tools_file_not_found")
    expect(ran()).toBe(false)
  })

  it("as the memory of the interpreter", async () => {
    const { at, file } = prepared()
    fifo(path.join(at.home, "cache", "python.json"))
    expect((await at.edge(["tools", "validate", file])).code).toBe(0)
  })

  it("as a receipt, named or listed", async () => {
    const { at } = prepared()
    const receipt = fifo(path.join(at.home, "receipts", "call", "20260101T000000.000Z-x.json"))
    for (const file of [receipt, "/dev/zero"]) {
      const ran = await at.edge(["demo", "receipt", "--path", file, "--json"])
      expect([ran.code, codeOf(ran)]).toEqual([3, "receipt_not_found"])
    }
    expect(document(await at.edge(["demo", "receipt", "list", "--json"])).receipts).toEqual([])
  })

  it("as a model script or a manifest", async () => {
    const { at } = prepared()
    const chat = ["demo", "chat", "--prompt", "x", "--json"]
    for (const file of [fifo(path.join(at.folder, "pipe")), "/dev/zero"]) {
      expect(codeOf(await at.edge([...chat, "--model", `script:${file}`]))).toBe("model_script_invalid")
      const scripted = ["--model", `script:${at.write("script.json", "[]")}`]
      expect(codeOf(await at.edge([...chat, ...scripted, "--tools-manifest", file]))).toBe("tools_manifest_invalid")
    }
  })
})

describe("a pipe that lies in a folder has no writer, and is not waited for", () => {
  it("as a file of facts; one that the shell makes has", async () => {
    const at = place()
    const into = ["facts", "import", "--store", "s", "--json"]
    const ran = await at.edge([...into, fifo(path.join(at.folder, "pipe.json"))])
    expect([ran.code, codeOf(ran)]).toEqual([3, "facts_file_invalid"])
    expect(ran.stdout).toContain("it is no regular file")
    const facts = '{"schema_version":"edge.demo.facts.v1","store":"s","facts":[{"fact_id":"a","topic":"t","text":"x"}]}'
    const bin = path.join(root, "dist", "edge.js")
    const piped = execFileSync(
      "bash",
      ["-c", `node "$0" ${into.join(" ")} <(cat "$1")`, bin, at.write("f.json", facts)],
      {
        env: { ...process.env, EDGE_HOME: at.home },
        encoding: "utf8",
      },
    )
    expect(JSON.parse(piped)).toMatchObject({ store: "s", added: 1 })
  })

  it("as a learn sample or an imprint", async () => {
    const at = place()
    const pipe = fifo(path.join(at.folder, "pipe.json"))
    const learned = await at.edge(["learn", "run", "--sample-file", pipe, "--dry-run", "--json"])
    expect([learned.code, codeOf(learned)]).toEqual([3, "learn_sample_invalid"])
    expect(learned.stdout).toContain("it is no regular file")
    at.write("s.json", '["Hello."]')
    const chat = ["chat", "--prompt", "x", "--model", "script:s.json", "--with-imprint", pipe, "--json"]
    expect(codeOf(await at.edge(chat))).toBe("imprint_not_found")
  })
})

describe("an empty facts store", () => {
  it("is one without facts, also for two who open it at once", async () => {
    const at = place()
    fs.mkdirSync(path.join(at.home, "facts"), { recursive: true })
    fs.writeFileSync(path.join(at.home, "facts", "s.db"), "")
    const list = () => at.edge(["demo", "facts", "list", "--store", "s", "--json"])
    for (const ran of await Promise.all([list(), list()])) {
      expect(ran.stderr).toBe("")
      expect(document(ran)).toMatchObject({ store: "s", total: 0 })
    }
  })
})

describe("an action that waits", () => {
  it("is bound to the modules beside the real tools file, also when a link was named", async () => {
    const { at, file, ran } = prepared()
    const link = path.join(at.folder, "elsewhere", "link.py")
    fs.mkdirSync(path.dirname(link))
    fs.symlinkSync(file, link)
    const first = await waitingOf(at, link)
    expect((await confirm(at, first)).code).toBe(0)
    const second = await waitingOf(at, link)
    fs.rmSync(path.join(at.folder, "ran"))
    at.write("lib/inner.py", "open('ran', 'w')")
    expect([codeOf(await confirm(at, second)), ran()]).toEqual(["local_modules_changed", false])
  })
})

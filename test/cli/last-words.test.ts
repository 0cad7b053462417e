/** The last that a command says where nobody expects it: after a bug, in a folder that is gone, onto a full disk. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, type Place, place, type Ran, receipts, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const bin = path.join(root, "dist", "edge.js")
const call = ["tools", "call", examples, "calculate_fee", "--args", '{"amount":250}']

/** Runs a line of sh, in which `$edge` is the command. */
const sh = (at: Place, line: string, env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const options = {
      cwd: at.folder,
      env: { ...process.env, EDGE_HOME: at.home, edge: `${process.execPath} ${bin}`, ...env },
    }
    const child = execFile("sh", ["-c", line], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

describe("a bug in edge", () => {
  // Whatever asks for random bytes stumbles.
  const planted = (at: Place) => ({
    NODE_OPTIONS: `--require=${at.write("planted.cjs", `require("node:crypto").randomBytes = () => { throw new Error("planted") }\n`)}`,
  })

  it("is one document with --json, and the cause is on stderr", async () => {
    const at = place()
    const ran = await at.edge([...call, "--json"], planted(at))
    expect(ran.code).toBe(1)
    expect(document(ran)).toEqual({
      schema_version: "edge.error.v1",
      error: {
        code: "internal_error",
        message: "A bug in edge ended the run.",
        hint: "Please report it, with what stands on stderr.",
        details: {},
      },
    })
    expect(ran.stderr).toMatch(/^receipt .*\nThis is a bug in edge; please report it\.\nError: planted\n/)
    expect(receipts(at, "call")).toMatchObject([{ status: "failed_closed", failure: { code: "internal_error" } }])
  })

  it("is one line with --events", async () => {
    const at = place()
    at.write("s.json", '["Hello."]')
    const chat = ["demo", "chat", "--prompt", "x", "--model", "script:s.json", "--tools", examples, "--events"]
    const ran = await at.edge(chat, planted(at))
    const last = JSON.parse(ran.stdout.trimEnd().split("\n").at(-1) ?? "")
    expect([ran.code, last.type, last.run.error.code]).toEqual([1, "error", "internal_error"])
    expect(ran.stderr).toContain("Error: planted")
  })

  it("is only its cause for a person", async () => {
    const at = place()
    const ran = await at.edge(call, planted(at))
    expect([ran.code, ran.stdout]).toEqual([1, ""])
    expect(ran.stderr).toMatch(/^receipt .*\nThis is a bug in edge; please report it\.\nError: planted\n/)
  })
})

describe("in a folder that is gone", () => {
  const there = async (at: Place, args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
    const gone = path.join(at.folder, "gone")
    fs.mkdirSync(gone)
    const words = args.map((arg) => `'${arg}'`).join(" ")
    return sh(at, `cd '${gone}' && rmdir '${gone}' && exec $edge ${words} --json`, env)
  }

  it("absolute paths work", async () => {
    const at = place()
    // A version manager's shim may need the folder itself.
    const { python } = document(await at.edge(["tools", "inspect", examples, "--json"]))
    const ran = await there(at, [...call, "--python", python.executable])
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(document(ran).result).toEqual({ fee: 0.75 })
    expect(receipts(at, "call")).toHaveLength(1)
  })

  it.each<[string, ReadonlyArray<string>, Record<string, string>, string]>([
    ["a tools file", ["tools", "validate", "t.py"], {}, "working_folder_gone"],
    ["a receipt", ["demo", "receipt", "--path", "r.json"], {}, "working_folder_gone"],
    ["a pending action", ["tools", "pending", "show", "p.json"], {}, "working_folder_gone"],
    ["a model", ["demo", "chat", "--prompt", "x", "--model", "m.gguf"], {}, "working_folder_gone"],
    ["the state folder", ["demo", "receipt", "list"], { EDGE_HOME: "home" }, "working_folder_gone"],
    ["an interpreter", [...call, "--python", "./python"], {}, "python_not_found"],
  ])("a relative path is a named error: %s", async (_, args, env, code) => {
    const ran = await there(place(), args, env)
    expect([ran.code, document(ran).error.code]).toEqual([5, code])
    // Only a run that got as far as writing a receipt says anything else.
    expect(ran.stderr).toMatch(code === "python_not_found" ? /^receipt {2}.*\.json\n$/ : /^$/)
  })
})

// The tests fail where one is skipped, and not every system has such a device.
const fullDevices = fs.existsSync("/dev/full") ? ["/dev/full"] : []

describe.each(fullDevices)("output that cannot be written, to %s", (full) => {
  it("is exit code 5, whatever came of the run, and its receipt stands", async () => {
    const at = place()
    for (const more of ["--json", ""]) {
      const ran = await sh(at, `$edge ${call.map((word) => `'${word}'`).join(" ")} ${more} >${full}`)
      expect([ran.code, ran.stderr]).toEqual([
        5,
        expect.stringContaining("The output cannot be written: no space is left.\n"),
      ])
    }
    expect(receipts(at, "call").map(({ status }) => status)).toEqual(["completed", "completed"])
    expect((await sh(at, `$edge --help >${full}`)).code).toBe(5)
    expect((await sh(at, `$edge --version >${full}`)).code).toBe(5)
    expect((await sh(at, `$edge tools call t.py f --json >${full}`)).code).toBe(5)
  })

  it("on stderr, too; but a reader who left is no failure", async () => {
    const at = place()
    expect((await sh(at, `$edge tools validate none.py 2>${full}`)).code).toBe(5)
    const words = call.map((word) => `'${word}'`).join(" ")
    const left = await sh(at, `{ $edge ${words}; echo $? >code; } | true; cat code`)
    expect(left.stdout).toBe("0\n")
  })
})

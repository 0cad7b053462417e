/** Confirmation through the built command: what a person sees, pastes and gets. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { document, importTool, type Place, place, receipts, root } from "../fixtures/edge.ts"
import { gone } from "../fixtures/pids.ts"

const example = path.join(root, "examples", "commit_tools.py")
const args = '{"account":"SECRET_123","cents":12345678901234567890}'
const ask = ["tools", "call", example, "append_entry", "--args", args]

interface Waiting {
  readonly action_id: string
  readonly pending_action_path: string
  readonly confirmation_token: string
  readonly command: string
}

const waitingOf = async (at: Place, more: ReadonlyArray<string> = []): Promise<Waiting> => {
  const ran = await at.edge([...ask, ...more, "--json"])
  expect(ran.code).toBe(6)
  return document(ran).pending_action
}

const confirm = (
  at: Place,
  { pending_action_path, confirmation_token }: Waiting,
  more: ReadonlyArray<string> = ["--json"],
) => at.edge(["tools", "confirm", pending_action_path, "--token", confirmation_token, ...more])

const ledger = ({ folder }: Place) => {
  const file = path.join(folder, "ledger.txt")
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""
}

const statesOf = async (at: Place): Promise<ReadonlyArray<string>> =>
  document(await at.edge(["tools", "pending", "list", "--json"])).actions.map(({ state }: { state: string }) => state)

const everyFile = (folder: string): ReadonlyArray<string> =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile())

describe("edge tools confirm", () => {
  it("runs the call once, with every digit, and leaves hashes", async () => {
    const at = place()
    const waiting = await waitingOf(at)
    expect(ledger(at)).toBe("")
    const ran = await confirm(at, waiting)
    expect(ran).toMatchObject({ code: 0, stderr: "" })
    expect(document(ran)).toMatchObject({
      schema_version: "edge.tools.confirm.v1",
      status: "completed",
      result: { entries: 1 },
      pending_action: { action_id: waiting.action_id, state: "executed" },
    })
    const again = await confirm(at, waiting)
    expect([again.code, document(again).error.code]).toEqual([4, "confirmation_already_claimed"])
    expect(ledger(at)).toBe("'SECRET_123' 12345678901234567890\n")
    expect(receipts(at, "confirm")).toMatchObject([
      {
        schema_version: "edge.tools.confirm.receipt.v1",
        status: "completed",
        pending_action: { tool: "append_entry" },
      },
      { status: "failed_closed", failure: { code: "confirmation_already_claimed" } },
    ])
    const kept = everyFile(at.home)
      .map((file) => fs.readFileSync(file, "utf8"))
      .join("\n")
    expect(kept).not.toContain("SECRET_123")
    expect(kept).not.toContain(waiting.confirmation_token)
    expect(await statesOf(at)).toEqual(["executed"])
  })

  it("prints a command that pastes into a shell whatever the path holds", async () => {
    const at = place()
    const home = path.join(at.folder, "it's $HOME `x`\n\u001b[31m\u202e\\012")
    const asked = await at.edge(ask, { EDGE_HOME: home })
    expect(asked.code).toBe(6)
    expect(asked.stdout).toMatch(/^edge tools confirm [^\n]+ --token '[0-9a-f]{64}' --json\n$/)
    expect(asked.stdout).not.toMatch(/[\u001b\u202e]/)
    const script = `edge() { "${process.execPath}" "${path.join(root, "dist", "edge.js")}" "$@"; }\n${asked.stdout}`
    const pasted = await new Promise<string>((resolve, reject) =>
      execFile("sh", ["-c", script], { cwd: at.folder, env: { ...process.env, EDGE_HOME: home } }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      ),
    )
    expect(JSON.parse(pasted).status).toBe("completed")
    expect(ledger(at)).toBe("'SECRET_123' 12345678901234567890\n")
  })

  it("shows a person what will happen, escaped, and prints the result", async () => {
    const at = place()
    const ran = await at.edge([...ask.slice(0, -1), '{"account":"b\\u202eob\\n","cents":5}', "--json"])
    const shown = await confirm(at, document(ran).pending_action, [])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toBe('{"entries":1}\n')
    const [first, tool, level, file, hash, account, cents] = shown.stderr.split("\n")
    expect([first, tool, level]).toEqual(["About to run:", "  tool   append_entry", "  level  commit"])
    expect([file, account, cents]).toEqual([
      `  file   ${example}`,
      '  arg    account = "b\\u{202e}ob\\n"',
      "  arg    cents = 5",
    ])
    expect(hash).toMatch(/^ {9}sha256:[0-9a-f]{64}$/)
  })

  it("shows what will happen, or prints a document, by the same decision", async () => {
    const at = place()
    const program = await confirm(at, await waitingOf(at), ["--json=true"])
    expect([program.stderr, document(program).status]).toEqual(["", "completed"])
    const person = await confirm(at, await waitingOf(at), ["--json=false"])
    expect([person.stderr.split("\n")[0], person.stdout]).toEqual(["About to run:", '{"entries":2}\n'])
  })

  it("refuses a changed digit, an added key and a wrong token; a copy is the same action", async () => {
    const at = place()
    const waiting = await waitingOf(at)
    const file = waiting.pending_action_path
    const text = fs.readFileSync(file, "utf8")
    const codeOf = async (each: Waiting) => {
      const ran = await confirm(at, each)
      return [ran.code, document(ran).error?.code ?? document(ran).status]
    }
    for (const changed of [text.replace("12345", "92345"), text.replace("{", '{"note":null,')]) {
      fs.writeFileSync(file, changed)
      expect(await codeOf(waiting)).toEqual([4, "pending_action_tampered"])
    }
    fs.writeFileSync(file, text)
    expect(await codeOf({ ...waiting, confirmation_token: "0".repeat(64) })).toEqual([4, "confirmation_token_invalid"])
    const copy = at.write("copy.json", text)
    expect(await codeOf({ ...waiting, pending_action_path: `${file}x` })).toEqual([3, "pending_action_not_found"])
    expect(await codeOf({ ...waiting, pending_action_path: copy })).toEqual([0, "completed"])
    expect(await codeOf(waiting)).toEqual([4, "confirmation_already_claimed"])
    expect(ledger(at).split("\n")).toHaveLength(2)
  })

  it("never imports a tools file that changed", async () => {
    const at = place()
    const source = fs.readFileSync(example, "utf8")
    const file = at.write("t.py", source)
    const asked = await at.edge(["tools", "call", file, "append_entry", "--args", args, "--json"])
    fs.writeFileSync(file, `${source}\nopen("imported", "w")\n`)
    const ran = await confirm(at, document(asked).pending_action)
    expect([ran.code, document(ran).error.code]).toEqual([4, "tools_file_changed"])
    expect(fs.readdirSync(at.folder)).toEqual(["t.py"])
    expect(await statesOf(at)).toEqual(["pending"])
  })

  it("never runs again what wrote a line and then raised", async () => {
    const at = place()
    const decorator =
      '@edge_tool(execution_level="commit", return_direct=True, output_schema={"type": "object", "additionalProperties": False})'
    const body = 'def f() -> dict:\n    open("ledger.txt", "a").write("x\\n")\n    raise ValueError("SECRET_123")\n'
    const file = at.write("t.py", `${importTool}${decorator}\n${body}`)
    const asked = await at.edge(["tools", "call", file, "f", "--json"])
    const waiting = document(asked).pending_action
    const ran = await confirm(at, waiting)
    expect(ran.code).toBe(4)
    expect(document(ran)).toMatchObject({
      status: "failed_closed",
      failure: { code: "tool_raised" },
      pending_action: { state: "failed" },
    })
    expect(document(await confirm(at, waiting)).error.code).toBe("confirmation_already_claimed")
    expect(ledger(at)).toBe("x\n")
    expect(receipts(at, "confirm")[0]).toMatchObject({ status: "failed_closed", failure: { code: "tool_raised" } })
    expect(ran.stdout + JSON.stringify(receipts(at, "confirm"))).not.toContain("SECRET_123")
  })

  it("leaves the action claimed after Ctrl-C while the function runs, and no process behind", async () => {
    const at = place()
    const fifo = path.join(at.folder, "fifo")
    const decorator =
      '@edge_tool(execution_level="commit", return_direct=True, output_schema={"type": "object", "additionalProperties": False})'
    const body = `def f() -> dict:\n    import os, sys\n    sys.stderr.write(f"pid {os.getpid()}.\\n")\n    sys.stderr.flush()\n    os.mkfifo(${JSON.stringify(fifo)})\n    open(${JSON.stringify(fifo)}).read()\n    return {}\n`
    const file = at.write("t.py", `${importTool}${decorator}\n${body}`)
    const waiting: Waiting = document(await at.edge(["tools", "call", file, "f", "--json"])).pending_action
    const started = at.start([
      "tools",
      "confirm",
      waiting.pending_action_path,
      "--token",
      waiting.confirmation_token,
      "--json",
    ])
    await started.said("pid ")
    started.child.kill("SIGINT")
    const ran = await started.ended
    expect(ran.code).toBe(130)
    expect(document(ran)).toMatchObject({
      status: "interrupted",
      pending_action: { action_id: waiting.action_id, state: null },
    })
    const runner = Number(/pid (\d+)\./.exec(ran.stderr)?.[1])
    await Effect.runPromise(gone(runner))
    expect(await statesOf(at)).toEqual(["outcome_unknown"])
    expect(document(await confirm(at, waiting)).error.code).toBe("confirmation_already_claimed")
    expect(receipts(at, "confirm")[0].status).toBe("interrupted")
  })
})

describe("edge demo chat", () => {
  it("reads twice, then stops at the commit with exit code 6", async () => {
    const at = place()
    const read = '{"tool_name":"count_entries","arguments":{}}'
    at.write(
      "s.json",
      JSON.stringify([read, read, `{"tool_name":"append_entry","arguments":${args}}`, "never reached"]),
    )
    const words = [
      "demo",
      "chat",
      "--tools",
      example,
      "--model",
      "script:s.json",
      "--prompt",
      "p",
      "--confirm-ttl",
      "60",
    ]
    const ran = await at.edge([...words, "--json", "--include-text"])
    expect(ran.code).toBe(6)
    const run = document(ran)
    expect(run).toMatchObject({
      status: "confirmation_required",
      answer: "This needs your confirmation before it runs; nothing was changed yet.",
      failure: { code: "tool_confirmation_required" },
    })
    expect(run.tool_calls.map(({ name, code }: { name: string; code: string }) => [name, code])).toEqual([
      ["count_entries", null],
      ["count_entries", null],
      ["append_entry", "tool_confirmation_required"],
    ])
    const { created_at, expires_at } = JSON.parse(fs.readFileSync(run.pending_action.pending_action_path, "utf8"))
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000)
    for (const file of everyFile(at.home)) {
      expect(fs.readFileSync(file, "utf8")).not.toContain(run.pending_action.confirmation_token)
    }
    expect((await confirm(at, run.pending_action)).code).toBe(0)
    expect(ledger(at).split("\n")).toHaveLength(2)
    const human = await at.edge(words)
    expect(human.code).toBe(6)
    expect(human.stdout).toMatch(/To confirm:\nedge tools confirm '[^']+' --token '[0-9a-f]{64}' --json\n$/)
    expect(human.stderr).toContain("tool_confirmation_required")
  })
})

describe("edge tools pending", () => {
  it("lists, shows, rejects and prunes", async () => {
    const at = place()
    expect((await at.edge(["tools", "pending", "list"])).stdout).toBe("Nothing waits.\n")
    const waiting = await waitingOf(at)
    const listed = await at.edge(["tools", "pending", "list"])
    expect(listed.stdout).toMatch(new RegExp(`^pending {2}${waiting.action_id} {2}append_entry {2}expires \\S+Z\n$`))
    const shown = await at.edge(["tools", "pending", "show", waiting.action_id])
    expect(shown.stdout).toContain('argument account = "SECRET_123"\nargument cents = 12345678901234567890\n')
    const asJson = await at.edge(["tools", "pending", "show", waiting.pending_action_path, "--json"])
    expect(document(asJson)).toMatchObject({
      schema_version: "edge.tools.pending.show.v1",
      action: { state: "pending" },
    })
    const rejected = await at.edge(["tools", "pending", "reject", waiting.pending_action_path, "--json"])
    expect([rejected.code, document(rejected)]).toEqual([
      0,
      { schema_version: "edge.tools.pending.reject.v1", action_id: waiting.action_id, state: "rejected" },
    ])
    const ran = await confirm(at, waiting)
    expect([ran.code, document(ran).error.code]).toEqual([4, "pending_action_rejected"])
    const missing = await at.edge(["tools", "pending", "show", "none", "--json"])
    expect([missing.code, document(missing).error.code]).toEqual([3, "pending_action_not_found"])
    const pruned = await at.edge(["tools", "pending", "prune", "--json"])
    expect(document(pruned)).toEqual({ schema_version: "edge.tools.pending.prune.v1", removed: [] })
    expect(ledger(at)).toBe("")
  })

  it.each([["0"], ["-5"], ["604801"], ["soon"]])("refuses --confirm-ttl %s", async (ttl) => {
    const ran = await place().edge([...ask, `--confirm-ttl=${ttl}`, "--json"])
    expect([ran.code, document(ran).error.code]).toEqual([2, "invalid_usage"])
  })
})

/** `--interactive`: a session on a pipe and on a terminal. */
import { spawn } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { importTool, type Place, place, python, receipts, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const pty = path.join(root, "test", "fixtures", "on_terminal.py")
const bin = path.join(root, "dist", "edge.js")
const session = ["demo", "chat", "--interactive"]

const typed = (at: Place, args: ReadonlyArray<string>, input: string) =>
  at.start([...session, ...args], {}, input).ended

/** Plays the steps on a terminal: when a text has appeared, the next is typed. */
const onTerminal = (at: Place, args: ReadonlyArray<string>, steps: ReadonlyArray<readonly [string, string]>) => {
  const script = at.write("steps.json", JSON.stringify(steps))
  const command = [pty, script, process.execPath, bin, ...session, ...args]
  const child = spawn(python, command, {
    cwd: at.folder,
    env: { ...process.env, EDGE_HOME: at.home, TERM: "xterm" },
    stdio: "pipe",
  })
  // Should the test end first, nothing of it is left running.
  onTestFinished(() => void child.kill("SIGKILL"))
  let shown = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => (shown += chunk))
  return new Promise<{ readonly code: number | null; readonly shown: string }>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, shown }))
  })
}

describe("on a pipe", () => {
  it("answers line after line over one history, and ends with the input", async () => {
    const at = place()
    const ran = await typed(at, ["--tools", examples], "what is the fee for 1200?\n\nWhere is order A-17?\n")
    expect(ran.code).toBe(0)
    expect(ran.stdout).toBe("The fee is 3.6.\nThe order id is A-17 and the status is shipped.\n")
    const [first, second, ...none] = receipts(at, "chat")
    expect(none).toEqual([])
    // The second prompt evaluates neither the contract nor the first exchange again.
    expect(first.tokens.evaluated).toBeGreaterThan(100)
    expect(second.tokens.evaluated).toBeLessThan(80)
    expect(second.tokens.prompt).toBeGreaterThan(first.tokens.prompt)
  })

  it("knows its commands", async () => {
    const at = place()
    at.write("s.json", JSON.stringify(["one", "two"]))
    const input = "/receipt\n/tools\nhello\n/receipt\n/nope\n/reset\nagain\n/exit\nnever asked\n"
    const ran = await typed(at, ["--tools", examples, "--model", "script:s.json"], input)
    expect(ran.code).toBe(0)
    expect(ran.stdout).toBe("one\ntwo\n")
    const said = ran.stderr.split("\n")
    expect(said[0]).toBe("There is no receipt yet.")
    expect(said.slice(1, 3)).toEqual(["calculate_fee(amount: number)  read", "order_status(order_id: string)  read"])
    expect(said[4]).toBe(said[3]?.replace("receipt  ", ""))
    expect(said[5]).toBe("There is no /nope. Commands: /tools, /receipt, /reset, /exit.")
    expect(said[6]).toBe("The conversation starts anew.")
    expect(receipts(at, "chat")).toHaveLength(2)
  })

  it("goes on after a prompt that failed closed", async () => {
    const at = place()
    at.write("t.py", `${importTool}@edge_tool\ndef f() -> dict:\n    raise ValueError\n`)
    at.write("s.json", JSON.stringify(['{"tool_name":"f","arguments":{}}', "fine"]))
    const ran = await typed(at, ["--tools", "t.py", "--model", "script:s.json"], "first\nsecond\n")
    expect(ran.stdout).toBe("I could not complete this request safely, so I stopped.\nfine\n")
    expect(receipts(at, "chat").map(({ status }) => status)).toEqual(["failed_closed", "completed"])
  })

  it("refuses --json and --prompt beside it", async () => {
    for (const more of [["--json"], ["--prompt", "p"]]) {
      expect((await typed(place(), more, "")).code).toBe(2)
    }
  })
})

describe("on a terminal", () => {
  it("stops the prompt on Ctrl-C and not the session", async () => {
    const at = place()
    const body = 'import sys, time\n    print("it runs", file=sys.stderr, flush=True)\n    time.sleep(60)'
    at.write("t.py", `${importTool}@edge_tool\ndef f() -> dict:\n    ${body}\n`)
    at.write("s.json", JSON.stringify(['{"tool_name":"f","arguments":{}}', "still here"]))
    const { code, shown } = await onTerminal(
      at,
      ["--tools", "t.py", "--model", "script:s.json"],
      [
        ["> ", "first\r"],
        ["it runs", "\u0003"],
        ["receipt", ""],
        ["> ", "/receipt\r"],
        ["chat/", ""],
        ["> ", "second\r"],
        ["still here", ""],
        ["> ", "/exit\r"],
      ],
    )
    expect(code).toBe(0)
    expect(shown).toContain("still here")
    expect(shown).not.toContain("There is no receipt yet.")
    expect(receipts(at, "chat").map(({ status }) => status)).toEqual(["interrupted", "completed"])
  })

  it("recalls the line before with the arrow key, and says how to leave", async () => {
    const at = place()
    at.write("s.json", JSON.stringify(["one", "two"]))
    const { code } = await onTerminal(
      at,
      ["--model", "script:s.json", "--include-text"],
      [
        ["> ", "hello\r"],
        ["one", ""],
        ["> ", "\u001b[A\r"],
        ["two", ""],
        ["> ", "\u0003"],
        ["type /exit to leave", "/exit\r"],
      ],
    )
    expect(code).toBe(0)
    expect(receipts(at, "chat").map(({ prompt }) => prompt)).toEqual(["hello", "hello"])
  })
})

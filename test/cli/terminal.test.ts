/** What only a terminal is shown: colour, a bar, help as wide as the window. Pipes are shown none of it. */
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { stripVTControlCharacters } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { importTool, noModels, type Place, place, python, root } from "../fixtures/edge.ts"
import { serve } from "../fixtures/fileServer.ts"

const pty = path.join(root, "test", "fixtures", "on_terminal.py")
const bin = path.join(root, "dist", "edge.js")
const examples = path.join(root, "examples", "tools.py")
const escape = "\u001b["
const clear = `\r${escape}K`

/** Enough of them that an import is not over at once. */
const manyFacts = (at: Place) => {
  const facts = Array.from({ length: 60_000 }, (_, index) => ({
    fact_id: `f${index}`,
    topic: "many",
    text: "one of many",
  }))
  return at.write("many.json", JSON.stringify({ schema_version: "edge.demo.facts.v1", store: "s", facts }))
}

/** What the command showed; `sees` is told of all of it whenever there is more. */
const onTerminal = (
  at: Place,
  args: ReadonlyArray<string>,
  more: Record<string, string> = {},
  sees: (shown: string) => void = () => {},
) => {
  const env = { ...process.env, EDGE_HOME: at.home, HOME: at.folder, TERM: "xterm", NO_COLOR: "", COLUMNS: "", ...more }
  const child = spawn(python, [pty, at.write("steps.json", "[]"), process.execPath, bin, ...args], {
    env,
    stdio: "pipe",
  })
  // Should the test end first, nothing of it is left running.
  onTestFinished(() => void child.kill("SIGKILL"))
  let shown = ""
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    shown += chunk
    sees(shown)
  })
  return new Promise<string>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", () => resolve(shown))
  })
}

describe("a terminal", () => {
  it("is shown marks in colour, unless NO_COLOR is set or it is a dumb one", async () => {
    const at = place()
    const green = `${escape}32m✓${escape}39m calculate_fee`
    expect(await onTerminal(at, ["tools", "validate", examples])).toContain(green)
    for (const plain of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      const shown = await onTerminal(at, ["tools", "validate", examples], plain)
      expect(shown).toContain("✓ calculate_fee")
      // A line that is taken away again has no colour, but a dumb one cannot do that either.
      expect(shown).not.toMatch("TERM" in plain ? /\u001b/ : /\u001b\[\d+m/)
    }
  })

  it("is shown a bar while something is fetched, which is gone afterwards", async () => {
    const at = place()
    const weights = fs.readFileSync(path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf"))
    const { endpoint } = await serve(weights)
    const shown = await onTerminal(at, ["models", "fetch", "qwen3-4b"], { HF_ENDPOINT: endpoint })
    expect(shown).toContain(`${clear}qwen3-4b`)
    expect(shown.split(clear).at(-1)).toMatch(/^model {3}qwen3-4b\r\nfile/)
  })

  it("is shown a bar while a long file is imported, which is gone afterwards", async () => {
    const at = place()
    const shown = await onTerminal(at, ["demo", "facts", "import", manyFacts(at), "--store", "s"])
    const bars = shown.split(clear).slice(1, -1)
    expect(bars[0]).toMatch(/^Importing into s {2}/)
    expect(new Set(bars.map((bar) => bar.slice(0, 16)))).toEqual(new Set(["Importing into s"]))
    expect(shown.split(clear).at(-1)).toBe("s: 60000 added, 0 changed, 0 unchanged\r\n")
  })

  it("is told what it waits for, until that is over", async () => {
    const at = place()
    const fifo = path.join(at.folder, "go")
    execFileSync("mkfifo", [fifo])
    const waiting = `${importTool}@edge_tool\ndef slow() -> dict:\n    open(${JSON.stringify(fifo)}).close()\n    return {}\n`
    let go: number | undefined
    const shown = await onTerminal(at, ["tools", "call", at.write("t.py", waiting), "slow"], {}, (sofar) => {
      if (go !== undefined || !sofar.includes("⠙ Running slow …")) return
      // For reading and writing, so that opening it waits for nobody.
      go = fs.openSync(fifo, fs.constants.O_RDWR)
    })
    if (go !== undefined) fs.closeSync(go)
    expect(shown).toContain(`${clear}⠋ Running slow …${clear}⠙ Running slow …${clear}`)
    expect(shown.split(clear).at(-1)).toMatch(/^\{\}\r\nreceipt {2}\S+\r\n$/)
  })

  it("is shown tables as wide as its window, and COLUMNS has the last word", async () => {
    const at = place()
    const list = async (env: Record<string, string>) => {
      const shown = await onTerminal(at, ["models", "list"], { ...noModels(at), ...env })
      const row = stripVTControlCharacters(shown)
        .split("\r\n")
        .find((line) => line.includes("qwen3.5-27b-4bit"))
      return row as string
    }
    const [narrow, unknown, wide] = [
      await list({ TEST_COLUMNS: "40" }),
      await list({}),
      await list({ TEST_COLUMNS: "200" }),
    ]
    expect(narrow).toMatch(/^· {2}qwen3\.5-27b-4bit {2}~16\.7 GB {2}not here$/)
    expect(unknown.length).toBeLessThanOrEqual(80)
    expect(wide.length).toBeLessThanOrEqual(200)
    expect(wide).toContain("the hardest requests; wants 24 GB of memory, better a GPU's")
    expect(await list({ TEST_COLUMNS: "200", COLUMNS: "40" })).toBe(narrow)
    const piped = (await at.edge(["models", "list"], { ...noModels(at), COLUMNS: "40" })).stdout
    expect(piped).toContain(`${wide}\n`)
  })

  it("is shown headings in bold", async () => {
    expect(await onTerminal(place(), ["tools", "--help"])).toContain(`${escape}1mExamples${escape}22m`)
  })
})

describe("a pipe", () => {
  it.each([
    [["--help"]],
    [["chat", "--help"]],
    [["tools", "validate", examples]],
    [["doctor"]],
    [["models", "list"]],
    [["toolz"]],
  ])("%j has no terminal codes", async (args) => {
    const ran = await place().edge(args)
    expect(ran.stdout + ran.stderr).not.toMatch(/[\u001b\r]/)
  })

  it("is told how an import ended, and nothing of how it went on", async () => {
    const at = place()
    expect(await at.edge(["demo", "facts", "import", manyFacts(at), "--store", "s"])).toEqual({
      code: 0,
      stdout: "s: 60000 added, 0 changed, 0 unchanged\n",
      stderr: "",
    })
  })
})

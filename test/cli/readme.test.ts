/** What the README shows is what is printed, in both languages. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { type Place, place, root } from "../fixtures/edge.ts"

const bin = path.join(root, "dist", "edge.js")

interface Shown {
  readonly command: string
  readonly output: string
}

const blocks = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, body = ""]) => (of === language ? [body] : []))

/** The commands of a block, each with what stands below it. */
const shownIn = (block: string): ReadonlyArray<Shown> =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n")
      return { command: part.slice(0, end), output: part.slice(end + 1) }
    })

/** A receipt's folder differs from platform to platform, its time and id from run to run. */
const masked = (text: string) =>
  text.replace(/~\/\S+\/receipts\/(\w+)\/\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{8}-\S*\.json/g, "~/receipts/$1/ID.json")

/** Runs it as a shell does in a folder with the examples, in a home of its own. */
const run = (at: Place, command: string) =>
  new Promise<string>((resolve) => {
    const script = `exec 2>&1\nnpx() { shift; "${process.execPath}" "${bin}" "$@"; }\n${command}`
    const env = { ...process.env, HOME: at.home, EDGE_HOME: "", XDG_DATA_HOME: "" }
    execFile("sh", ["-c", script], { cwd: at.folder, env }, (_, stdout) => resolve(stdout))
  })

describe.each(["README.md", "README.zh-CN.md"])("%s", (name) => {
  const text = fs.readFileSync(path.join(root, name), "utf8")
  const shown = blocks(text, "").flatMap(shownIn)

  it("shows what is printed", async () => {
    const at = place()
    fs.cpSync(path.join(root, "examples"), path.join(at.folder, "examples"), { recursive: true })
    for (const code of blocks(text, "python")) {
      const file = /^# (\S+\.py)\n/.exec(code)?.[1]
      if (file !== undefined) at.write(file, code)
    }
    expect(shown.length).toBeGreaterThanOrEqual(3)
    for (const { command, output } of shown) {
      expect([command, masked(await run(at, command))]).toEqual([command, masked(output)])
    }
  })

  it("begins with the main job", () => {
    expect(shown[0]?.command).toMatch(/^npx edge demo chat --tools \.\/examples\/tools\.py --prompt "/)
  })

  it("shows functions that are in the examples, or whole files", () => {
    const examples = fs.readFileSync(path.join(root, "examples", "tools.py"), "utf8")
    for (const code of blocks(text, "python").filter((each) => !each.startsWith("# "))) {
      for (const line of code.split("\n")) expect(examples.split("\n")).toContain(line)
    }
  })
})

/** The package as users get it: packed, installed globally from the tarball, used by somebody else in an empty folder. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "../fixtures/edge.ts"

const base = fs.mkdtempSync(path.join(os.tmpdir(), "edge-installed-"))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))
const [prefix, home, empty] = ["prefix", "home", "empty"].map((name) => path.join(base, name)) as [
  string,
  string,
  string,
]
const script = process.env["npm_execpath"]

const npm = (...args: ReadonlyArray<string>) => {
  const [command, first] = script?.endsWith("npm-cli.js") ? [process.execPath, [script]] : ["npm", []]
  const ran = spawnSync(command, [...first, ...args], { cwd: root, encoding: "utf8" })
  expect(ran.status, ran.stderr).toBe(0)
  return ran.stdout
}

/** The installed command, with nothing of this checkout or its user around it. */
const edge = (...args: ReadonlyArray<string>) => {
  const env = { PATH: process.env["PATH"], HOME: home }
  return spawnSync(path.join(prefix, "bin", "edge"), args, { cwd: empty, env, encoding: "utf8" })
}

let files: ReadonlyArray<string> = []

beforeAll(() => {
  for (const folder of [prefix, home, empty]) fs.mkdirSync(folder)
  // dist/ is of these sources: the tests' own start has seen to that.
  const [packed] = JSON.parse(npm("pack", "--ignore-scripts", "--json", "--pack-destination", base))
  files = packed.files.map((file: { readonly path: string }) => file.path)
  // What it depends on was fetched for this checkout, so npm has it here.
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"]
  npm("install", "--global", "--prefix", prefix, ...quiet, path.join(base, packed.filename))
}, 600_000)

describe("the package", () => {
  it("holds what runs and nothing of its making", () => {
    const needed = ["dist/edge.js", "dist/main.cjs", "runner/edge_runner/main.py", "runner/edgestudio/tools.py"]
    expect(files).toEqual(
      expect.arrayContaining([...needed, "models/edge-micro/edge-micro-q8_0.gguf", "README.md", "LICENSE"]),
    )
    expect(
      files.filter((file) => /^(src|test|scripts|build)\/|\/tests\/|__pycache__|\.map$|\.nix$/.test(file)),
    ).toEqual([])
  })

  it("names no folder of the machine that packed it", () => {
    for (const name of ["main.cjs", "main.cache", "edge.js"]) {
      const content = fs.readFileSync(path.join(prefix, "lib", "node_modules", "edge", "dist", name))
      expect([name, content.includes(root)]).toEqual([name, false])
    }
  })
})

describe("installed globally, another user", () => {
  it("knows its version", () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
    expect(edge("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("validates a tools file", () => {
    fs.copyFileSync(path.join(root, "examples", "tools.py"), path.join(empty, "tools.py"))
    const ran = edge("tools", "validate", "tools.py")
    expect(ran.stderr).toBe("")
    expect(ran.stdout).toContain("2 tools valid in")
  })

  it("does the main job, and keeps its receipt in that user's home", () => {
    const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."
    const ran = edge("chat", "--tools", "tools.py", "--prompt", prompt)
    expect(ran.stdout).toBe("The fee is 0.75.\n")
    const state = process.platform === "darwin" ? "Library/Application Support/edge" : ".local/share/edge"
    expect(fs.readdirSync(path.join(home, state, "receipts", "chat"))).toHaveLength(1)
  })

  it("finds all in order", () => {
    const ran = edge("doctor", "--json")
    expect(JSON.parse(ran.stdout).checks.filter(({ ok }: { readonly ok: boolean }) => !ok)).toEqual([])
  })
})

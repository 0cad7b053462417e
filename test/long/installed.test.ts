/** The package as users get it: packed, laid out as a global installation, used by somebody else in an empty folder. */
import { type ExecFileOptions, execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Ran, root } from "../fixtures/edge.ts"

const base = fs.mkdtempSync(path.join(os.tmpdir(), "edge-installed-"))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))
const [prefix, home, empty] = ["prefix", "home", "empty"].map((name) => path.join(base, name)) as [
  string,
  string,
  string,
]
const script = process.env["npm_execpath"]

// This process goes on meanwhile: vitest gives up one that does not answer for a minute.
const run = (command: string, args: ReadonlyArray<string>, options: ExecFileOptions): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = execFile(command, args, { maxBuffer: 1 << 26, ...options, encoding: "utf8" }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
    child.on("error", reject)
  })

const done = async (command: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const ran = await run(command, args, { cwd: root })
  expect(ran.code, ran.stderr).toBe(0)
  return ran.stdout
}

const npm = (...args: ReadonlyArray<string>) =>
  script?.endsWith("npm-cli.js") ? done(process.execPath, script, ...args) : done("npm", ...args)

/** What `npm install --global` makes of a tarball. It would ask the registry about each package that is needed. */
const install = async (tarball: string) => {
  const packages = path.join(prefix, "lib", "node_modules")
  fs.mkdirSync(packages, { recursive: true })
  await done("tar", "-xzf", tarball, "-C", packages)
  const here = path.join(packages, "edge")
  fs.renameSync(path.join(packages, "package"), here)
  // What it says that it needs, and nothing else, as this checkout has it.
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"))
  fs.mkdirSync(path.join(here, "node_modules"))
  for (const name of Object.keys(dependencies)) {
    const place = path.join(here, "node_modules", name)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    fs.symlinkSync(path.join(root, "node_modules", name), place)
  }
  // npm itself makes the link in bin/.
  await npm("rebuild", "--global", "--prefix", prefix, "--ignore-scripts", "--offline", "edge")
}

/** The installed command, with nothing of this checkout or its user around it. */
const edge = (...args: ReadonlyArray<string>) => {
  const env = { PATH: process.env["PATH"], HOME: home }
  return run(path.join(prefix, "bin", "edge"), args, { cwd: empty, env })
}

let files: ReadonlyArray<string> = []

beforeAll(async () => {
  for (const folder of [prefix, home, empty]) fs.mkdirSync(folder)
  // dist/ is of these sources: the tests' own start has seen to that.
  const [packed] = JSON.parse(await npm("pack", "--ignore-scripts", "--json", "--pack-destination", base))
  files = packed.files.map((file: { readonly path: string }) => file.path)
  await install(path.join(base, packed.filename))
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
  it("knows its version", async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
    expect(await edge("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("validates a tools file", async () => {
    fs.copyFileSync(path.join(root, "examples", "tools.py"), path.join(empty, "tools.py"))
    const ran = await edge("tools", "validate", "tools.py")
    expect(ran.stderr).toBe("")
    expect(ran.stdout).toContain("2 tools valid in")
  })

  it("does the main job, and keeps its receipt in that user's home", async () => {
    const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."
    const ran = await edge("chat", "--tools", "tools.py", "--prompt", prompt)
    expect(ran.stdout).toBe("The fee is 0.75.\n")
    const state = process.platform === "darwin" ? "Library/Application Support/edge" : ".local/share/edge"
    expect(fs.readdirSync(path.join(home, state, "receipts", "chat"))).toHaveLength(1)
  })

  it("finds all in order", async () => {
    const ran = await edge("doctor", "--json")
    expect(JSON.parse(ran.stdout).checks.filter(({ ok }: { readonly ok: boolean }) => !ok)).toEqual([])
  })
})

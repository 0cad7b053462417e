/** V8's code cache where the build's own is of no use, as under another Node version. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { type Place, place, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")

/** An installation whose cache V8 refuses. */
const foreign = (at: Place) => {
  const installed = path.join(at.folder, "installed")
  fs.cpSync(path.join(root, "dist"), path.join(installed, "dist"), { recursive: true })
  fs.symlinkSync(path.join(root, "runner"), path.join(installed, "runner"))
  fs.writeFileSync(path.join(installed, "dist", "main.cache"), "of another version")
  const run = (...args: ReadonlyArray<string>) => {
    const env = { ...process.env, EDGE_HOME: at.home }
    const ran = spawnSync(process.execPath, [path.join(installed, "dist", "edge.js"), ...args], {
      env,
      encoding: "utf8",
    })
    expect(ran.stderr).toBe("")
    expect(ran.status).toBe(0)
  }
  return { run, folder: path.join(at.home, "cache", "code") }
}

const only = (folder: string): string => {
  const names = fs.readdirSync(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0] ?? "")
}

describe("a refused cache", () => {
  it("is made anew in the state folder once, private and whole, and used from then on", () => {
    const { run, folder } = foreign(place())
    run("tools", "validate", examples)
    const file = only(folder)
    expect(path.basename(file)).toContain(process.version)
    const first = fs.statSync(file)
    expect([first.mode & 0o777, fs.statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(first.size).toBeGreaterThan(100_000)
    run("tools", "validate", examples)
    expect(fs.statSync(only(folder)).ino).toBe(first.ino)
  })

  it("is made again where it is damaged, or could be somebody else's", () => {
    const { run, folder } = foreign(place())
    run("tools", "validate", examples)
    const file = only(folder)
    const { size } = fs.statSync(file)
    fs.writeFileSync(file, "damaged")
    run("tools", "validate", examples)
    expect(fs.statSync(only(folder)).size).toBeGreaterThan(size / 2)
    fs.chmodSync(file, 0o666)
    run("tools", "validate", examples)
    expect(fs.statSync(only(folder)).mode & 0o777).toBe(0o600)
  })

  it("leaves nothing of older builds", () => {
    const { run, folder } = foreign(place())
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(folder, "0123456789abcdef-v20.0.0-x64.cache"), "old")
    run("tools", "validate", examples)
    expect(only(folder)).toContain(process.version)
  })

  it("makes no state folder", () => {
    const at = place()
    foreign(at).run("completions", "bash")
    expect(fs.existsSync(at.home)).toBe(false)
  })
})

/** By which command a shell starts this `edge` again. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { startedAs } from "../src/here.ts"

const linked = (folder: string) => {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-")))
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }))
  const script = path.join(base, "it's", "edge.js")
  const link = path.join(base, folder, "edge")
  for (const each of [script, link]) fs.mkdirSync(path.dirname(each), { recursive: true })
  fs.writeFileSync(script, "")
  fs.symlinkSync(script, link)
  return { script, link, node: `node '${script.replace("'", "'\\''")}'` }
}

it("is edge, through a link on the path", () => {
  const { link } = linked("bin")
  expect(startedAs(link, ["/usr/bin", path.dirname(link)].join(path.delimiter))).toBe("edge")
})

it("is node and the whole path otherwise: a link elsewhere, the script itself, what npx put on the path", () => {
  const { link, script, node } = linked("bin")
  expect(startedAs(link, "/usr/bin")).toBe(node)
  expect(startedAs(script, path.dirname(script))).toBe(node)
  const npx = linked(path.join("node_modules", ".bin"))
  expect(startedAs(npx.link, path.dirname(npx.link))).toBe(npx.node)
})

it("is the script as given, where it is gone", () => {
  expect(startedAs("/gone/edge.js", "")).toBe("node '/gone/edge.js'")
})

/**
 * Writes main.cache beside the main.cjs of the folder given: the bundle's compiled code after `edge tools validate`, the
 * functions that every command uses.
 */
"use strict"
const fs = require("node:fs")
const os = require("node:os")
const path = require("node:path")
const url = require("node:url")
const vm = require("node:vm")

const root = path.dirname(__dirname)
const [, , folder] = process.argv
const bundle = path.join(root, "dist", "main.cjs")
// The cache keeps this name for stack traces, so it is none of the machine that built it.
const script = new vm.Script(fs.readFileSync(path.join(folder, "main.cjs"), "utf8"), { filename: "edge/dist/main.cjs" })

process.env.EDGE_HOME = fs.mkdtempSync(path.join(os.tmpdir(), "edge-build-"))
process.argv = [process.argv[0], bundle, "tools", "validate", path.join(root, "examples", "tools.py")]
// What the command says is nobody's business here.
process.stdout.write = (_, done) => {
  if (typeof done === "function") done()
  return true
}
process.on("exit", () => {
  // Without Python the command fails, and its code is compiled all the same.
  process.exitCode = 0
  fs.writeFileSync(path.join(folder, "main.cache"), script.createCachedData())
  fs.rmSync(process.env.EDGE_HOME, { recursive: true, force: true })
})
script.runInThisContext()(require, (name) => import(name), url.pathToFileURL(bundle).href)

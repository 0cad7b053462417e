/**
 * `npm run model:eval -- [MODEL.gguf] [options]`: the hand-written evaluation set on the built-in model, or on a file, through
 * the product's own chat loop. models/edge-micro/evaluation/README.md has the options and the format of the set.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { makePackagesReady } from "./ready.mjs"

const usage = `npm run model:eval -- [MODEL.gguf] [--cases FILE] [--free | --grammar] [--verbose] [--markdown] [--json FILE] [--require]
Runs the evaluation set on the built-in model, or on a file. More: models/edge-micro/evaluation/README.md`

const options = {
  cases: { type: "string" },
  free: { type: "boolean", default: false },
  grammar: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  json: { type: "string" },
  require: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
}

const read = () => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > 1) throw new Error("At most one model can be named.")
    if (values.free && values.grammar) throw new Error("--free and --grammar: one of them, or none for both.")
    return { ...values, model: positionals[0] }
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}\n`)
    process.exit(2)
  }
}

const given = read()
if (given.help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
const modes = given.free === given.grammar ? ["grammar", "free"] : [given.grammar ? "grammar" : "free"]
const onCase = (mode, done, of) => {
  if (!process.stderr.isTTY) return
  const title = mode === "grammar" ? "with the grammar" : "without the grammar"
  process.stderr.write(`\r${title}: ${done} of ${of}${done === of ? "\n" : ""}`)
}

await makePackagesReady()
// Only now: it needs the packages.
const { loadSource } = await import("./load-source.mjs")
const { evaluate, ownCases } = await loadSource("scripts/model-eval/evaluate.ts")

// Nothing of a measurement belongs into the user's own state folder.
const home = fs.mkdtempSync(path.join(os.tmpdir(), "edge-eval-"))
process.env.EDGE_HOME = home
try {
  const ended = await evaluate({ model: given.model, casesFile: given.cases ?? ownCases, modes, onCase })
  if (ended._tag === "Left") {
    process.stderr.write(`${ended.left}\n`)
    process.exitCode = 1
  } else {
    const { text, markdown, misses, document, missedGoals } = ended.right
    if (given.verbose && misses !== "") process.stdout.write(`${misses}\n\n`)
    process.stdout.write(given.markdown ? markdown : text)
    if (given.json !== undefined) fs.writeFileSync(given.json, `${JSON.stringify(document, null, 2)}\n`)
    if (given.require && missedGoals.length > 0) process.exitCode = 1
  }
} finally {
  fs.rmSync(home, { recursive: true, force: true })
}

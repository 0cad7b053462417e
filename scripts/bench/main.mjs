/** `npm run bench`: measures every row and rewrites the table in docs/performance.md. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { makeReady } from "../ready.mjs"
import { root } from "../run.mjs"

await makeReady()
// Only now: these need the packages.
const { commandRows } = await import("./commands.mjs")
const { loadSubject } = await import("./load-subject.mjs")
const { mcpRows } = await import("./mcp.mjs")
const { measure } = await import("./measure.mjs")
const { modelRows } = await import("./model.mjs")
const { packageSize } = await import("./package.mjs")
const { summary, writeReport } = await import("./report.mjs")
const { runnerRows } = await import("./runner.mjs")

const [load] = os.loadavg()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-bench-"))
process.env.EDGE_HOME = path.join(folder, "home")
const edge = path.join(root, "dist", "edge.js")
const toolsFile = path.join(root, "examples", "tools.py")
const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."

try {
  const tools = await (await loadSubject("tools")).openTools(toolsFile)
  const { executable: python, version: pythonVersion } = tools.frozen.python
  const results = []
  const take = async (rows) => {
    for (const row of rows) {
      process.stderr.write(`${row.what} … `)
      const result = await measure(row)
      process.stderr.write(`${summary(result)}\n`)
      results.push(result)
    }
  }
  await take(commandRows({ edge, python, toolsFile }))
  await take(runnerRows({ python, tools }))
  const mcp = await mcpRows({ tools })
  await take(mcp.rows)
  await mcp.close()
  const model = await (await loadSubject("model")).openModel(tools.frozen, prompt)
  await take(await modelRows({ edge, toolsFile, prompt, folder, model }))
  await model.close()
  await tools.close()
  writeReport(results, { pythonVersion, load, packageSize: packageSize() })
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

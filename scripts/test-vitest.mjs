/** Runs vitest, and counts what it ran from its own report. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { run, tool } from "./run.mjs"

export const runVitest = async (options) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-"))
  const report = path.join(folder, "vitest.json")
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const code = await run(process.execPath, [tool("vitest", "vitest.mjs"), "run", ...reporters, ...options])
    return { name: "vitest", code, ...countsOf(report) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

// Without any test file there may be no report.
const countsOf = (report) => {
  if (!fs.existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const counts = JSON.parse(fs.readFileSync(report, "utf8"))
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }
}

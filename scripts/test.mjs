/**
 * The tests of both languages, on a fresh clone too; with `long`, those of test/long alone. A suite that fails, runs no
 * test or skips one fails the whole.
 */
import { makeReady } from "./ready.mjs"
import { runUnittest } from "./test-python.mjs"
import { runVitest } from "./test-vitest.mjs"

const long = process.argv[2] === "long"

await makeReady()
const suites = long
  ? [await runVitest(["--config", "scripts/vitest-long.config.mjs"])]
  : [await runVitest([]), await runUnittest("runner"), await runUnittest("models/edge-micro")]

const problemOf = ({ code, passed, failed, skipped }) => {
  if (code !== 0 || failed > 0) return `failed with exit code ${code}`
  if (skipped > 0) return "skipped tests"
  return passed === 0 ? "ran no test" : undefined
}

for (const suite of suites) {
  process.stdout.write(`${suite.name}: ${suite.passed} passed, ${suite.failed} failed, ${suite.skipped} skipped\n`)
  const problem = problemOf(suite)
  if (problem === undefined) continue
  process.stderr.write(`${suite.name} ${problem}.\n`)
  process.exitCode = 1
}

/** Runs tests in Python under the interpreter that `edge` would find, and counts them from unittest's last lines. */
import { run } from "./run.mjs"

/** `home` is the folder, relative to the repository, that has the tests in its folder `tests`. */
export const runUnittest = async (home) => {
  const python = process.env.EDGE_PYTHON || "python3"
  let said = ""
  const code = await run(python, ["-m", "unittest", "discover", "-s", `${home}/tests`, "-t", home], {
    onStderr: (chunk) => {
      said = (said + chunk).slice(-2000)
    },
  }).catch((error) => {
    process.stderr.write(`${python} cannot start (${error.code}); install Python 3.10 or newer, or set EDGE_PYTHON.\n`)
    return 127
  })
  return { name: `unittest of ${home}`, code, ...countsOf(said) }
}

// "Ran 5 tests in 0.1s", then "OK", "OK (skipped=1)" or "FAILED (failures=1, errors=2)".
const countsOf = (said) => {
  const number = (pattern) => Number(pattern.exec(said)?.[1] ?? 0)
  const failed =
    number(/(?<!expected )\bfailures=(\d+)/) + number(/\berrors=(\d+)/) + number(/\bunexpected successes=(\d+)/)
  const skipped = number(/\bskipped=(\d+)/) + number(/\bexpected failures=(\d+)/)
  return { passed: Math.max(0, number(/^Ran (\d+) tests? in /m) - failed - skipped), failed, skipped }
}

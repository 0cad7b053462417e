/** The project's vitest settings, for the tests that it otherwise leaves out: those that take minutes. */
import base from "../vitest.config.ts"

const tenMinutes = 600_000

export default {
  ...base,
  test: { ...base.test, include: ["test/long/**/*.test.ts"], exclude: [], testTimeout: tenMinutes },
}

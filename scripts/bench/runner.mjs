/** Rows about one tool call: what `edge` adds to the tools file's own time, against a bare start of Python. */
import { timeOfChild } from "./processes.mjs"

export const runnerRows = ({ python, tools }) => {
  const common = { unit: "ms", pairs: 31, base: () => timeOfChild(python, "-I", "-c", "pass") }
  return [
    { ...common, what: "one tool call, cold / `python3 -I -c pass`", budget: 2, ours: tools.coldCall },
    {
      ...common,
      what: "one tool call, its process started ahead / `python3 -I -c pass`",
      budget: 0.3,
      ours: tools.callStartedAhead,
    },
  ]
}

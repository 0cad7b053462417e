/** Rows about whole commands: how long they take and how much memory they need, against bare Node and Python. */
import { peakMemoryOf, timeOf } from "./processes.mjs"

export const commandRows = ({ edge, python, toolsFile }) => {
  const node = process.execPath
  const validate = [node, edge, "tools", "validate", toolsFile]
  const bareNode = () => timeOf(node, "-e", "0")
  const barePython = () => timeOf(python, "-I", "-c", "pass")
  return [
    {
      what: "`edge --version` / `node -e 0`",
      unit: "ms",
      budget: 2,
      pairs: 31,
      ours: () => timeOf(node, edge, "--version"),
      base: bareNode,
    },
    {
      what: "`edge tools validate` / (`node -e 0` + `python3 -I -c pass`)",
      unit: "ms",
      budget: 3,
      pairs: 31,
      ours: () => timeOf(...validate),
      base: () => bareNode() + barePython(),
    },
    {
      what: "peak memory of `edge tools validate` / of `node -e 0`",
      unit: "MiB",
      budget: 2,
      pairs: 9,
      ours: () => peakMemoryOf(python, ...validate),
      base: () => peakMemoryOf(python, node, "-e", "0"),
    },
  ]
}

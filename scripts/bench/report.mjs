/** The measured rows as a table, between the markers of docs/performance.md. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { root } from "../run.mjs"

const file = path.join(root, "docs", "performance.md")
const [start, end] = ["<!-- bench:start -->", "<!-- bench:end -->"]

export const writeReport = (rows, conditions) => {
  const text = fs.readFileSync(file, "utf8")
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks the lines ${start} and ${end}`)
  const block = [start, machine(conditions), "", ...table(rows), ""].join("\n")
  fs.writeFileSync(file, text.slice(0, from) + block + text.slice(to))
}

export const summary = (row) =>
  `${row.ratio.toFixed(2)} (${row.least.toFixed(2)} to ${row.most.toFixed(2)}), budget ${budget(row)}: ${verdict(row)}`

const machine = ({ pythonVersion, load, packageSize }) => {
  const cpus = os.cpus()
  const model = cpus[0]?.model.trim() || os.arch()
  const today = new Date().toISOString().slice(0, 10)
  const runtimes = `Node ${process.versions.node}, Python ${pythonVersion}`
  return `Measured ${today}: ${runtimes}, ${os.type()} on ${cpus.length} × ${model}, load average ${load.toFixed(1)} before the run. ${packageSize}`
}

const table = (rows) => [
  "| what | ratio | least to most | medians | budget | |",
  "| --- | --- | --- | --- | --- | --- |",
  ...rows.map(
    (row) =>
      `| ${[
        row.what,
        row.ratio.toFixed(2),
        `${row.least.toFixed(2)} to ${row.most.toFixed(2)}`,
        `${amount(row.medians.ours)} / ${amount(row.medians.base)} ${row.unit}`,
        budget(row),
        verdict(row),
      ].join(" | ")} |`,
  ),
]

const amount = (value) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
// A row without a budget is there to compare.
const budget = (row) => (row.budget === null ? "none" : `${row.atLeast ? "at least" : "at most"} ${row.budget}`)
const verdict = (row) => (row.budget === null ? "" : row.ok ? "ok" : "over")

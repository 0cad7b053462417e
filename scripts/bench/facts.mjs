/**
 * Measures facts stores of 10⁴, 10⁵ and 10⁶ facts beside SQLite's FTS5 used by hand, and rewrites the table in
 * docs/performance-facts.md. `node scripts/bench/facts.mjs [SIZE…]` measures these sizes and only prints.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import * as esbuild from "esbuild"
import { facts, questions, writeFacts } from "./facts-made.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
const require = createRequire(import.meta.url)
const Database = require("libsql")
const asked = process.argv.slice(2).map(Number)
const sizes = asked.length > 0 ? asked : [10_000, 100_000, 1_000_000]
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-bench-facts-"))

const subject = await (async () => {
  const outfile = path.join(root, "build", `bench-facts-${process.pid}.cjs`)
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["scripts/bench/subject/facts.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["libsql", "@libsql/client"],
  })
  try {
    return require(outfile)
  } finally {
    fs.rmSync(outfile)
  }
})()

// Processor time of this process: what waits for other processes on a busy machine does not count.
const seconds = async (run) => {
  const started = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1e6
}

const quantile = (times, part) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]

/** The limit: the same rows and words put into FTS5 and asked for directly, without checks, folding or bounds. */
const byHand = async (size, queries) => {
  const file = path.join(folder, "hand.db")
  const database = new Database(file)
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
  database.exec("CREATE TABLE fact(id INTEGER PRIMARY KEY, fact_id TEXT UNIQUE, topic, text, tags, source_label)")
  database.exec("CREATE VIRTUAL TABLE word USING fts5(topic, tags, text, content='')")
  const rows = [...facts(size)].map((each, at) => [
    at + 1,
    each.fact_id,
    each.topic,
    each.text,
    each.tags.join(" "),
    each.source_label,
  ])
  const insertion = await seconds(() => {
    database.exec("BEGIN")
    const fact = database.prepare("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)")
    const word = database.prepare("INSERT INTO word (rowid, topic, tags, text) VALUES (?, ?, ?, ?)")
    for (const row of rows) {
      fact.run(row)
      word.run([row[0], row[2], row[4], row[3]])
    }
    database.exec("COMMIT")
  })
  const statement = database.prepare(
    "SELECT fact.* FROM word JOIN fact ON fact.id = word.rowid WHERE word MATCH ? ORDER BY bm25(word, 4.0, 2.0, 1.0) LIMIT 5",
  )
  const times = queries.slice(0, 300).map((query) => {
    const match = query
      .split(" ")
      .map((word) => `"${word}"`)
      .join(" ")
    const started = process.cpuUsage()
    statement.all([match])
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  database.close()
  const bytes = fs.statSync(file).size
  fs.rmSync(file)
  return { rate: size / insertion, p99: quantile(times, 0.99), bytes: bytes / size }
}

/** A chat with a scripted model and one look-up, as a process of its own. */
const coldCommands = (home, query) => {
  const script = path.join(folder, "script.json")
  fs.writeFileSync(
    script,
    JSON.stringify([JSON.stringify({ tool_name: "local_facts_lookup", arguments: { query } }), "done"]),
  )
  const edge = path.join(root, "dist", "edge.js")
  const args = [edge, "demo", "chat", "--facts-store", "bench", "--model", `script:${script}`, "--prompt", "p"]
  return Array.from({ length: 40 }, () => {
    const started = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, EDGE_HOME: home } })
    if (status !== 0) throw new Error(String(stderr))
    return performance.now() - started
  })
}

const bareNode = () =>
  Array.from({ length: 20 }, () => {
    const started = performance.now()
    spawnSync(process.execPath, ["-e", "0"])
    return performance.now() - started
  })

const measure = async (size) => {
  const file = path.join(folder, "facts.json")
  const home = path.join(folder, `home-${size}`)
  writeFacts(file, size)
  const importing = await seconds(() => subject.importFile(home, file, "bench"))
  const again = await seconds(() => subject.importFile(home, file, "bench"))
  fs.rmSync(file)
  const queries = questions(2_200, size)
  const times = (await subject.lookups(home, "bench", queries)).slice(200)
  const cold = coldCommands(home, queries[1])
  const node = bareNode()
  const bytes = fs.statSync(path.join(home, "facts", "bench.db")).size
  fs.rmSync(home, { recursive: true })
  const hand = await byHand(size, queries)
  const all = times.map(({ ms }) => ms)
  return {
    size,
    rate: size / importing,
    again: size / again,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    worst: Math.max(...all),
    answered: times.filter(({ rows }) => rows > 0).length / times.length,
    cold50: quantile(cold, 0.5),
    cold99: quantile(cold, 0.99),
    node: quantile(node, 0.5),
    bytes: bytes / size,
    hand,
  }
}

const number = (value) => Math.round(value).toLocaleString("en")
const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`

const table = (rows) =>
  [
    `| | ${rows.map((row) => `${number(row.size)} facts`).join(" | ")} |`,
    `| --- |${rows.map(() => " ---: |").join("")}`,
    ...[
      ["import, facts/s", (row) => number(row.rate)],
      ["… by hand, facts/s", (row) => number(row.hand.rate)],
      ["the same file again, facts/s", (row) => number(row.again)],
      ["look-up, warm, median", (row) => ms(row.p50)],
      ["look-up, warm, p99", (row) => ms(row.p99)],
      ["look-up, warm, worst of 2,000", (row) => ms(row.worst)],
      ["… by hand, p99", (row) => ms(row.hand.p99)],
      ["look-ups with an answer", (row) => `${Math.round(row.answered * 100)}%`],
      ["whole command with one look-up, median", (row) => ms(row.cold50)],
      ["whole command with one look-up, p99", (row) => ms(row.cold99)],
      ["`node -e 0`, median", (row) => ms(row.node)],
      ["file, bytes a fact", (row) => number(row.bytes)],
      ["… by hand, bytes a fact", (row) => number(row.hand.bytes)],
    ].map(([name, cell]) => `| ${name} | ${rows.map(cell).join(" | ")} |`),
  ].join("\n")

const rows = []
for (const size of sizes) rows.push(await measure(size))
fs.rmSync(folder, { recursive: true, force: true })
const text = table(rows)
console.log(text)

const report = path.join(root, "docs", "performance-facts.md")
if (asked.length === 0) {
  const now = fs.readFileSync(report, "utf8")
  fs.writeFileSync(report, now.replace(/(<!-- table -->\n)[\s\S]*(<!-- \/table -->)/, `$1\n${text}\n\n$2`))
}

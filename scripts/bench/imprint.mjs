/**
 * What an imprint saves: time to the first token with it and without, its size, and its restore against reading the file.
 * Both sides of a ratio run in turn, pair by pair, in one process; the ratios count, the times belong to the machine.
 *
 * Usage: node scripts/bench/imprint.mjs [--pairs N] [--no-write]
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as esbuild from "esbuild"

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
const document = path.join(root, "docs", "performance-imprint.md")
const pairs = Number(process.argv[process.argv.indexOf("--pairs") + 1]) || 9

const subject = `
export * as Effect from "effect/Effect"
export * as Either from "effect/Either"
export * as Layer from "effect/Layer"
export * as Scope from "effect/Scope"
export { FileHashes, hashOf } from "./src/services/FileHashes.ts"
export { Model } from "./src/services/Model.ts"
export { layerLlama } from "./src/services/ModelLlama.ts"
export { imprintForms, systemText } from "./src/domain/Profile.ts"
export { toolOf } from "./src/domain/Tool.ts"
`

// Bundled beside node_modules, from where the model's runtime is found.
const load = async () => {
  const outfile = path.join(root, "build", "bench-imprint.mjs")
  const stdin = { contents: subject, resolveDir: root, loader: "ts" }
  await esbuild.build({ stdin, outfile, bundle: true, format: "esm", platform: "node", external: ["node-llama-cpp"] })
  return import(pathToFileURL(outfile).href)
}

const { Effect, Either, Layer, Scope, FileHashes, hashOf, Model, layerLlama, imprintForms, systemText, toolOf } =
  await load()

const gguf = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
const hashes = Layer.succeed(FileHashes, { of: () => Effect.succeed("sha256:00") })
const layer = layerLlama({
  path: gguf,
  name: "edge-micro",
  contextSize: 4096,
  threads: 1,
  gpu: false,
  template: "chatML",
}).pipe(Layer.provide(hashes))
const scope = Effect.runSync(Scope.make())
const open = () =>
  Effect.runPromise(Effect.flatMap(Model, (model) => model.open).pipe(Effect.provide(layer), Scope.extend(scope)))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-bench-"))
const [plain, imprinted] = [await open(), await open()]

/** Milliseconds until the first token of the answer. */
const firstToken = async (session, turns) => {
  const started = performance.now()
  let first = 0
  const onText = () => {
    first ||= performance.now() - started
  }
  const request = { turns, grammar: null, draft: null, maxTokens: 1, temperature: 0, seed: null, onText }
  const { tokens } = await Effect.runPromise(session.generate(request))
  return { time: first || performance.now() - started, evaluated: tokens.evaluated }
}

// Whatever was evaluated before is forgotten, since it begins with another turn.
const forget = (session) => firstToken(session, [{ role: "user", text: "x" }])

const timed = async (run) => {
  const started = performance.now()
  await run()
  return performance.now() - started
}

const sentences = (count) =>
  Array.from({ length: count }, (_, at) => `- Item ${at}: pays the supplier on the day that the invoice names.`)

const toolNumber = (at) =>
  Either.getOrThrow(
    toolOf({
      function: `tool_${at}`,
      file: "t.py",
      line: 1,
      docstring: `Look up record number ${at} of the local store.`,
      metadata: {},
      reachable: true,
      parameters: ["record_id", "amount"].map((name) => ({
        name,
        kind: "positional_or_keyword",
        hint: { kind: "name", name: name === "amount" ? "float" : "str" },
        written: null,
      })),
    }),
  )

const save = async (text, name) => {
  const file = path.join(folder, `${name}.bin`)
  const state = await Effect.runPromise(imprinted.saveState(imprintForms(text), file))
  return { file, ...state }
}

/** A profile of about so many tokens. */
const profileOf = async (tokens) => {
  const probe = await save(systemText(["[fact]", ...sentences(10)].join("\n"), []), "probe")
  const body = ["[fact]", ...sentences(Math.round((tokens / probe.prefix.tokens) * 10))]
  return body.join("\n")
}

const short = await profileOf(100)
const cases = [
  ["profile of 100 tokens", systemText(short, [])],
  ["profile of 1,000 tokens", systemText(await profileOf(1000), [])],
  ["profile of 3,600 tokens (the context holds 4,096)", systemText(await profileOf(3600), [])],
  ["100 tokens and 1 tool", systemText(short, [toolNumber(1)])],
  [
    "100 tokens and 8 tools",
    systemText(
      short,
      Array.from({ length: 8 }, (_, at) => toolNumber(at)),
    ),
  ],
]

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const ratioRow = (name, rows, budget = "") => {
  const ratios = rows.map(([one, other]) => one / other).sort((a, b) => a - b)
  const times = [0, 1].map((side) => median(rows.map((row) => row[side])).toFixed(2)).join(" / ")
  const [least, most] = [ratios[0], ratios.at(-1)].map((each) => each.toFixed(3))
  return `| ${name} | ${median(ratios).toFixed(3)} | ${least} to ${most} | ${times} ms | ${budget} |`
}

const measured = []
for (const [name, text] of cases) {
  const saved = await save(text, "state")
  const turns = [...saved.turns, { role: "user", text: "What is on record 7?" }]
  const rows = []
  for (let pair = 0; pair < pairs + 1; pair += 1) {
    await forget(plain)
    const without = await firstToken(plain, turns)
    const check = await timed(async () => void (await hashOf(saved.file)))
    const restore = await timed(() => Effect.runPromise(imprinted.loadState(saved.file, saved)))
    const using = await firstToken(imprinted, turns)
    const read = await timed(() => fs.promises.readFile(saved.file))
    // The first pair warms up.
    if (pair > 0) rows.push({ without, check, restore, using, read })
  }
  const bytes = fs.statSync(saved.file).size
  measured.push({ name, rows, bytes, tokens: saved.prefix.tokens })
  console.error(`${name}: done`)
}

const using = ({ check, restore, using }) => check + restore + using.time
const [one, eight] = measured.slice(-2)
const lines = [
  "| what | ratio | least to most | medians | budget |",
  "| --- | --- | --- | --- | --- |",
  ...measured.map(({ name, rows }) =>
    ratioRow(
      `first token with the imprint (checked, restored) / without: ${name}`,
      rows.map((row) => [using(row), row.without.time]),
    ),
  ),
  ratioRow(
    "first token after the restore, 8 tools / 1 tool",
    eight.rows.map((row, at) => [row.using.time, one.rows[at].using.time]),
    "1; see below",
  ),
  ...measured.map(({ name, rows }) =>
    ratioRow(
      `restore / reading the file: ${name}`,
      rows.map((row) => [row.restore, row.read]),
      "the limit is 1",
    ),
  ),
  "",
  "| what | prefix tokens | evaluated with / without | bytes | bytes a token |",
  "| --- | --- | --- | --- | --- |",
  ...measured.map(
    ({ name, rows, bytes, tokens }) =>
      `| ${name} | ${tokens} | ${rows[0].using.evaluated} / ${rows[0].without.evaluated} | ${bytes} | ${Math.round(bytes / tokens)} |`,
  ),
]

const table = lines.join("\n")
console.log(table)
if (!process.argv.includes("--no-write")) {
  const head = `Measured with Node ${process.versions.node} on ${os.availableParallelism()} cores, ${pairs} pairs a row.`
  const text = fs.readFileSync(document, "utf8")
  const block = `<!-- bench:start -->\n${head}\n\n${table}\n<!-- bench:end -->`
  fs.writeFileSync(
    document,
    text.replace(/<!-- bench:start -->[\s\S]*<!-- bench:end -->/, () => block),
  )
}
await Effect.runPromise(Scope.close(scope, Effect.runSync(Effect.exit(Effect.void))))
fs.rmSync(folder, { recursive: true })
process.exit()

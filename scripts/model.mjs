/**
 * Makes the built-in model: `model.mjs data | train | export`, each with `--help`; a wrong option exits with 2. What it makes
 * lies in build/model; only `export --ship` replaces the model of the repository. Needs what findPython names where it is
 * missing.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { root, run } from "./run.mjs"

const home = path.join(root, "models", "edge-micro")
const trainer = path.join(home, "trainer")
const shipped = path.join(home, "edge-micro-q8_0.gguf")
const built = path.join(root, "build", "model")
const data = path.join(built, "data")

const fail = (text, code = 1) => {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
const failUsage = (text) => fail(text, 2)

/** The first Python that has torch and numpy; the first on the path need not be the system's own. */
const findPython = () => {
  const candidates = [process.env.EDGE_MODEL_PYTHON, "python3", "/usr/bin/python3"].filter(Boolean)
  return (
    candidates.find((python) => spawnSync(python, ["-c", "import torch, numpy"]).status === 0) ??
    fail(`None of ${candidates.join(", ")} has torch and numpy.
On Debian: apt-get install python3-torch python3-numpy libopenblas0-pthread libjemalloc2 gcc wamerican wordnet-base
Elsewhere: set EDGE_MODEL_PYTHON to a Python that has them.`)
  )
}

/** Compiles the kernels for the processor that this is; gives the file. */
const kernels = () => {
  fs.mkdirSync(built, { recursive: true })
  const out = path.join(built, "kernels.so")
  const flags = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC"]
  const { status, error } = spawnSync("gcc", [...flags, path.join(trainer, "kernels.c"), "-o", out, "-lm"], {
    stdio: "inherit",
  })
  if (status !== 0) fail(`gcc could not compile the kernels (${error?.code ?? `exit ${status}`}).`)
  return out
}

// An allocator that keeps big buffers mapped makes training half as long again faster; without it all works too.
const jemalloc = ["/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", "/usr/lib/aarch64-linux-gnu/libjemalloc.so.2"].find(
  (file) => fs.existsSync(file),
)
const environment = (threads) => ({
  ...process.env,
  EDGE_MODEL_KERNELS: path.join(built, "kernels.so"),
  OMP_NUM_THREADS: String(threads),
  ...(jemalloc && { LD_PRELOAD: jemalloc, MALLOC_CONF: "dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always" }),
})

const shardAt = (index) => path.join(data, `${String(index).padStart(3, "0")}.npz`)
const validation = path.join(data, "validation.npz")

const read = (args, options, help) => {
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: "boolean" } } })
    if (!values.help) return values
  } catch (error) {
    failUsage(`${error.message}\n${help}`)
  }
  process.stdout.write(`${help}\n`)
  return process.exit(0)
}

const whole = (text, flag, least = 1) =>
  /^\d+$/.test(text) && Number(text) >= least
    ? Number(text)
    : failUsage(`${flag} is a whole number of at least ${least}, not ${text}.`)
const positive = (text, flag) => (Number(text) > 0 ? text : failUsage(`${flag} is a number above 0, not ${text}.`))

const makeData = async (args) => {
  const values = read(
    args,
    {
      shards: { type: "string", default: "6" },
      conversations: { type: "string", default: "16000" },
      seed: { type: "string", default: "1000" },
    },
    `npm run model:data -- [--shards 6] [--conversations 16000] [--seed 1000]
Writes shards of conversations, and one that is not trained on, to build/model/data.`,
  )
  const seed = whole(values.seed, "--seed", 0)
  const shards = whole(values.shards, "--shards")
  const conversations = whole(values.conversations, "--conversations")
  const python = findPython()
  // Training takes every shard that lies there.
  fs.rmSync(data, { recursive: true, force: true })
  fs.mkdirSync(data, { recursive: true })
  const left = [
    [validation, seed - 1, "600"],
    ...Array.from({ length: shards }, (_, index) => [shardAt(index), seed + index, conversations]),
  ]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const code = await run(python, [path.join(trainer, "shards.py"), ...next.map(String)])
      if (code !== 0) return code
    }
    return 0
  }
  const codes = await Promise.all(Array.from({ length: Math.min(2, os.availableParallelism()) }, work))
  return Math.max(...codes)
}

const train = async (args) => {
  const values = read(
    args,
    {
      minutes: { type: "string", default: "60" },
      run: { type: "string", default: "run" },
      init: { type: "string" },
      fresh: { type: "boolean", default: false },
      high: { type: "string", default: "0.5" },
      threads: { type: "string", default: "2" },
    },
    `npm run model:train -- [--minutes 60] [--run run] [--init MODEL.gguf | --fresh] [--high 0.5] [--threads 2]
Trains on build/model/data, from the shipped model unless told otherwise. A run that was stopped goes on where it was.`,
  )
  if (values.fresh && values.init !== undefined)
    failUsage("--fresh starts from nothing, --init from a file: one of them.")
  const threads = whole(values.threads, "--threads")
  const minutes = positive(values.minutes, "--minutes")
  const high = values.fresh ? "1" : positive(values.high, "--high")
  const shards = fs.existsSync(data) ? fs.readdirSync(data).filter((file) => /^\d+\.npz$/.test(file)) : []
  if (shards.length === 0) fail("There is no data yet. Run first: npm run model:data")
  const python = findPython()
  kernels()
  const start = values.fresh ? [] : ["--init", values.init ?? shipped]
  const options = ["--minutes", minutes, "--high", high, "--resume", ...start]
  const files = ["--out", path.join(built, values.run), "--validation", validation]
  return run(
    python,
    [path.join(trainer, "train.py"), ...options, ...files, ...shards.sort().map((file) => path.join(data, file))],
    { env: environment(threads) },
  )
}

/** The newest checkpoint in a run's folder; a GGUF file stands for itself. */
const weightsOf = (run) => {
  if (run.endsWith(".gguf")) return fs.existsSync(run) ? run : fail(`There is no file ${run}.`)
  const folder = path.join(built, run)
  return (
    ["final.pt", "last.pt"].map((file) => path.join(folder, file)).find((file) => fs.existsSync(file)) ??
    fail(`${folder} holds no weights. Run first: npm run model:train`)
  )
}

const exportModel = async (args) => {
  const values = read(
    args,
    { run: { type: "string", multiple: true, default: ["run"] }, ship: { type: "boolean", default: false } },
    `npm run model:export -- [--run NAME[=SHARE] | --run MODEL.gguf[=SHARE]]... [--ship]
Writes the run's last weights as build/model/edge-micro-{f16,q8_0}.gguf; with --ship as the repository's model too.
Of several runs it writes the mean of their weights, by their shares: --run one=0.7 --run other=0.3.`,
  )
  const runs = values.run.map((text) => {
    const [name, share = "1"] = text.split("=")
    return { checkpoint: weightsOf(name), share: positive(share, `The share of --run ${name}`) }
  })
  const python = findPython()
  const prefix = path.join(built, "edge-micro")
  const checkpoints = runs.map(({ checkpoint }) => checkpoint)
  const shares = ["--shares", ...runs.map(({ share }) => share)]
  const code = await run(python, [path.join(trainer, "export.py"), prefix, ...checkpoints, ...shares], {
    env: environment(1),
  })
  if (code === 0 && values.ship) fs.copyFileSync(`${prefix}-q8_0.gguf`, shipped)
  return code
}

const steps = { data: makeData, train, export: exportModel }
const [step = "", ...rest] = process.argv.slice(2)
const chosen = steps[step] ?? fail(`Choose one of: ${Object.keys(steps).join(", ")}.`)
process.exitCode = await chosen(rest)

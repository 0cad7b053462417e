/** All that is checked without running the program: types, Effect's own rules, lint, format, generated documents, the flake. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { makePackagesReady } from "./ready.mjs"
import { root, run, tool } from "./run.mjs"

await makePackagesReady()

const node = process.execPath
const hasDocs = fs.existsSync(path.join(root, "scripts", "docs.mjs"))
const hasNix = spawnSync("nix-instantiate", ["--version"]).error === undefined
// Biome colours even what goes into a file.
const plain = process.stdout.isTTY ? [] : ["--colors=off"]

const steps = [
  // It teaches this copy of tsc to report mistakes with Effect, once; a second time it changes nothing.
  ["patch of tsc", node, tool("@effect", "language-service", "cli.js"), "patch", "--log-level", "warning"],
  ["types", node, tool("typescript", "bin", "tsc"), "-p", "."],
  ["lint and format", node, tool("@biomejs", "biome", "bin", "biome"), "ci", "--error-on-warnings", ...plain],
  hasDocs ? ["documents in step", node, "scripts/docs.mjs", "--check"] : ["documents in step"],
  // Parsing needs no store, and not everyone may write one.
  hasNix ? ["flake", "nix-instantiate", "--store", "dummy://", "--parse", "flake.nix"] : ["flake"],
]

const failed = []
for (const [name, command, ...args] of steps) {
  if (command === undefined) {
    process.stdout.write(`- ${name}: nothing here to check it with\n`)
    continue
  }
  // Nix prints all that it parsed; only whether it could matters.
  const stdio = ["ignore", command === node ? "inherit" : "ignore", "inherit"]
  const ok = (await run(command, args, { stdio })) === 0
  process.stdout.write(`${ok ? "✓" : "✗"} ${name}\n`)
  if (!ok) failed.push(name)
}
if (failed.length > 0) {
  process.stderr.write(`check failed: ${failed.join(", ")}\n`)
  process.exitCode = 1
}

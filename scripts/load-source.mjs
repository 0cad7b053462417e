/**
 * Bundles a TypeScript module of this project and loads it, from inside the repository: the code finds `runner/`,
 * `models/` and its packages upwards.
 */
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import * as esbuild from "esbuild"
import { root } from "./run.mjs"

/** `file` is relative to the repository. */
export const loadSource = async (file) => {
  const outfile = path.join(root, "build", `source-${process.pid}`, `${path.basename(file, ".ts")}.cjs`)
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["node-llama-cpp"],
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href' },
  })
  try {
    return createRequire(import.meta.url)(outfile)
  } finally {
    fs.rmSync(path.dirname(outfile), { recursive: true, force: true })
  }
}

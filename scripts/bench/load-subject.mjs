/** Bundles one of the subjects and loads it. Inside the repository, because the code finds `runner/` and `models/` upwards. */
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import * as esbuild from "esbuild"
import { root } from "../run.mjs"

export const loadSubject = async (name) => {
  const outfile = path.join(root, "build", `bench-${process.pid}`, `${name}.cjs`)
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`scripts/bench/subject/${name}.ts`],
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

/** Imports a TypeScript module of this project from a script: bundled to a temporary file, which is removed again. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as esbuild from "esbuild"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** `file` is relative to the repository. */
export const importSource = async (file) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-source-"))
  const outfile = path.join(folder, "module.mjs")
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: [file],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      // Only a run needs it.
      external: ["node-llama-cpp"],
      // Bundled packages of the older kind ask for Node's own modules by this function.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

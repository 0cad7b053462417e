/** How large the package is that users install. */
import { spawnSync } from "node:child_process"
import { root } from "../run.mjs"

/** One sentence, from what npm would pack. */
export const packageSize = () => {
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith("npm-cli.js") ? [process.execPath, [script]] : ["npm", []]
  const args = [...first, "pack", "--dry-run", "--ignore-scripts", "--json"]
  const { stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" })
  const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout)
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
  return `The package has ${entryCount} files: ${megabytes(size)} packed, ${megabytes(unpackedSize)} installed, without node-llama-cpp.`
}

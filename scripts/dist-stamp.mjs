/** What `dist/` was built from: a digest that the build leaves in it, and by which a later start sees that it is old. */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { root } from "./run.mjs"

export const stampFile = path.join(root, "dist", "built-from.sha256")

// The example is run to fill the code cache; package.json holds the version.
const sources = ["src", "examples", "scripts/build.mjs", "scripts/code-cache.cjs", "package.json", "package-lock.json"]

/** Contents count, times do not: a checkout or a copy touches every file. The code cache is good for one Node only. */
export const digestOfSources = () => {
  const digest = createHash("sha256").update(process.version)
  for (const file of sources.flatMap(filesUnder)) {
    const content = fs.readFileSync(path.join(root, file))
    digest.update(`\0${file}\0${content.length}\0`).update(content)
  }
  return `${digest.digest("hex")}\n`
}

const filesUnder = (name) => {
  if (!fs.statSync(path.join(root, name)).isDirectory()) return [name]
  const inside = fs.readdirSync(path.join(root, name)).filter((each) => each !== "__pycache__")
  return inside.sort().flatMap((each) => filesUnder(`${name}/${each}`))
}

/**
 * Makes a checkout ready to run, so that `npm start` and `npm test` may be the first command on a fresh clone: the
 * packages of the lock file, and a `dist/` of these sources. Only Node itself is needed; silent when nothing is missing.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { digestOfSources, stampFile } from "./dist-stamp.mjs"
import { root, run } from "./run.mjs"

export const makePackagesReady = async () => {
  const major = Number(process.versions.node.split(".")[0])
  if (major < 20) fail(`edge needs Node 20 or newer; this is ${process.version}.`)
  if (packagesMatchLock()) return
  await step("Installing the packages of package-lock.json (npm ci)", npm(["ci", "--include=dev"]))
}

export const makeReady = async () => {
  await makePackagesReady()
  if (distMatchesSources()) return
  await step("Building dist/", [process.execPath, ["scripts/build.mjs"]])
}

// npm writes down what it installed, last of all: that file is there only after a whole install, and follows every later one.
const packagesMatchLock = () => {
  const wanted = packagesOf("package-lock.json")
  const installed = packagesOf("node_modules/.package-lock.json")
  return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
    if (place === "") return true
    const found = installed[place]
    // What is optional may be for another platform.
    if (found === undefined) return optional === true && Object.keys(installed).length > 0
    return found.version === version && found.integrity === integrity
  })
}

const packagesOf = (file) => {
  const full = path.join(root, file)
  return fs.existsSync(full) ? JSON.parse(fs.readFileSync(full, "utf8")).packages : {}
}

const distMatchesSources = () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === digestOfSources()

// The npm that runs this script, where there is one: a file for `node` works alike on every platform.
const npm = (args) => {
  const script = process.env.npm_execpath
  return script?.endsWith("npm-cli.js") ? [process.execPath, [script, ...args]] : ["npm", args]
}

const step = async (title, [command, args]) => {
  process.stderr.write(`${title} …\n`)
  const code = await run(command, args, { stdio: ["ignore", 2, 2] })
  if (code !== 0) fail(`${title} failed with exit code ${code}.`)
}

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

#!/usr/bin/env node
"use strict"
// Starts the bundle with V8's code cache, which halves the start-up. Plain CommonJS: the ES module loader costs time too.
const fs = require("node:fs")
const os = require("node:os")
const path = require("node:path")
const url = require("node:url")
const vm = require("node:vm")

const attempt = (run) => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const startBundle = () => {
  const bundle = path.join(__dirname, "main.cjs")
  const source = fs.readFileSync(bundle, "utf8")

  // As in services/StateDirNode, which is inside what is to be started.
  const stateFolder = () => {
    const { EDGE_HOME, LOCALAPPDATA, XDG_DATA_HOME } = process.env
    if (EDGE_HOME) return path.resolve(EDGE_HOME)
    const home = os.homedir()
    if (process.platform === "darwin") return path.join(home, "Library", "Application Support", "edge")
    if (process.platform === "win32") return path.join(LOCALAPPDATA || path.join(home, "AppData", "Local"), "edge")
    const xdg = XDG_DATA_HOME && path.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : path.join(home, ".local", "share")
    return path.join(xdg, "edge")
  }

  // A cache is code: one that somebody else could have written is never run.
  const isOurs = (place) => {
    if (process.platform === "win32") return true
    const { uid, mode } = fs.lstatSync(place)
    return uid === process.getuid() && (mode & 0o022) === 0
  }
  const readOurs = (file) =>
    attempt(() => (isOurs(path.dirname(file)) && isOurs(file) ? fs.readFileSync(file) : undefined))

  // Written whole under another name first, and only where there is a state folder already. Those of older builds go.
  const keep = (file) => {
    const folder = path.dirname(file)
    for (const each of [path.dirname(folder), folder]) if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 })
    if (!isOurs(folder)) return
    for (const name of fs.readdirSync(folder)) if (!name.startsWith(stamp)) fs.rmSync(path.join(folder, name))
    const temporary = `${file}.${process.pid}.tmp`
    fs.writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: "wx" })
    fs.renameSync(temporary, file)
  }

  // A second try with the same source would be answered from the first, whatever the cache: so one choice, one try. The
  // state folder has a cache only where the build's, which is of one Node version, was refused before.
  const stamp = (attempt(() => fs.readFileSync(path.join(__dirname, "built-from.sha256"), "utf8")) ?? "").slice(0, 16)
  // None where the working folder is gone and the state folder is named from there: the command itself says so.
  const file =
    attempt(() => path.join(stateFolder(), "cache", "code", `${stamp}-${process.version}-${process.arch}.cache`)) ?? ""
  const script = new vm.Script(source, {
    filename: bundle,
    cachedData: readOurs(file) ?? attempt(() => fs.readFileSync(path.join(__dirname, "main.cache"))),
  })
  // A command of more than one word has compiled what the others need, too.
  if (script.cachedDataRejected !== false && stamp !== "" && file !== "" && process.argv.length > 3)
    process.on("exit", () => attempt(() => keep(file)))
  // A cached script cannot call import() itself, so it is handed one.
  const start = script.runInThisContext()
  start(require, (name) => import(name), url.pathToFileURL(bundle).href)
}

// The version needs nothing of the bundle, which says what is wrong where it cannot be written.
const writeVersion = () => fs.writeSync(1, `${require("../package.json").version}\n`)
const asksVersion = process.argv.length === 3 && process.argv[2] === "--version"
if (!asksVersion || attempt(writeVersion) === undefined) startBundle()

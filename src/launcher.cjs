#!/usr/bin/env node
"use strict"
// Starts the bundle with V8's code cache, which halves the start-up. Plain CommonJS: the ES module loader costs time too.
const fs = require("node:fs")
const path = require("node:path")
const url = require("node:url")
const vm = require("node:vm")

const bundle = path.join(__dirname, "main.cjs")
const read = (file) => {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined
  }
}
const script = new vm.Script(fs.readFileSync(bundle, "utf8"), {
  filename: bundle,
  // A cache of another Node version is refused by V8, which then compiles as usual.
  cachedData: read(path.join(__dirname, "main.cache")),
})
// A cached script cannot call import() itself, so it is handed one.
const start = script.runInThisContext()
start(require, (name) => import(name), url.pathToFileURL(bundle).href)

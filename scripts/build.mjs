/** Builds dist/: one bundle, the launcher, and V8's code cache for this Node version. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as esbuild from "esbuild"
import { digestOfSources, stampFile } from "./dist-stamp.mjs"
import { root } from "./run.mjs"

const dist = path.join(root, "dist")
// Built aside and swapped in whole: a command that starts meanwhile never meets half a build, or a cache of other code.
const aside = path.join(root, "build", `dist-${process.pid}`)
// Before the build: what changes while it runs makes the result old.
const digest = digestOfSources()
// libsql holds native code and is required only by what opens a facts store.
const external = ["node-llama-cpp", "libsql"]

// `import()` of an outside package goes through the function that the launcher hands in.
const outsideImports = {
  name: "outside-imports",
  setup(build) {
    build.onEnd((result) => {
      for (const file of result.outputFiles) {
        const text = file.text.replaceAll(/\bimport\("(node-llama-cpp)"\)/g, 'importOutside("$1")')
        fs.writeFileSync(file.path, text)
      }
    })
  },
}

// The client's root also loads all it needs to speak to servers, which edge never does.
const localDatabaseOnly = {
  name: "local-database-only",
  setup(build) {
    build.onResolve({ filter: /^@libsql\/client$/ }, ({ kind, resolveDir }) =>
      build.resolve("@libsql/client/sqlite3", { kind, resolveDir }),
    )
  },
}

fs.mkdirSync(aside, { recursive: true })
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ["src/bin.ts"],
  outfile: path.join(aside, "main.cjs"),
  bundle: true,
  write: false,
  platform: "node",
  format: "cjs",
  target: "node20",
  external,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  define: { "import.meta.url": "bundleUrl" },
  banner: { js: "(function (require, importOutside, bundleUrl) {var module = { exports: {} };" },
  footer: { js: "})" },
  supported: { "dynamic-import": true },
  plugins: [outsideImports, localDatabaseOnly],
})
fs.copyFileSync(path.join(root, "src", "launcher.cjs"), path.join(aside, "edge.js"))
fs.chmodSync(path.join(aside, "edge.js"), 0o755)
fs.writeFileSync(path.join(aside, "package.json"), '{ "type": "commonjs" }\n')
execFileSync(process.execPath, [path.join(root, "scripts", "code-cache.cjs"), aside], { stdio: "inherit" })
fs.writeFileSync(path.join(aside, path.basename(stampFile)), digest)
swapIn(aside)

function swapIn(folder) {
  const old = `${folder}-old`
  if (fs.existsSync(dist)) fs.renameSync(dist, old)
  fs.renameSync(folder, dist)
  fs.rmSync(old, { recursive: true, force: true })
}

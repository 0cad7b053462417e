/**
 * Finds the interpreter: `--python`, `$EDGE_PYTHON`, an active virtual environment, `python3` on the path. A candidate is
 * asked once who it really is (a version manager's shim costs 0.25 s at every start) and remembered in the state folder
 * until it, or what a shim decides by, changes.
 */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PythonNotFound, PythonUnsupportedVersion } from "../domain/errors/Environment.ts"
import { type Interpreter, Python } from "./Python.ts"
import { runnerFile } from "./RunnerFiles.ts"
import { sha256 } from "./Sha256.ts"
import { StateDir } from "./StateDir.ts"

const Probed = Schema.Struct({ version: Schema.String, executable: Schema.String })
const readProbe = Schema.decodeUnknownOption(Schema.parseJson(Probed))
const Remembered = Schema.Record({ key: Schema.String, value: Probed })
const readMemory = Schema.decodeUnknownOption(Schema.parseJson(Remembered))
const nothing: typeof Remembered.Type = {}
const memoryFile = "cache/python.json"

/** `named` is the value of `--python`. */
export const layerNode = (named: Option.Option<string>) =>
  Layer.effect(
    Python,
    Effect.gen(function* () {
      const state = yield* StateDir
      return Python.of({ interpreter: yield* Effect.cached(interpreter(named, state)) })
    }),
  )

const interpreter = (named: Option.Option<string>, state: typeof StateDir.Service) =>
  Effect.gen(function* () {
    const candidate = yield* findCandidate(named)
    const key = fingerprint(candidate)
    const memory = Option.getOrElse(Option.flatMap(yield* state.read(memoryFile), readMemory), () => nothing)
    const known = Object.hasOwn(memory, key) ? memory[key] : undefined
    if (known !== undefined) return known
    const found = yield* Effect.flatMap(probe(candidate), supported)
    const remembered = JSON.stringify({ ...newest(memory), [key]: found })
    // Not being remembered costs the next start a little; it is no reason to fail this one.
    yield* Effect.ignore(state.write(memoryFile, remembered))
    return found
  })

const newest = (memory: typeof Remembered.Type) => Object.fromEntries(Object.entries(memory).slice(-15))

const findCandidate = (named: Option.Option<string>): Effect.Effect<string, PythonNotFound> => {
  const environment = process.env["VIRTUAL_ENV"]
  const inEnvironment =
    environment && path.join(environment, ...(isWindows ? ["Scripts", "python.exe"] : ["bin", "python"]))
  const name = Option.getOrUndefined(named) || process.env["EDGE_PYTHON"] || inEnvironment
  if (name) return locate(name)
  return Effect.orElse(locate("python3"), () => Effect.mapError(locate(isWindows ? "python" : "python3"), notOnPath))
}

const notOnPath = () => new PythonNotFound({ tried: "python3", problem: "it is not on the path" })

const isWindows = process.platform === "win32"

const locate = (name: string): Effect.Effect<string, PythonNotFound> => {
  const found = /[\\/]/.test(name) ? path.resolve(name) : onPath(name)
  const missing = (problem: string) => Effect.fail(new PythonNotFound({ tried: name, problem }))
  if (found === undefined) return missing("it is not on the path")
  const stat = fs.statSync(found, { throwIfNoEntry: false })
  if (stat === undefined) return missing("there is no such file")
  return stat.isFile() ? Effect.succeed(found) : missing("it is no file")
}

const onPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => (isWindows ? [`${name}.exe`, name] : [name]).map((file) => path.resolve(folder, file)))
    .find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())

// Everything that decides which interpreter a candidate is: its own file, and for a shim the files and variables by
// which version managers choose.
const fingerprint = (candidate: string): string => {
  const parts = [candidate, stamp(candidate), stamp(fs.realpathSync(candidate)), stamp(runnerFile("probe"))]
  if (isScript(candidate)) {
    const variables = Object.entries(process.env).filter(([name]) => /^(PYENV|ASDF|MISE|RTX|CONDA)_/.test(name))
    parts.push(JSON.stringify(variables.sort()), ...versionFiles().map((file) => `${file} ${stamp(file)}`))
  }
  return sha256(parts.join("\n"))
}

const stamp = (file: string): string => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}

const isScript = (file: string): boolean => {
  const handle = fs.openSync(file, "r")
  try {
    const head = Buffer.alloc(2)
    return fs.readSync(handle, head, 0, 2, 0) === 2 && head.toString("latin1") === "#!"
  } finally {
    fs.closeSync(handle)
  }
}

const versionFiles = (): ReadonlyArray<string> => {
  const home = process.env["HOME"] ?? ""
  const folders = [home]
  for (let at = process.cwd(); ; at = path.dirname(at)) {
    folders.push(at)
    if (path.dirname(at) === at) break
  }
  const names = [".python-version", ".tool-versions", ".mise.toml", "mise.toml"]
  const pyenv = path.join(process.env["PYENV_ROOT"] || path.join(home, ".pyenv"), "version")
  return [pyenv, ...folders.flatMap((folder) => names.map((name) => path.join(folder, name)))]
}

const probe = (candidate: string): Effect.Effect<Interpreter, PythonNotFound> =>
  Effect.async((resume) => {
    const fail = (problem: string) => resume(Effect.fail(new PythonNotFound({ tried: candidate, problem })))
    const options = { timeout: 10_000, killSignal: "SIGKILL" as const, maxBuffer: 65_536 }
    const child = execFile(candidate, ["-I", runnerFile("probe")], options, (cause, stdout) => {
      if (cause !== null) return fail(problemOf(cause))
      const found = readProbe(stdout)
      return Option.isSome(found) ? resume(Effect.succeed(found.value)) : fail("it does not answer as Python does")
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const problemOf = (cause: { readonly code?: string | number | null; readonly killed?: boolean }): string => {
  if (cause.killed === true) return "it did not answer within 10 s"
  return typeof cause.code === "string" ? cause.code : `it ended with code ${cause.code}`
}

const supported = (found: Interpreter): Effect.Effect<Interpreter, PythonUnsupportedVersion> => {
  const [major = 0, minor = 0] = found.version.split(".").map(Number)
  return major > 3 || (major === 3 && minor >= 10)
    ? Effect.succeed(found)
    : Effect.fail(new PythonUnsupportedVersion(found))
}

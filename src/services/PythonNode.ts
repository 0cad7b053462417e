/**
 * Finds the interpreter: `--python`, `$EDGE_PYTHON`, an active virtual environment, `python3` on the path. A candidate is
 * asked once who it really is (a version manager's shim costs 0.25 s at every start) and remembered in the state folder
 * until it, or what a shim decides by, changes.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PythonNotFound, PythonUnsupportedVersion } from "../domain/errors/Environment.ts"
import { type Interpreter, Python } from "./Python.ts"
import { runnerFile } from "./RunnerFiles.ts"
import { type Ending, RunnerProcess } from "./RunnerProcess.ts"
import { sha256 } from "./Sha256.ts"
import { StateDir } from "./StateDir.ts"

const Probed = Schema.Struct({ version: Schema.String, executable: Schema.String })
const readProbe = Schema.decodeUnknownOption(Schema.parseJson(Probed))
const Remembered = Schema.Record({
  key: Schema.String,
  value: Schema.Struct({ ...Probed.fields, stamp: Schema.String }),
})
const readMemory = Schema.decodeUnknownOption(Schema.parseJson(Remembered))
const nothing: typeof Remembered.Type = {}
const memoryFile = "cache/python.json"

/** How long a candidate may take to say who it is. */
const probeTime = Duration.seconds(10)

/** `named` is the value of `--python`. */
export const layerNode = (named: Option.Option<string>, limit: Duration.Duration = probeTime) =>
  Layer.effect(
    Python,
    Effect.gen(function* () {
      const state = yield* StateDir
      return Python.of({ interpreter: yield* Effect.cached(interpreter(named, state, limit)) })
    }),
  )

const interpreter = (named: Option.Option<string>, state: typeof StateDir.Service, limit: Duration.Duration) =>
  Effect.gen(function* () {
    const candidate = yield* findCandidate(named)
    const key = fingerprint(candidate)
    const memory = Option.getOrElse(Option.flatMap(yield* state.read(memoryFile), readMemory), () => nothing)
    const known = Object.hasOwn(memory, key) ? memory[key] : undefined
    if (known !== undefined && known.stamp === stamp(known.executable)) return known
    const found = yield* Effect.flatMap(probe(candidate, limit), supported)
    const remembered = JSON.stringify({ ...newest(memory), [key]: { ...found, stamp: stamp(found.executable) } })
    // Not being remembered costs the next start a little; it is no reason to fail this one.
    yield* Effect.ignore(state.write(memoryFile, remembered))
    return found
  })

const newest = (memory: typeof Remembered.Type) => Object.fromEntries(Object.entries(memory).slice(-15))

/** Where this process is; undefined where that folder is gone. */
const here = (): string | undefined => {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

// Below a device there is nothing, so that what is relative to a folder that is gone is not found.
const resolve = (...parts: ReadonlyArray<string>): string => path.resolve(here() ?? os.devNull, ...parts)

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
  const found = /[\\/]/.test(name) ? resolve(name) : onPath(name)
  const missing = (problem: string) => Effect.fail(new PythonNotFound({ tried: name, problem }))
  if (found === undefined) return missing("it is not on the path")
  const stat = statOf(found)
  if (stat === undefined) return missing("there is no such file")
  return stat.isFile() ? Effect.succeed(found) : missing("it is no file")
}

const onPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => (isWindows ? [`${name}.exe`, name] : [name]).map((file) => resolve(folder, file)))
    .find(isExecutable)

// As the shell does it: what cannot run does not hide what comes later on the path.
const isExecutable = (file: string): boolean => {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return statOf(file)?.isFile() === true
  } catch {
    return false
  }
}

// Everything that decides which interpreter a candidate is: its own file, and, since it may be a version manager's shim,
// the files and variables by which those choose.
const fingerprint = (candidate: string): string => {
  const variables = Object.entries(process.env).filter(([name]) => /^(PYENV|ASDF|MISE|RTX|CONDA)_/.test(name))
  const files = [candidate, runnerFile("probe"), ...versionFiles().filter((file) => statOf(file) !== undefined)]
  return sha256(JSON.stringify([variables.sort(), files.map((file) => `${file} ${stamp(file)}`)]))
}

/** The file behind any links: which one, how large, how old. */
const stamp = (file: string): string => {
  const stat = statOf(file)
  return stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}

// A path may be wrong in more ways than naming nothing: too long, a circle of links, in a folder that is closed to us.
const statOf = (file: string): fs.Stats | undefined => {
  try {
    return fs.statSync(file)
  } catch {
    return undefined
  }
}

const versionFiles = (): ReadonlyArray<string> => {
  const home = process.env["HOME"] ?? ""
  const folders = [home]
  for (let at = here(); at !== undefined; at = path.dirname(at) === at ? undefined : path.dirname(at)) folders.push(at)
  const names = [".python-version", ".tool-versions", ".mise.toml", "mise.toml"]
  const pyenv = path.join(process.env["PYENV_ROOT"] || path.join(home, ".pyenv"), "version")
  return [pyenv, ...folders.flatMap((folder) => names.map((name) => path.join(folder, name)))]
}

const probe = (candidate: string, limit: Duration.Duration): Effect.Effect<Interpreter, PythonNotFound> => {
  const missing = (problem: string) => new PythonNotFound({ tried: candidate, problem })
  const limits = { stdoutBytes: 65_536 }
  return Effect.suspend(() =>
    new RunnerProcess(candidate, ["-I", runnerFile("probe")], limits, () => {}).converse(""),
  ).pipe(
    Effect.timeoutFail({
      duration: limit,
      onTimeout: () => missing(`it did not answer within ${Duration.toSeconds(limit)} s`),
    }),
    Effect.flatMap((ending) => Effect.mapError(answerOf(ending), missing)),
  )
}

const answerOf = ({ stdout, exitCode, signal, killed }: Ending): Effect.Effect<Interpreter, string> => {
  if (signal !== null) return Effect.fail(`it was ended by ${signal}`)
  if (exitCode !== 0 && !killed) return Effect.fail(`it ended with code ${exitCode}`)
  const answer = Option.filter(readProbe(stdout.toString()), ({ executable }) => path.isAbsolute(executable))
  return Effect.mapError(answer, () => "it does not answer as Python does")
}

const supported = (found: Interpreter): Effect.Effect<Interpreter, PythonUnsupportedVersion> => {
  const [major = 0, minor = 0] = found.version.split(".").map(Number)
  return major > 3 || (major === 3 && minor >= 10)
    ? Effect.succeed(found)
    : Effect.fail(new PythonUnsupportedVersion(found))
}

/** `edge doctor`: everything that a run needs, tried out. Nothing of it uses the network. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Check } from "../domain/DoctorView.ts"
import { type Documented, failureFields, pathsOf } from "../domain/errors/About.ts"
import { shellWord } from "../domain/Shell.ts"
import { sizeText } from "../domain/TransferText.ts"
import type { View } from "../domain/View.ts"
import { Machine } from "../services/Machine.ts"
import { Model } from "../services/Model.ts"
import { Progress } from "../services/Progress.ts"
import { Python } from "../services/Python.ts"
import { Runtime } from "../services/Runtime.ts"
import { StateDir } from "../services/StateDir.ts"

/** Less than this is soon full of receipts and caches. */
const leastFreeBytes = 100_000_000

/** Tries each thing, and goes on where one is wrong. */
export const doctor = Effect.fn("doctor")(function* (edgeVersion: string) {
  const progress = yield* Progress
  const report = yield* Effect.all([
    node(edgeVersion),
    python,
    progress.during("Looking at the runtime", runtime),
    progress.during("Trying the built-in model", builtInModel),
    stateFolder,
    disk,
  ])
  return { _tag: "Doctor", report: report.flat() } satisfies View as View
})

const ok = (name: string, found: string, ...paths: ReadonlyArray<string>): Check => ({
  name,
  ok: true,
  found,
  paths,
  fix: null,
})
const wrong = (name: string, found: string, fix: string, ...paths: ReadonlyArray<string>): Check => ({
  name,
  ok: false,
  found,
  paths,
  fix,
})
const wrongBy = (name: string, error: Documented): Check => {
  const failure = failureFields(error)
  return wrong(name, failure.message, failure.hint, ...pathsOf(failure))
}

const node = (edgeVersion: string) =>
  Effect.map(Machine, ({ nodeVersion, platform, cores, memoryBytes }) => {
    const found = `edge ${edgeVersion} on Node ${nodeVersion}, ${platform}, ${cores} cores, ${sizeText(memoryBytes)} of memory`
    return Number(nodeVersion.split(".")[0]) >= 20
      ? ok("node", found)
      : wrong("node", found, "Install Node 20 or newer.")
  })

const python = Effect.flatMap(Python, ({ interpreter }) =>
  Effect.match(interpreter, {
    onFailure: (error) => wrongBy("python", error),
    onSuccess: ({ version, executable }) => ok("python", `${version}  ${executable}`, executable),
  }),
)

const runtime = Effect.flatMap(Runtime, ({ facts }) =>
  Effect.match(facts, {
    onFailure: (problem) => [
      wrong("runtime", `node-llama-cpp does not load: ${problem}`, "npm install -g edge, or npm ci in a checkout"),
    ],
    onSuccess: (found) => [
      ok("runtime", found.runtime),
      ok(
        "gpu",
        found.gpu === null
          ? "none that the runtime can use; the processor computes"
          : [
              found.gpu,
              ...found.devices,
              ...(found.gpuMemoryBytes === null ? [] : [sizeText(found.gpuMemoryBytes)]),
            ].join(", "),
      ),
    ],
  }),
)

const builtInModel = Effect.scoped(
  Effect.flatMap(Model, (model) =>
    Effect.flatMap(model.open, (session) =>
      Effect.as(
        session.generate({
          turns: [{ role: "user", text: "Hello" }],
          grammar: null,
          draft: null,
          maxTokens: 1,
          temperature: 0,
          seed: null,
          onText: () => {},
        }),
        session.identity,
      ),
    ),
  ),
).pipe(
  Effect.match({
    onFailure: (error) => wrongBy("model", error),
    onSuccess: ({ name, threads }) =>
      ok("model", `${name} answers${threads === undefined ? "" : `, on ${threads} thread${threads === 1 ? "" : "s"}`}`),
  }),
)

const stateFolder = Effect.gen(function* () {
  const state = yield* StateDir
  const files = yield* FileSystem.FileSystem
  const ready = yield* Effect.either(state.ready("receipts"))
  if (ready._tag === "Left") return wrongBy("state", ready.left)
  const stat = Option.getOrNull(yield* Effect.option(files.stat(state.path)))
  // Windows has no such rights, and keeps the folder in the user's own profile.
  const open = process.platform !== "win32" && stat !== null && (stat.mode & 0o077) !== 0
  if (!open) return ok("state", state.path, state.path)
  return wrong("state", `${state.path} can be read by others`, `chmod 700 ${shellWord(state.path)}`, state.path)
})

const disk = Effect.gen(function* () {
  const state = yield* StateDir
  const free = yield* Effect.flatMap(Machine, ({ freeBytes }) => freeBytes(state.path))
  if (free === null) return ok("disk", "the system does not tell what is free")
  if (free >= leastFreeBytes) return ok("disk", `${sizeText(free)} free`)
  return wrong("disk", `only ${sizeText(free)} free`, `Free some space where ${state.path} lies, or set EDGE_HOME.`)
})

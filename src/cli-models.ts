/** `edge models …` and `edge doctor`. */
import * as fs from "node:fs"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import type { HeldModel } from "./domain/ModelFile.ts"
import type { View } from "./domain/View.ts"
import { builtIn, doctorLayer, modelsLayer } from "./layers.ts"
import * as options from "./options.ts"
import { Output } from "./services/Output.ts"
import { edgeVersion } from "./services/PackageRoot.ts"

const loadModels = Effect.promise(() => import("./programs/models.ts"))

const list = Command.make("list", { json: options.json }, () =>
  Effect.flatMap(loadModels, ({ list }) => show(list().pipe(Effect.provide(modelsLayer)))),
).pipe(Command.withDescription("Show what is here and what could be, and whether it fits this machine's memory."))

const where = Command.make("where", { ref: options.modelRef, json: options.json }, ({ ref }) =>
  Effect.gen(function* () {
    yield* noOption(ref)
    const { where } = yield* loadModels
    yield* show(where(ref, yield* builtInFile).pipe(Effect.provide(modelsLayer)))
  }),
).pipe(
  Command.withDescription(
    "Show where a model's file lies, also in the folders of LM Studio, Ollama, llama.cpp and Hugging Face.",
  ),
)

const fetch = Command.make(
  "fetch",
  { ref: options.modelRef, dryRun: options.dryRun, json: options.json },
  ({ ref, dryRun }) =>
    Effect.gen(function* () {
      yield* noOption(ref)
      const { fetch } = yield* loadModels
      yield* show(fetch({ ref, dryRun }).pipe(Effect.provide(modelsLayer)))
    }),
).pipe(Command.withDescription("Fetch a model over the network, or go on with a fetch that was cut off."))

const doctorCommand = Command.make("doctor", { python: options.python, json: options.json }, ({ python }) =>
  Effect.gen(function* () {
    const { doctor } = yield* Effect.promise(() => import("./programs/doctor.ts"))
    yield* show(doctor(edgeVersion).pipe(Effect.provide(doctorLayer(python))))
  }),
).pipe(Command.withDescription("Try out all that a run needs, and say what to type where something is wrong."))

/** `edge doctor`, which is `edge models doctor` too. */
export const doctor = doctorCommand

export const models = Command.make("models").pipe(
  Command.withDescription("The models on this machine and those that could be. Only fetch uses the network."),
  Command.withSubcommands([list, where, fetch, doctorCommand]),
)

const show = <E, R>(program: Effect.Effect<View, E, R>) =>
  Effect.flatMap(Output, (output) => Effect.flatMap(program, output.result))

const noOption = (ref: string) =>
  ref.startsWith("-") ? Effect.fail(new InvalidUsage({ problem: `There is no option ${ref}.` })) : Effect.void

const builtInFile = Effect.sync((): HeldModel => {
  const bytes = fs.statSync(builtIn.path, { throwIfNoEntry: false })?.size ?? 0
  return { holder: "edge", title: builtIn.name, path: builtIn.path, bytes, source: null }
})

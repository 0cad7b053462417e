/** `edge demo learn` and `edge demo imprint`. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { lookupsLayer, namedTools } from "./cli-chat.ts"
import { fileArgument, load, selection, show } from "./cli-shared.ts"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { imprintsLayer, modelLayer, runnerLayer, textFileLayer } from "./layers.ts"
import * as options from "./options.ts"
import type { SampleSource } from "./programs/samples.ts"

const run = Command.make(
  "run",
  {
    sample: options.sample,
    sampleFile: options.sampleFile,
    tools: options.tools,
    toolsManifest: options.toolsManifest,
    factsStore: options.factsStore,
    ...selection,
    dryRun: options.dryRun,
    model: options.model,
    maxTokens: options.maxTokens,
    contextSize: options.contextSize,
    python: options.python,
    includeText: options.includeText,
    json: options.json,
  },
  (given) =>
    Effect.gen(function* () {
      const sample = yield* sampleSource(given)
      const tools = yield* namedTools(given, given)
      const { learn, planLearning } = yield* load(() => import("./programs/learn.ts"))
      const what = { sample, tools, includeText: given.includeText }
      if (given.dryRun) {
        const layers = Layer.mergeAll(
          runnerLayer(given.python, undefined, "readOnly"),
          lookupsLayer(tools),
          textFileLayer,
        )
        return yield* show(planLearning(what).pipe(Effect.provide(layers)))
      }
      const layers = Layer.mergeAll(
        runnerLayer(given.python),
        modelLayer({ ref: given.model, contextSize: given.contextSize }),
        imprintsLayer,
        lookupsLayer(tools),
        textFileLayer,
      )
      const sampling = { maxTokens: given.maxTokens, temperature: 0, seed: null }
      yield* show(learn({ ...what, sampling }).pipe(Effect.provide(layers)))
    }),
).pipe(Command.withDescription("Learn a profile, and the tools' contract with --tools, into an imprint."))

const init = Command.make(
  "init",
  { interactive: options.sampleInteractive, out: options.sampleOut, json: options.json },
  ({ interactive, out }) =>
    Effect.gen(function* () {
      const file = yield* fileArgument(out)
      const { initSample, askForSample } = yield* load(() => import("./programs/samples.ts"))
      if (!interactive) return yield* show(initSample(file).pipe(Effect.provide(textFileLayer)))
      const { layerNode } = yield* load(() => import("./services/LineInputNode.ts"))
      yield* show(askForSample(file).pipe(Effect.provide(Layer.merge(layerNode, textFileLayer))))
    }),
).pipe(Command.withDescription("Write a learn sample to start from."))

const validate = Command.make("validate", { file: options.samplePath, json: options.json }, ({ file }) =>
  Effect.gen(function* () {
    const { validateSample } = yield* load(() => import("./programs/samples.ts"))
    yield* show(validateSample(yield* fileArgument(file)).pipe(Effect.provide(textFileLayer)))
  }),
).pipe(Command.withDescription("Check a learn sample."))

const sample = Command.make("sample").pipe(
  Command.withDescription("Write or check a learn sample."),
  Command.withSubcommands([init, validate]),
)

/** `edge demo learn`. */
export const learnCommand = Command.make("learn").pipe(
  Command.withDescription("Learn a profile once; chats restore it."),
  Command.withSubcommands([run, sample]),
)

const imprintList = Command.make("list", { json: options.json }, () =>
  Effect.gen(function* () {
    const { list } = yield* load(() => import("./programs/imprints.ts"))
    yield* show(list.pipe(Effect.provide(imprintsLayer)))
  }),
).pipe(Command.withDescription("List the imprints of this machine, newest first."))

const imprintShow = Command.make(
  "show",
  { path: options.imprintPath, includeText: options.includeText, json: options.json },
  ({ path: named, includeText }) =>
    Effect.gen(function* () {
      const program = yield* load(() => import("./programs/imprints.ts"))
      yield* show(program.show(named, includeText).pipe(Effect.provide(imprintsLayer)))
    }),
).pipe(Command.withDescription("Check an imprint and show what it belongs to."))

const imprintDelete = Command.make("delete", { path: options.imprintPath, json: options.json }, ({ path: named }) =>
  Effect.gen(function* () {
    const { remove } = yield* load(() => import("./programs/imprints.ts"))
    yield* show(remove(named).pipe(Effect.provide(imprintsLayer)))
  }),
).pipe(Command.withDescription("Delete an imprint."))

/** `edge demo imprint`. */
export const imprintCommand = Command.make("imprint").pipe(
  Command.withDescription("List, show and delete what was learned."),
  Command.withSubcommands([imprintList, imprintShow, imprintDelete]),
)

const wrong = (problem: string) => Effect.fail(new InvalidUsage({ problem }))

const sampleSource = ({
  sample,
  sampleFile,
}: {
  readonly sample: Option.Option<string>
  readonly sampleFile: Option.Option<string>
}): Effect.Effect<SampleSource, InvalidUsage> => {
  if (Option.isSome(sample) && Option.isSome(sampleFile)) return wrong("--sample and --sample-file exclude each other.")
  if (Option.isSome(sampleFile)) return Effect.map(fileArgument(sampleFile.value), (file) => ({ file }))
  return Option.isSome(sample) ? Effect.succeed({ id: sample.value }) : wrong("Say --sample ID or --sample-file FILE.")
}

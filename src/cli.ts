/** The command tree. Each program is behind `import()`, so that a command pays only for itself. */
import * as path from "node:path"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { factsCommand, manifestCommand } from "./cli-facts.ts"
import { ConflictingToolOptions, InvalidUsage, ToolSelectionRequiresTools } from "./domain/errors/Usage.ts"
import type { View } from "./domain/View.ts"
import { factsLayer, modelLayer, noFactsLayer, runnerLayer } from "./layers.ts"
import * as options from "./options.ts"
import type { ToolSource } from "./programs/freeze.ts"
import type { LookupSource } from "./programs/lookups.ts"
import { Output } from "./services/Output.ts"

interface Selected {
  readonly tool: ReadonlyArray<string>
  readonly toolTag: ReadonlyArray<string>
}

const selection = { tool: options.toolNames, toolTag: options.toolTags }

const validate = Command.make(
  "validate",
  { file: options.toolsFile, ...selection, python: options.python, json: options.json },
  ({ file, python, ...selected }) =>
    Effect.gen(function* () {
      const source = yield* toolSource(file, selected)
      const { validate } = yield* load(() => import("./programs/tools.ts"))
      yield* show(validate(source).pipe(Effect.provide(runnerLayer(python))))
    }),
).pipe(Command.withDescription("Check a tools file: names, hints, duplicates, the limit of active tools."))

const inspect = Command.make(
  "inspect",
  { file: options.toolsFile, ...selection, python: options.python, json: options.json },
  ({ file, python, ...selected }) =>
    Effect.gen(function* () {
      const source = yield* toolSource(file, selected)
      const { inspect } = yield* load(() => import("./programs/tools.ts"))
      yield* show(inspect(source).pipe(Effect.provide(runnerLayer(python))))
    }),
).pipe(Command.withDescription("Check a tools file and show its schemas and hashes."))

const call = Command.make(
  "call",
  {
    file: options.toolsFile,
    name: options.toolName,
    args: options.args,
    ...selection,
    python: options.python,
    includeText: options.includeText,
    json: options.json,
  },
  ({ file, name, args, python, includeText, ...selected }) =>
    Effect.gen(function* () {
      const source = yield* toolSource(file, selected)
      const { call } = yield* load(() => import("./programs/tools.ts"))
      yield* show(call({ source, name, args, includeText }).pipe(Effect.provide(runnerLayer(python))))
    }),
).pipe(Command.withDescription("Call one tool through the same checks and runner as in chat, without any model."))

const chat = Command.make(
  "chat",
  {
    prompt: options.prompt,
    tools: options.tools,
    toolsManifest: options.toolsManifest,
    factsStore: options.factsStore,
    ...selection,
    model: options.model,
    maxTokens: options.maxTokens,
    temperature: options.temperature,
    seed: options.seed,
    contextSize: options.contextSize,
    python: options.python,
    includeText: options.includeText,
    json: options.json,
  },
  ({ tools, toolsManifest, factsStore, model, contextSize, python, seed, tool, toolTag, ...rest }) =>
    Effect.gen(function* () {
      yield* positive("--max-tokens", rest.maxTokens)
      const source = yield* chatTools({ tools, toolsManifest, factsStore }, { tool, toolTag })
      const { chat } = yield* load(() => import("./programs/chat.ts"))
      const stores = source === null || "file" in source ? noFactsLayer : factsLayer
      const layers = Layer.mergeAll(runnerLayer(python), modelLayer({ ref: model, contextSize }), stores)
      yield* show(chat({ ...rest, tools: source, seed: Option.getOrNull(seed) }).pipe(Effect.provide(layers)))
    }),
).pipe(Command.withDescription("Ask a model on this machine; with --tools it may call your Python functions."))

const tools = Command.make("tools").pipe(
  Command.withDescription("Check, inspect and call the tools of a Python file."),
  Command.withSubcommands([validate, inspect, call]),
)

const demo = Command.make("demo").pipe(
  Command.withDescription("Chat with a model that runs on this machine."),
  Command.withSubcommands([chat, factsCommand, manifestCommand]),
)

/** `edge` and everything below it. */
export const edge = Command.make("edge").pipe(
  Command.withDescription("On-device tool calling that people can trust."),
  Command.withSubcommands([demo, tools]),
)

const load = <A>(module: () => Promise<A>) => Effect.promise(module)

const show = <E, R>(program: Effect.Effect<View, E, R>) =>
  Effect.flatMap(Output, (output) => Effect.flatMap(program, output.result))

const toolSource = (file: string, { tool, toolTag }: Selected): Effect.Effect<ToolSource, InvalidUsage> =>
  file.startsWith("-")
    ? Effect.fail(new InvalidUsage({ problem: `There is no option ${file}.` }))
    : Effect.succeed({ file: path.resolve(file), selection: { names: tool, tags: toolTag } })

interface ToolOptions {
  readonly tools: Option.Option<string>
  readonly toolsManifest: Option.Option<string>
  readonly factsStore: Option.Option<string>
}

const chatTools = (
  { tools, toolsManifest, factsStore }: ToolOptions,
  selected: Selected,
): Effect.Effect<
  ToolSource | LookupSource | null,
  InvalidUsage | ToolSelectionRequiresTools | ConflictingToolOptions
> => {
  const named = { "--tools": tools, "--tools-manifest": toolsManifest, "--facts-store": factsStore }
  const sources = Object.entries(named).flatMap(([name, value]) => (Option.isSome(value) ? [name] : []))
  if (sources.length > 1) return Effect.fail(new ConflictingToolOptions({ options: sources }))
  if (Option.isSome(tools)) return toolSource(tools.value, selected)
  const given = [
    ...(selected.tool.length > 0 ? ["--tool"] : []),
    ...(selected.toolTag.length > 0 ? ["--tool-tag"] : []),
  ]
  if (given.length > 0) return Effect.fail(new ToolSelectionRequiresTools({ options: given }))
  if (Option.isSome(toolsManifest)) return Effect.succeed({ manifest: path.resolve(toolsManifest.value) })
  return Effect.succeed(Option.getOrNull(Option.map(factsStore, (store) => ({ store }))))
}

const positive = (option: string, value: number) =>
  value >= 1 ? Effect.void : Effect.fail(new InvalidUsage({ problem: `${option} must be at least 1.` }))

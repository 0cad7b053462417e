/** `edge demo chat`. */
import * as path from "node:path"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { load, type Selected, selection, show, toolSource } from "./cli-shared.ts"
import { ConflictingToolOptions, InvalidUsage, ToolSelectionRequiresTools } from "./domain/errors/Usage.ts"
import { factsLayer, imprintsLayer, modelLayer, noFactsLayer, runnerLayer } from "./layers.ts"
import * as options from "./options.ts"
import type { ToolSource } from "./programs/freeze.ts"
import type { LookupSource } from "./programs/lookups.ts"

export const chatCommand = Command.make(
  "chat",
  {
    prompt: options.prompt,
    interactive: options.interactive,
    tools: options.tools,
    toolsManifest: options.toolsManifest,
    factsStore: options.factsStore,
    ...selection,
    model: options.model,
    maxTokens: options.maxTokens,
    temperature: options.temperature,
    seed: options.seed,
    contextSize: options.contextSize,
    withImprint: options.withImprint,
    gpu: options.gpu,
    threads: options.threads,
    python: options.python,
    confirmTtl: options.confirmTtl,
    includeText: options.includeText,
    json: options.json,
    events: options.events,
  },
  (given) =>
    Effect.gen(function* () {
      const { maxTokens, temperature, includeText } = given
      const prompt = yield* promptOf(given)
      const tools = yield* namedTools(given, given)
      const sampling = { maxTokens, temperature, seed: Option.getOrNull(given.seed) }
      const chatOptions = { tools, sampling, includeText, imprint: Option.getOrNull(given.withImprint) }
      const layers = Layer.mergeAll(
        runnerLayer(given.python, given.confirmTtl),
        modelLayer({ ...given, ref: given.model }),
        lookupsLayer(tools),
        imprintsLayer,
      )
      if (prompt !== null) {
        const { chat } = yield* load(() => import("./programs/chat.ts"))
        return yield* show(chat(chatOptions, prompt).pipe(Effect.provide(layers)))
      }
      const { interactive } = yield* load(() => import("./programs/interactive.ts"))
      const { layerNode } = yield* load(() => import("./services/LineInputNode.ts"))
      yield* interactive(chatOptions).pipe(Effect.provide(Layer.merge(layers, layerNode)))
    }),
).pipe(Command.withDescription("Ask a model on this machine; with --tools it may call your Python functions."))

const promptOf = (given: {
  readonly prompt: Option.Option<string>
  readonly interactive: boolean
  readonly json: boolean
}) => {
  const wrong = (problem: string) => Effect.fail(new InvalidUsage({ problem }))
  if (given.interactive && Option.isSome(given.prompt)) return wrong("--prompt and --interactive exclude each other.")
  if (given.interactive && given.json) return wrong("--json is one document; use --events with --interactive.")
  if (given.interactive) return Effect.succeed(null)
  if (Option.isNone(given.prompt)) return wrong("Say --prompt TEXT or --interactive.")
  return given.prompt.value.trim() === "" ? wrong("--prompt is empty.") : Effect.succeed(given.prompt.value)
}

export interface ToolOptions {
  readonly tools: Option.Option<string>
  readonly toolsManifest: Option.Option<string>
  readonly factsStore: Option.Option<string>
}

/** The tools that a command names, from one of the three sources. */
export const namedTools = (
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

/** The stores of look-ups, where there are any. */
export const lookupsLayer = (tools: ToolSource | LookupSource | null) =>
  tools === null || "file" in tools ? noFactsLayer : factsLayer

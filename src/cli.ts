/** The command tree. Each program is behind `import()`, so that a command pays only for itself. */
import * as path from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { completions } from "./cli-complete.ts"
import { doctor, models } from "./cli-models.ts"
import type { CommandNode } from "./domain/CommandTree.ts"
import { InvalidUsage, ToolSelectionRequiresTools } from "./domain/errors/Usage.ts"
import { isActionId, confirmTtl as ttl } from "./domain/PendingId.ts"
import type { View } from "./domain/View.ts"
import { modelLayer, pendingLayer, receiptsLayer, runnerLayer } from "./layers.ts"
import * as options from "./options.ts"
import type { ToolSource } from "./programs/freeze.ts"
import { Output } from "./services/Output.ts"

interface Selected {
  readonly tool: ReadonlyArray<string>
  readonly toolTag: ReadonlyArray<string>
}

const load = <A>(module: () => Promise<A>) => Effect.promise(module)

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
    confirmTtl: options.confirmTtl,
    includeText: options.includeText,
    json: options.json,
  },
  ({ file, name, args, python, includeText, confirmTtl, ...selected }) =>
    Effect.gen(function* () {
      yield* withinTtl(confirmTtl)
      const source = yield* toolSource(file, selected)
      const { call } = yield* load(() => import("./programs/tools.ts"))
      yield* show(call({ source, name, args, includeText }).pipe(Effect.provide(runnerLayer(python, confirmTtl))))
    }),
).pipe(Command.withDescription("Call one tool through the same checks and runner as in chat, without any model."))

const chat = Command.make(
  "chat",
  {
    prompt: options.prompt,
    interactive: options.interactive,
    tools: options.tools,
    ...selection,
    model: options.model,
    maxTokens: options.maxTokens,
    temperature: options.temperature,
    seed: options.seed,
    contextSize: options.contextSize,
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
      yield* withinTtl(given.confirmTtl)
      const { maxTokens, temperature, includeText } = given
      yield* positive("--max-tokens", maxTokens)
      if (Option.isSome(given.threads)) yield* positive("--threads", given.threads.value)
      const prompt = yield* promptOf(given)
      const tools = yield* chatTools(given.tools, given)
      const sampling = { maxTokens, temperature, seed: Option.getOrNull(given.seed) }
      const chatOptions = { tools, sampling, includeText }
      const layers = Layer.mergeAll(
        runnerLayer(given.python, given.confirmTtl),
        modelLayer({ ...given, ref: given.model }),
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

const confirm = Command.make(
  "confirm",
  {
    pending: options.pendingFile,
    token: options.token,
    python: options.python,
    includeText: options.includeText,
    json: options.json,
  },
  ({ pending, token, python, includeText, json }) =>
    Effect.gen(function* () {
      const ref = yield* pendingRef(pending)
      const { confirm } = yield* load(() => import("./programs/confirm.ts"))
      yield* show(confirm({ ref, token, show: !json, includeText }).pipe(Effect.provide(runnerLayer(python))))
    }),
).pipe(Command.withDescription("Run an action that waits for you, at most once. The token is the consent."))

const loadPending = load(() => import("./programs/pending.ts"))

const pendingList = Command.make("list", { json: options.json }, () =>
  Effect.flatMap(loadPending, ({ list }) => show(list().pipe(Effect.provide(pendingLayer)))),
).pipe(Command.withDescription("Show what waits, what expired, and what was claimed without a known outcome."))

const pendingShow = Command.make("show", { pending: options.pendingFile, json: options.json }, ({ pending }) =>
  Effect.gen(function* () {
    const ref = yield* pendingRef(pending)
    const program = yield* loadPending
    yield* show(program.show(ref).pipe(Effect.provide(pendingLayer)))
  }),
).pipe(Command.withDescription("Show one action with its arguments."))

const pendingPrune = Command.make("prune", { json: options.json }, () =>
  Effect.flatMap(loadPending, ({ prune }) => show(prune().pipe(Effect.provide(pendingLayer)))),
).pipe(Command.withDescription("Remove expired actions, and the records of those that ended."))

const pendingReject = Command.make("reject", { pending: options.pendingFile, json: options.json }, ({ pending }) =>
  Effect.gen(function* () {
    const ref = yield* pendingRef(pending)
    const { reject } = yield* loadPending
    yield* show(reject(ref).pipe(Effect.provide(pendingLayer)))
  }),
).pipe(Command.withDescription("Refuse an action for good."))

const pending = Command.make("pending").pipe(
  Command.withDescription("What waits for a confirmation, and what became of it."),
  Command.withSubcommands([pendingList, pendingShow, pendingPrune, pendingReject]),
)

const tools = Command.make("tools").pipe(
  Command.withDescription("Check, inspect and call the tools of a Python file; confirm what waits."),
  Command.withSubcommands([validate, inspect, call, confirm, pending]),
)

const receiptList = Command.make(
  "list",
  { kind: options.receiptKind, status: options.receiptStatus, tool: options.receiptTool, json: options.json },
  ({ kind, status, tool }) =>
    Effect.gen(function* () {
      const { list } = yield* load(() => import("./programs/receipts.ts"))
      const filter = { status: Option.getOrNull(status), tool: Option.getOrNull(tool) }
      yield* show(list(Option.getOrNull(kind), filter).pipe(Effect.provide(receiptsLayer)))
    }),
).pipe(Command.withDescription("List the receipts of this machine, newest first."))

const receipt = Command.make(
  "receipt",
  { path: Options.optional(options.receiptPath), json: options.json },
  ({ path: file }) =>
    Effect.gen(function* () {
      if (Option.isNone(file)) return yield* new InvalidUsage({ problem: "Say --path RECEIPT, or list." })
      const { inspect } = yield* load(() => import("./programs/receipts.ts"))
      yield* show(inspect(path.resolve(file.value)).pipe(Effect.provide(receiptsLayer)))
    }),
).pipe(Command.withDescription("Show a receipt, or list them."), Command.withSubcommands([receiptList]))

const localOnly = Command.make("local-only", { path: options.receiptPath, json: options.json }, ({ path: file }) =>
  Effect.gen(function* () {
    const { localOnly } = yield* load(() => import("./programs/receipts.ts"))
    yield* show(localOnly(path.resolve(file)).pipe(Effect.provide(receiptsLayer)))
  }),
).pipe(Command.withDescription("Check a receipt's claim that the run stayed on this machine."))

const demo = Command.make("demo").pipe(
  Command.withDescription("Chat with a model that runs on this machine."),
  Command.withSubcommands([chat, receipt, localOnly]),
)

/** `edge` and everything below it. */
export const edge = Command.make("edge").pipe(
  Command.withDescription("On-device tool calling that people can trust."),
  // The short forms are the commands of `edge demo` themselves: one more is one more word here.
  Command.withSubcommands([chat, receipt, tools, models, doctor, completions(tree), demo]),
)

// Asked for by a command, when all are there.
async function tree(): Promise<CommandNode> {
  const { treeOf } = await import("./tree.ts")
  return treeOf(edge)
}

const show = <E, R>(program: Effect.Effect<View, E, R>) =>
  Effect.flatMap(Output, (output) => Effect.flatMap(program, output.result))

const toolSource = (file: string, { tool, toolTag }: Selected): Effect.Effect<ToolSource, InvalidUsage> =>
  file.startsWith("-")
    ? Effect.fail(new InvalidUsage({ problem: `There is no option ${file}.` }))
    : Effect.succeed({ file: path.resolve(file), selection: { names: tool, tags: toolTag } })

const promptOf = (given: {
  readonly prompt: Option.Option<string>
  readonly interactive: boolean
  readonly json: boolean
}) => {
  const wrong = (problem: string) => Effect.fail(new InvalidUsage({ problem }))
  if (given.interactive && Option.isSome(given.prompt)) return wrong("--prompt and --interactive exclude each other.")
  if (given.interactive && given.json) return wrong("--json is one document; use --events with --interactive.")
  if (given.interactive) return Effect.succeed(null)
  return Option.isSome(given.prompt) ? Effect.succeed(given.prompt.value) : wrong("Say --prompt TEXT or --interactive.")
}

const chatTools = (file: Option.Option<string>, selected: Selected) => {
  if (Option.isSome(file)) return toolSource(file.value, selected)
  const given = [
    ...(selected.tool.length > 0 ? ["--tool"] : []),
    ...(selected.toolTag.length > 0 ? ["--tool-tag"] : []),
  ]
  return given.length === 0 ? Effect.succeed(null) : Effect.fail(new ToolSelectionRequiresTools({ options: given }))
}

const positive = (option: string, value: number) =>
  value >= 1 ? Effect.void : Effect.fail(new InvalidUsage({ problem: `${option} must be at least 1.` }))

const withinTtl = (seconds: number) =>
  seconds >= 1 && seconds <= ttl.most
    ? Effect.void
    : Effect.fail(new InvalidUsage({ problem: `--confirm-ttl must be from 1 to ${ttl.most} seconds.` }))

const pendingRef = (given: string) => {
  if (given.startsWith("-")) return Effect.fail(new InvalidUsage({ problem: `There is no option ${given}.` }))
  return Effect.succeed(isActionId(given) ? given : path.resolve(given))
}

/** `edge tools`: a Python tools file without a model, and the actions that wait for a person. */
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { fileArgument, load, selection, show, toolSource } from "./cli-shared.ts"
import { isActionId } from "./domain/PendingId.ts"
import { pendingLayer, runnerLayer } from "./layers.ts"
import * as options from "./options.ts"

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
      const source = yield* toolSource(file, selected)
      const { call } = yield* load(() => import("./programs/tools.ts"))
      yield* show(call({ source, name, args, includeText }).pipe(Effect.provide(runnerLayer(python, confirmTtl))))
    }),
).pipe(Command.withDescription("Call one tool through the same checks and runner as in chat, without any model."))

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

/** `edge tools` and everything below it. */
export const toolsCommand = Command.make("tools").pipe(
  Command.withDescription("Check, inspect and call the tools of a Python file; confirm what waits."),
  Command.withSubcommands([validate, inspect, call, confirm, pending]),
)

const pendingRef = (given: string) => (isActionId(given) ? Effect.succeed(given) : fileArgument(given))

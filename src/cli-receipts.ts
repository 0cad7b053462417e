/** `edge demo receipt` and `edge demo local-only`. */
import * as path from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { load, show } from "./cli-shared.ts"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { receiptsLayer } from "./layers.ts"
import * as options from "./options.ts"

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

export const receiptCommand = Command.make(
  "receipt",
  { path: Options.optional(options.receiptPath), json: options.json },
  ({ path: file }) =>
    Effect.gen(function* () {
      if (Option.isNone(file)) return yield* new InvalidUsage({ problem: "Say --path RECEIPT, or list." })
      const { inspect } = yield* load(() => import("./programs/receipts.ts"))
      yield* show(inspect(path.resolve(file.value)).pipe(Effect.provide(receiptsLayer)))
    }),
).pipe(Command.withDescription("Show a receipt, or list them."), Command.withSubcommands([receiptList]))

export const localOnlyCommand = Command.make(
  "local-only",
  { path: options.receiptPath, json: options.json },
  ({ path: file }) =>
    Effect.gen(function* () {
      const { localOnly } = yield* load(() => import("./programs/receipts.ts"))
      yield* show(localOnly(path.resolve(file)).pipe(Effect.provide(receiptsLayer)))
    }),
).pipe(Command.withDescription("Check a receipt's claim that the run stayed on this machine."))

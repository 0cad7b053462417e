/** `edge completions bash|zsh|fish` and `edge completions install`. */
import * as os from "node:os"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import type { CommandNode } from "./domain/CommandTree.ts"
import { Output } from "./services/Output.ts"

const load = Effect.promise(() => import("./programs/completions.ts"))

/** `tree` is asked only when a command runs: the tree holds these commands too. */
export const completions = (tree: () => Promise<CommandNode>) =>
  Command.make("completions").pipe(
    Command.withDescription("Completions for your shell."),
    Command.withSubcommands([printing("bash", tree), printing("zsh", tree), printing("fish", tree), installing(tree)]),
  )

const printing = (shell: "bash" | "zsh" | "fish", tree: () => Promise<CommandNode>) =>
  Command.make(shell, {}, () =>
    Effect.gen(function* () {
      const { print } = yield* load
      const output = yield* Output
      yield* output.result(print(shell, yield* Effect.promise(tree)))
    }),
  ).pipe(Command.withDescription(`Print the script for ${shell}.`))

const installing = (tree: () => Promise<CommandNode>) =>
  Command.make("install", {}, () =>
    Effect.gen(function* () {
      const { install } = yield* load
      const { SHELL, XDG_DATA_HOME, XDG_CONFIG_HOME } = process.env
      const around = { home: os.homedir(), shell: SHELL, data: XDG_DATA_HOME, config: XDG_CONFIG_HOME }
      const output = yield* Output
      yield* Effect.flatMap(install(yield* Effect.promise(tree), around), output.result)
    }),
  ).pipe(Command.withDescription("Put the script where your shell ($SHELL) looks for it. Edits no file of yours."))

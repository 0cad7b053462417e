/** The command tree. Each program is behind `import()`, so that a command pays only for itself. */
import * as Command from "@effect/cli/Command"
import { chatCommand } from "./cli-chat.ts"
import { completions } from "./cli-complete.ts"
import { factsCommand, manifestCommand } from "./cli-facts.ts"
import { imprintCommand, learnCommand } from "./cli-learn.ts"
import { doctor, models } from "./cli-models.ts"
import { localOnlyCommand, receiptCommand } from "./cli-receipts.ts"
import { toolsCommand } from "./cli-tools.ts"
import type { CommandNode } from "./domain/CommandTree.ts"

const demo = Command.make("demo").pipe(
  Command.withDescription(
    "All of chat, facts, learn and receipt; and imprint, local-only and the manifests of look-ups.",
  ),
  Command.withSubcommands([
    chatCommand,
    factsCommand,
    manifestCommand,
    learnCommand,
    imprintCommand,
    receiptCommand,
    localOnlyCommand,
  ]),
)

/** `edge` and everything below it. */
export const edge = Command.make("edge").pipe(
  Command.withDescription("On-device tool calling that people can trust."),
  Command.withSubcommands([
    // The short forms are the commands of `edge demo` themselves: one more is one more word here.
    chatCommand,
    learnCommand,
    factsCommand,
    receiptCommand,
    toolsCommand,
    models,
    doctor,
    completions(tree),
    demo,
  ]),
)

// Asked for by a command, when all are there.
async function tree(): Promise<CommandNode> {
  const { treeOf } = await import("./tree.ts")
  return treeOf(edge)
}

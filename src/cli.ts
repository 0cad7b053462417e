/** The command tree. Each program is behind `import()`, so that a command pays only for itself. */
import * as Command from "@effect/cli/Command"
import { chatCommand } from "./cli-chat.ts"
import { factsCommand, manifestCommand } from "./cli-facts.ts"
import { imprintCommand, learnCommand } from "./cli-learn.ts"
import { localOnlyCommand, receiptCommand } from "./cli-receipts.ts"
import { toolsCommand } from "./cli-tools.ts"

const demo = Command.make("demo").pipe(
  Command.withDescription("Chat with a model that runs on this machine."),
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
  Command.withSubcommands([demo, toolsCommand]),
)

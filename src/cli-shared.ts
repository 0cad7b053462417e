/** What every part of the command tree needs: showing a program's view, and guarding what was typed. */
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import type { View } from "./domain/View.ts"
import * as options from "./options.ts"
import type { ToolSource } from "./programs/freeze.ts"
import { Output } from "./services/Output.ts"

/** Runs a program and shows the one view that it produces. */
export const show = <E, R>(program: Effect.Effect<View, E, R>) =>
  Effect.flatMap(Output, (output) => Effect.flatMap(program, output.result))

/** A program behind its `import()`. */
export const load = <A>(module: () => Promise<A>) => Effect.promise(module)

/** A file as typed, made absolute. What starts with `-` is a mistyped option that nothing else has noticed. */
export const fileArgument = (file: string): Effect.Effect<string, InvalidUsage> => {
  if (file === "") return Effect.fail(new InvalidUsage({ problem: "The name of a file is empty." }))
  return file.startsWith("-")
    ? Effect.fail(new InvalidUsage({ problem: `There is no option ${file}.` }))
    : Effect.succeed(path.resolve(file))
}

export const selection = { tool: options.toolNames, toolTag: options.toolTags }

export interface Selected {
  readonly tool: ReadonlyArray<string>
  readonly toolTag: ReadonlyArray<string>
}

export const toolSource = (file: string, { tool, toolTag }: Selected): Effect.Effect<ToolSource, InvalidUsage> =>
  Effect.map(fileArgument(file), (absolute) => ({ file: absolute, selection: { names: tool, tags: toolTag } }))

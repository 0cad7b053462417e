/** A call that passed every check before anything runs. */
import * as Either from "effect/Either"
import { checkArguments } from "./Arguments.ts"
import { InvalidToolArgs, UnknownTool } from "./errors/Call.ts"
import type { FrozenTool } from "./Frozen.ts"
import { canonical, type Json, type JsonObject } from "./Json.ts"

export interface CheckedCall {
  readonly tool: FrozenTool
  readonly arguments: JsonObject
  /** The arguments as canonical JSON: what is hashed and what the runner gets. */
  readonly canonicalArguments: string
}

/** How large canonical arguments may be, in UTF-8 bytes. */
export const maxArgumentBytes = 1_048_576

/** The call against the active tools. Names are exact: no case folding, no trimming, no prefixes. */
export const checkCall = (
  tools: ReadonlyArray<FrozenTool>,
  name: string,
  args: Json,
): Either.Either<CheckedCall, UnknownTool | InvalidToolArgs> => {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) return Either.left(new UnknownTool({ active_tools: tools.map((each) => each.name) }))
  return Either.flatMap(
    Either.mapLeft(checkArguments(args, tool.arguments), (faults) => new InvalidToolArgs({ tool: name, faults })),
    (checked) => withinSize(tool, checked),
  )
}

const withinSize = (tool: FrozenTool, args: JsonObject): Either.Either<CheckedCall, InvalidToolArgs> => {
  const canonicalArguments = canonical(args)
  if (Buffer.byteLength(canonicalArguments) <= maxArgumentBytes) {
    return Either.right({ tool, arguments: args, canonicalArguments })
  }
  const problem = `take more than ${maxArgumentBytes} bytes`
  return Either.left(new InvalidToolArgs({ tool: tool.name, faults: [{ argument: "arguments", problem }] }))
}

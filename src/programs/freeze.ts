/** File → frozen tools: described in the runner, judged by the domain, identified by hashes. */
import * as Effect from "effect/Effect"
import type { FileDescription } from "../domain/Description.ts"
import { activeSetPreimage, type Frozen, type FrozenTool, type Selection, select } from "../domain/Frozen.ts"
import { canonical } from "../domain/Json.ts"
import { schemaPreimage, type Tool } from "../domain/Tool.ts"
import { descriptionPreimage, outputSchemasOf, schemaFault, toolsOf } from "../domain/ToolFile.ts"
import { OutputSchemas } from "../services/OutputSchemas.ts"
import { Progress } from "../services/Progress.ts"
import { Runner } from "../services/Runner.ts"
import { sha256 } from "../services/Sha256.ts"

export interface ToolSource {
  /** Absolute path of the tools file. */
  readonly file: string
  readonly selection: Selection
  /** The only file that may be imported, where it was looked at before. */
  readonly sha256?: string
}

/** The active tools of a file, fixed from here on. */
export const freeze = Effect.fn("freeze")(function* (source: ToolSource) {
  const [runner, { during }] = [yield* Runner, yield* Progress]
  const description = yield* during("Importing the tools file", runner.describe(source.file, source.sha256))
  const tools = yield* toolsOf(source.file, description, yield* schemaFaults(description))
  const active = yield* select(tools, source.selection)
  const frozen = active.map(freezeTool)
  return {
    file: source.file,
    selection: source.selection,
    toolsFileSha256: description.file_sha256,
    localModules: description.local_modules,
    activeSetSha256: sha256(activeSetPreimage(frozen)),
    tools: frozen,
    python: { version: description.python.version, executable: description.python.executable },
  } satisfies Frozen
})

/** A tool with its hashes. */
export const freezeTool = (tool: Tool): FrozenTool => ({
  ...tool,
  toolSchemaSha256: sha256(canonical(schemaPreimage(tool))),
  descriptionSha256: sha256(descriptionPreimage(tool.described)),
})

// Of every tool, active or not: like all other faults of a file, these come in one run.
const schemaFaults = Effect.fnUntraced(function* (description: FileDescription) {
  const schemas = yield* OutputSchemas
  const compiled = outputSchemasOf(description).map(({ described, schema }) =>
    Effect.match(schemas.compile(schema), {
      onFailure: (wrong) => [schemaFault(described, wrong)],
      onSuccess: () => [],
    }),
  )
  return (yield* Effect.all(compiled)).flat()
})

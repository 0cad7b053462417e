/** File → frozen tools: described in the runner, judged by the domain, identified by hashes. */
import * as Effect from "effect/Effect"
import { InvalidOutputSchema } from "../domain/errors/ToolFaults.ts"
import { activeSetPreimage, type Frozen, type FrozenTool, type Selection, select } from "../domain/Frozen.ts"
import { canonical } from "../domain/Json.ts"
import { schemaPreimage, type Tool } from "../domain/Tool.ts"
import { descriptionPreimage, toolsOf } from "../domain/ToolFile.ts"
import { OutputSchemas } from "../services/OutputSchemas.ts"
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
  const runner = yield* Runner
  const description = yield* runner.describe(source.file, source.sha256)
  const tools = yield* toolsOf(source.file, description)
  const active = yield* select(tools, source.selection)
  yield* Effect.forEach(active, checkOutputSchema)
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

const checkOutputSchema = (tool: Tool) =>
  Effect.flatMap(OutputSchemas, (schemas) =>
    tool.outputSchema === null ? Effect.void : Effect.mapError(schemas.compile(tool.outputSchema), invalid(tool)),
  )

const invalid = (tool: Tool) => (problem: string) => {
  const fault = {
    file: tool.file,
    line: tool.line,
    function: tool.function,
    parameter: null,
    written: null,
    problem: `output_schema: ${problem}`,
    instead: "Use JSON Schema 2020-12.",
  }
  return new InvalidOutputSchema({ ...fault, faults: [{ code: "invalid_output_schema", ...fault }] })
}

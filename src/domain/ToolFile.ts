/** A tools file as a whole: its tools, or all faults of the file in one error; and what its call-time check compares. */
import * as Either from "effect/Either"
import type { FileDescription, FunctionDescription } from "./Description.ts"
import { NoToolsFound } from "./errors/Discovery.ts"
import { type CodedFault, type ToolFault, toolFaultClasses } from "./errors/ToolFaults.ts"
import type { FaultOf } from "./Faults.ts"
import { canonical, fromLiteral, type JsonObject } from "./Json.ts"
import { schemaPlace } from "./OutputSchema.ts"
import { type Tool, toolOf } from "./Tool.ts"
import { outputSchemaOf } from "./ToolMetadata.ts"

/** The output schemas of a described file that are worth a validator's look: nothing is wrong with them so far. */
export const outputSchemasOf = ({ tools }: FileDescription): ReadonlyArray<DeclaredSchema> =>
  tools.flatMap((described) => {
    const schema = outputSchemaOf(described.metadata)
    return schema === null ? [] : [{ described, schema }]
  })

export interface DeclaredSchema {
  readonly described: FunctionDescription
  readonly schema: JsonObject
}

/** What a validator says against a schema, as a fault of its function. */
export const schemaFault = (
  { file, line, function: name }: FunctionDescription,
  { path, problem }: { readonly path: string; readonly problem: string },
): FaultOf => ({
  code: "invalid_output_schema",
  file,
  line,
  function: name,
  parameter: null,
  written: null,
  problem: `${schemaPlace(path)}: ${problem}`,
  instead: "Write there what JSON Schema 2020-12 allows.",
})

/** The tools of a described file, sorted by name, or its faults, those that a validator found among them. */
export const toolsOf = (
  path: string,
  description: FileDescription,
  found: ReadonlyArray<FaultOf> = [],
): Either.Either<ReadonlyArray<Tool>, NoToolsFound | ToolFault> => {
  if (description.tools.length === 0) return Either.left(new NoToolsFound({ path }))
  const read = description.tools.map(toolOf)
  const tools = read.flatMap((each) => (Either.isRight(each) ? [each.right] : []))
  const faults = read.flatMap((each) => (Either.isLeft(each) ? each.left : []))
  const twice = duplicates(description.tools)
  // A function that a second one of the same name replaced is unreachable for that reason only.
  const replaced = (fault: FaultOf) =>
    fault.code === "tool_not_reachable" &&
    description.tools.filter((tool) => tool.function === fault.function).length > 1
  const all = [...faults.filter((fault) => !replaced(fault)), ...found, ...twice]
  return all.length === 0 ? Either.right(tools.sort(byName)) : Either.left(faultError(all))
}

/** The one error that a list of faults becomes: the first fault, with all of them in `faults`. */
export const faultError = (faults: ReadonlyArray<FaultOf>): ToolFault => {
  const [first] = faults
  const Class = toolFaultClasses.find((each) => each.code === first?.code)
  if (first === undefined || Class === undefined) throw new Error("a list of faults is never empty")
  const { code: _, ...fields } = first
  return new Class({ ...fields, faults: faults satisfies ReadonlyArray<CodedFault> })
}

/** Canonical text of the facts that the runner must find again at every call. Places and spelling do not count. */
export const descriptionPreimage = (described: FunctionDescription): string => {
  const { file: _, line: __, reachable: ___, parameters, ...kept } = described
  return canonical(fromLiteral({ ...kept, parameters: parameters.map(({ written: _, ...rest }) => rest) }))
}

const byName = (left: Tool, right: Tool): number => (left.name < right.name ? -1 : 1)

const nameOf = ({ metadata, function: own }: FunctionDescription): string =>
  metadata.name !== undefined && "value" in metadata.name && typeof metadata.name.value === "string"
    ? metadata.name.value
    : own

const duplicates = (described: ReadonlyArray<FunctionDescription>): ReadonlyArray<FaultOf> =>
  described.flatMap((each, index) => {
    const first = described.find((other) => nameOf(other) === nameOf(each))
    if (first === undefined || first === described[index]) return []
    return [
      {
        code: "duplicate_tool_name" as const,
        file: each.file,
        line: each.line,
        function: each.function,
        parameter: null,
        written: null,
        problem: `its name is already that of ${first.function} at ${first.file}:${first.line}`,
        instead: 'Rename one of the two, for instance with @edge_tool(name="...").',
      },
    ]
  })

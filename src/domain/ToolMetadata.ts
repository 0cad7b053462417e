/** What the decorator and the docstring say about a tool as a whole. */
import * as Either from "effect/Either"
import type { FunctionDescription, Given, Metadata } from "./Description.ts"
import type { Docstring } from "./Docstring.ts"
import type { FaultSink } from "./Faults.ts"
import { isArray, type Json, type JsonObject, object } from "./Json.ts"
import { checkOutputSchema, outputSchemaStart, schemaPlace } from "./OutputSchema.ts"
import type { ExecutionLevel } from "./Tool.ts"

export interface Declared {
  readonly name: string
  readonly description: string
  readonly intentTags: ReadonlyArray<string>
  readonly executionLevel: ExecutionLevel
  readonly returnDirect: boolean
  readonly outputSchema: JsonObject | null
}

/** What a tool may be called. */
export const toolName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const levels: ReadonlyArray<string> = ["read", "prepare", "commit"]
const everyLevel =
  'Write "read" for what changes nothing, "prepare" for what only gets something ready, "commit" for what a person must ' +
  "confirm; the latter two need return_direct=True and an output_schema."

/** Reads the metadata; what is wrong goes to `fault`, and a harmless value stands in for it. */
export const readMetadata = (described: FunctionDescription, docstring: Docstring, fault: FaultSink): Declared => {
  const { metadata } = described
  const returnDirect = readFlag(metadata.return_direct, fault)
  const hasOutputSchema = plain(metadata.output_schema) !== undefined
  const outputSchema = readOutputSchema(metadata.output_schema, fault)
  checkPermissions(metadata.permissions, fault)
  if (returnDirect && !hasOutputSchema) {
    fault.tool(
      "return_direct_output_schema_required",
      "return_direct=True without an output_schema",
      `Declare output_schema, or leave return_direct out. ${outputSchemaStart}`,
    )
  }
  return {
    name: readName(metadata.name, described.function, fault),
    description: readDescription(metadata.description, docstring, fault),
    intentTags: readTags(metadata.intent_tags, fault),
    executionLevel: readLevel(metadata.execution_level, returnDirect && hasOutputSchema, fault),
    returnDirect,
    outputSchema,
  }
}

// Stands for what JSON cannot carry: no piece of metadata accepts an empty object.
const notJson: Json = object([])

// `None` given by hand means the same as nothing given.
const plain = (given: Given | undefined): Json | undefined => {
  if (given === undefined) return undefined
  return "value" in given ? (given.value ?? undefined) : notJson
}

const readName = (given: Given | undefined, functionName: string, fault: FaultSink): string => {
  const name = plain(given) ?? functionName
  // JavaScript's `$` without the m flag matches only at the very end, so a trailing newline does not pass.
  if (typeof name === "string" && toolName.test(name)) return name
  fault.tool(
    "invalid_tool_name",
    "its name does not match [A-Za-z_][A-Za-z0-9_]{0,63}",
    'Choose a name such as @edge_tool(name="order_status").',
  )
  return functionName
}

const readDescription = (given: Given | undefined, docstring: Docstring, fault: FaultSink): string => {
  const text = plain(given) ?? docstring.summary
  if (typeof text === "string") return text
  fault.tool("invalid_tool_metadata", "its description is no string", 'Write description="What the tool does."')
  return ""
}

const readTags = (given: Given | undefined, fault: FaultSink): ReadonlyArray<string> => {
  const tags = plain(given) ?? []
  if (isArray(tags) && tags.every((tag) => typeof tag === "string" && tag !== "")) return tags as ReadonlyArray<string>
  fault.tool("invalid_tool_metadata", "its intent_tags are no list of strings", 'Write intent_tags=["billing"].')
  return []
}

const readFlag = (given: Given | undefined, fault: FaultSink): boolean => {
  const flag = plain(given) ?? false
  if (typeof flag === "boolean") return flag
  fault.tool("invalid_tool_metadata", "its return_direct is neither True nor False", "Write return_direct=True.")
  return false
}

const readLevel = (given: Given | undefined, declared: boolean, fault: FaultSink): ExecutionLevel => {
  const level = plain(given) ?? "read"
  if (typeof level !== "string" || !levels.includes(level)) {
    fault.tool("invalid_execution_level", `its execution_level is none of ${levels.join(", ")}`, everyLevel)
  } else if (level !== "read" && !declared) {
    fault.tool(
      "invalid_execution_level",
      `a ${level} tool must declare return_direct=True and an output_schema`,
      `Add return_direct=True and an output_schema to the decorator. ${outputSchemaStart}`,
    )
  }
  return level as ExecutionLevel
}

const checkPermissions = (given: Given | undefined, fault: FaultSink): void => {
  const permissions = plain(given)
  if (permissions === undefined) return
  if (isArray(permissions) && permissions.length === 1 && permissions[0] === "read_local") return
  fault.tool("invalid_permission", 'its permissions are not ["read_local"]', 'Write permissions=["read_local"].')
}

/** The output schema where one is given and nothing is wrong with it. */
export const outputSchemaOf = (metadata: Metadata): JsonObject | null =>
  readOutputSchema(metadata.output_schema, { tool: () => {}, parameter: () => {} })

const readOutputSchema = (given: Given | undefined, fault: FaultSink): JsonObject | null => {
  const schema = plain(given)
  if (schema === undefined) return null
  const checked = checkOutputSchema(schema)
  if (Either.isRight(checked)) return checked.right
  for (const each of checked.left) fault.tool(each.code, `${schemaPlace(each.path)} ${each.problem}`, each.instead)
  return null
}

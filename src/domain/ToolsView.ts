/** How `edge tools validate` and `edge tools inspect` look. */
import { escapeControls } from "./Contract.ts"
import { type Frozen, type FrozenTool, schemaGeneratorVersion } from "./Frozen.ts"
import { type Here, pathFrom } from "./Here.ts"
import { fromLiteral, isArray, type Json, type JsonObject, ordered, own } from "./Json.ts"
import { type Column, table } from "./Table.ts"

export const validatedHuman = (frozen: Frozen, here: Here): string => {
  const rows = frozen.tools.map((tool) => [`✓ ${tool.name}`, toolSignature(tool)])
  const lines = table(rows, [{ least: 12 }, { least: 16 }], here.columns)
  const count = frozen.tools.length
  return `${lines.join("\n")}\n\n${count} tool${count === 1 ? "" : "s"} valid in ${escapeControls(pathFrom(here, frozen.file))}\n`
}

export const validatedJson = (frozen: Frozen): Json =>
  fromLiteral({
    schema_version: "edge.tools.validate.v1",
    valid: true,
    tools_file: frozen.file,
    tools_file_sha256: frozen.toolsFileSha256,
    tools: frozen.tools.map((tool) => ({ name: tool.name, function: tool.function, line: tool.line })),
  })

export const inspectedHuman = (frozen: Frozen, here: Here): string => {
  const modules = frozen.localModules.map((module) => ["local module", `${module.path}  ${module.sha256}`] as const)
  const facts = [
    ["tools file", pathFrom(here, frozen.file)],
    ["tools_file_sha256", frozen.toolsFileSha256],
    ["active_set_sha256", frozen.activeSetSha256],
    ["schema generator", schemaGeneratorVersion],
    ["python", `${frozen.python.version}  ${pathFrom(here, frozen.python.executable)}`],
    ...modules,
  ] as const
  const head = table(facts, [{}, {}], Number.POSITIVE_INFINITY)
  return `${head.join("\n")}\n\n${frozen.tools.map((tool) => toolHuman(tool, here)).join("\n")}`
}

export const inspectedJson = (frozen: Frozen): Json =>
  fromLiteral({
    schema_version: "edge.tools.inspect.v1",
    tools_file: frozen.file,
    tools_file_sha256: frozen.toolsFileSha256,
    active_set_sha256: frozen.activeSetSha256,
    schema_generator_version: schemaGeneratorVersion,
    local_modules: frozen.localModules,
    python: frozen.python,
    tools: frozen.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      execution_level: tool.executionLevel,
      return_direct: tool.returnDirect,
      intent_tags: tool.intentTags,
      parameters: tool.parameters,
      output_schema: tool.outputSchema,
      schema_sha256: tool.toolSchemaSha256,
      function: tool.function,
      file: tool.file,
      line: tool.line,
    })),
  })

const toolHuman = (tool: FrozenTool, here: Here): string => {
  const tags = tool.intentTags.length === 0 ? "" : `  tags: ${tool.intentTags.join(", ")}`
  return escapedLines([
    `${tool.name}  ${tool.executionLevel}${tool.returnDirect ? ", direct" : ""}${tags}`,
    `  ${tool.description || "(no description)"}`,
    `  schema_sha256  ${tool.toolSchemaSha256}`,
    ...parameterLines(tool, here.columns - 2).map((line) => `  ${line}`),
  ])
}

const parameterColumns: ReadonlyArray<Column> = [{ least: 8 }, { least: 8 }, { least: 8 }, { least: 16, drop: 1 }]

const parameterLines = (tool: FrozenTool, window: number): ReadonlyArray<string> => {
  const properties = own(tool.parameters, "properties") as JsonObject
  const rows = tool.arguments.map(({ name, required }) => {
    const schema = properties[name] as JsonObject
    const fallback = own(schema, "default")
    const need = required ? "required" : `default ${ordered(fallback ?? null)}`
    return [name, typeText(schema), need, String(own(schema, "description") ?? "")]
  })
  return table(rows, parameterColumns, window)
}

/** `(amount: number, tier?: "basic" | "pro")  read` */
export const toolSignature = (tool: FrozenTool): string => {
  const properties = own(tool.parameters, "properties") as JsonObject
  const parts = tool.arguments.map(({ name, required }) => {
    return `${name}${required ? "" : "?"}: ${typeText(properties[name] as JsonObject)}`
  })
  return `(${parts.join(", ")})  ${tool.executionLevel}`
}

/** A schema of `ValueType` in few words: `string`, `integer or null`, `"a" | "b"`, `array of string`. */
const typeText = (schema: JsonObject): string => {
  const values = own(schema, "enum")
  if (values !== undefined && isArray(values)) return values.map(ordered).join(" | ")
  const type = own(schema, "type") ?? null
  const [base, nullable] = isArray(type) ? [type[0], true] : [type, false]
  const items = own(schema, "items")
  const text = items === undefined ? String(base) : `array of ${typeText(items as JsonObject)}`
  return nullable ? `${text} or null` : text
}

const escapedLines = (lines: ReadonlyArray<string>): string => `${lines.map(escapeControls).join("\n")}\n`

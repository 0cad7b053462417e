/** One tool: what the model may call, made from what the runner described, or everything that is wrong with it. */
import * as Either from "effect/Either"
import { type Argument, checkValue } from "./Arguments.ts"
import type { FunctionDescription, Given, Parameter } from "./Description.ts"
import { type Docstring, parseDocstring } from "./Docstring.ts"
import { type FaultOf, faultsOf } from "./Faults.ts"
import { type Json, type JsonObject, object } from "./Json.ts"
import { type Declared, readMetadata } from "./ToolMetadata.ts"
import { annotationTexts, type Primitive, schemaOfType, spelledIn, typeOfHint, type ValueType } from "./ValueType.ts"

export type ExecutionLevel = "read" | "prepare" | "commit"

export interface Tool {
  readonly name: string
  readonly description: string
  /** The JSON Schema of the arguments. */
  readonly parameters: JsonObject
  readonly arguments: ReadonlyArray<Argument>
  readonly outputSchema: JsonObject | null
  readonly executionLevel: ExecutionLevel
  readonly returnDirect: boolean
  readonly intentTags: ReadonlyArray<string>
  /** Where the function stands. */
  readonly file: string
  readonly line: number
  readonly function: string
  /** What the runner must describe again at every call. */
  readonly described: FunctionDescription
}

/** A tool, or all faults of its function. */
export const toolOf = (described: FunctionDescription): Either.Either<Tool, ReadonlyArray<FaultOf>> => {
  const faults: Array<FaultOf> = []
  const fault = faultsOf(described, faults)
  const docstring = parseDocstring(described.docstring)
  if (!described.reachable) {
    fault.tool("tool_not_reachable", "no module-level name leads to it", "Put @edge_tool outermost, at module level.")
  }
  const declared = readMetadata(described, docstring, fault)
  const parameters = described.parameters.map((parameter) => readParameter(parameter, docstring, fault.parameter))
  if (faults.length > 0) return Either.left(faults)
  return Either.right(
    assemble(
      described,
      declared,
      parameters.filter((each) => each !== undefined),
    ),
  )
}

/** The object that `tool_schema_sha256` covers, in canonical form. */
export const schemaPreimage = (tool: Tool): JsonObject =>
  object([
    ["name", tool.name],
    ["description", tool.description],
    ["parameters", tool.parameters],
    ["output_schema", tool.outputSchema],
    ["execution_level", tool.executionLevel],
    ["return_direct", tool.returnDirect],
  ])

interface ReadParameter {
  readonly argument: Argument
  readonly schema: JsonObject
}

type ParameterFault = (parameter: Parameter, code: FaultOf["code"], problem: string, instead: string) => void

const assemble = (
  described: FunctionDescription,
  declared: Declared,
  parameters: ReadonlyArray<ReadParameter>,
): Tool => ({
  ...declared,
  parameters: object([
    ["type", "object"],
    ["properties", object(parameters.map(({ argument, schema }) => [argument.name, schema]))],
    ["required", parameters.filter(({ argument }) => argument.required).map(({ argument }) => argument.name)],
    ["additionalProperties", false],
  ]),
  arguments: parameters.map(({ argument }) => argument),
  file: described.file,
  line: described.line,
  function: described.function,
  described,
})

const named = new Set(["positional_or_keyword", "keyword_only"])
const stars: { readonly [kind: string]: string } = { var_positional: "*", var_keyword: "**" }

const readParameter = (
  parameter: Parameter,
  docstring: Docstring,
  fault: ParameterFault,
): ReadParameter | undefined => {
  if (!named.has(parameter.kind)) {
    const shown = `${stars[parameter.kind] ?? ""}${parameter.name}`
    const problem = parameter.kind === "positional_only" ? "is positional-only" : "takes any number of arguments"
    fault(
      { ...parameter, name: shown },
      "unsupported_parameter_kind",
      problem,
      "Name every parameter; drop `/`, `*args`, `**kwargs`.",
    )
    return undefined
  }
  if (parameter.hint.kind === "missing") {
    const instead = `Write a hint, for instance \`${parameter.name}: str\`.`
    fault(parameter, "missing_parameter_type_hint", "has no type hint", instead)
    return undefined
  }
  const type = typeOfHint(parameter.hint)
  if (Either.isLeft(type)) {
    fault(parameter, "unsupported_type_hint", type.left.problem, type.left.instead)
    return undefined
  }
  const argument = { name: parameter.name, type: type.right, required: parameter.default === undefined }
  const text = annotationTexts(parameter.hint)[0] ?? docstring.args.get(parameter.name)
  const value =
    parameter.default &&
    readDefault(parameter.default, argument, (problem, instead) =>
      fault(parameter, "invalid_parameter_default", problem, instead),
    )
  const entries: Array<[string, Json]> = Object.entries(schemaOfType(type.right))
  if (text !== undefined && text !== "") entries.push(["description", text])
  if (value !== undefined) entries.push(["default", value])
  return { argument, schema: object(entries) }
}

const readDefault = (
  given: Given,
  argument: Argument,
  fault: (problem: string, instead: string) => void,
): Json | undefined => {
  if ("unsupported" in given) {
    fault(
      `its default holds a ${given.unsupported.type}, which JSON cannot carry`,
      `Write a default that JSON can carry, such as ${defaultIn(argument)}.`,
    )
    return undefined
  }
  const [wrong] = checkValue(given.value, argument.type, "its default")
  if (wrong === undefined) return given.value
  fault(`${wrong.argument} ${wrong.problem}`, insteadOfDefault(argument, given.value))
  return undefined
}

const defaultIn = ({ name, type }: Argument): string => {
  const { hint, example } = spelledIn(type)
  return `\`${name}: ${hint} = ${example}\``
}

// What is proposed never repeats the default's value.
const insteadOfDefault = (argument: Argument, value: Json): string => {
  const { name, type } = argument
  if (value === null) return `Write \`${name}: ${spelledIn(type).hint} | None = None\`.`
  const given = primitiveOf(value)
  const own = type.kind === "array" ? undefined : type.type
  const other = given === undefined || given === own ? undefined : { name, type: typeCalled(given), required: false }
  return `Write ${[argument, ...(other === undefined ? [] : [other])].map(defaultIn).join(" or ")}.`
}

const typeCalled = (type: Primitive): ValueType => ({ kind: "primitive", type, nullable: false })

const primitiveOf = (value: Json): Primitive | undefined => {
  if (typeof value === "string" || typeof value === "boolean") return typeof value as "string" | "boolean"
  if (typeof value === "bigint" || Number.isInteger(value)) return "integer"
  return typeof value === "number" ? "number" : undefined
}

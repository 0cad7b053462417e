/** Reads `@effect/cli`'s description of a command into plain data. The library keeps these shapes to itself; its version is pinned. */
import type * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import type { ArgumentNode, CommandNode, OptionNode } from "./domain/CommandTree.ts"
import { plainText } from "./plain.ts"

/** The tree from this command down. */
export const treeOf = <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>): CommandNode =>
  commandNode(command.descriptor as unknown as Shape)

interface Shape {
  readonly _tag: string
  readonly [field: string]: unknown
}

const part = (shape: Shape, field: string): Shape => shape[field] as Shape

const commandNode = (shape: Shape): CommandNode => {
  if (shape._tag === "Map") return commandNode(part(shape, "command"))
  if (shape._tag === "Subcommands") {
    const children = shape["children"] as ReadonlyArray<Shape>
    return { ...commandNode(part(shape, "parent")), commands: children.map(commandNode) }
  }
  return {
    name: String(shape["name"]),
    description: textOf(shape["description"]),
    options: optionNodes(part(shape, "options"), { required: true, repeated: false }),
    args: argumentNodes(part(shape, "args"), true),
    commands: [],
  }
}

const textOf = (doc: unknown): string =>
  plainText(HelpDoc.toAnsiText(doc as HelpDoc.HelpDoc))
    .replace(/\s+/g, " ")
    .trim()

type Need = Pick<OptionNode, "required" | "repeated">

const optionNodes = (shape: Shape, need: Need): ReadonlyArray<OptionNode> => {
  switch (shape._tag) {
    case "Both":
    case "OrElse":
      return [...optionNodes(part(shape, "left"), need), ...optionNodes(part(shape, "right"), need)]
    case "Map":
      return optionNodes(part(shape, "options"), need)
    case "WithDefault":
    case "WithFallback":
      return optionNodes(part(shape, "options"), { ...need, required: false })
    case "Variadic":
    case "KeyValueMap":
      return optionNodes(part(shape, "argumentOption"), { required: false, repeated: true })
    case "Single":
      return [singleOption(shape, need)]
    default:
      return []
  }
}

const singleOption = (shape: Shape, { required, repeated }: Need): OptionNode => {
  const type = part(shape, "primitiveType")
  const flag = type._tag === "Bool"
  const { value } = shape["pseudoName"] as { readonly value?: string }
  const choices = type._tag === "Choice" ? (type["alternatives"] as ReadonlyArray<readonly [string, unknown]>) : []
  return {
    name: String(shape["fullName"]),
    value: flag ? null : (value ?? type._tag.toUpperCase()),
    choices: choices.map(([choice]) => choice),
    required: required && !flag,
    repeated,
    description: textOf(shape["description"]),
  }
}

const argumentNodes = (shape: Shape, required: boolean): ReadonlyArray<ArgumentNode> => {
  switch (shape._tag) {
    case "Both":
      return [...argumentNodes(part(shape, "left"), required), ...argumentNodes(part(shape, "right"), required)]
    case "Map":
      return argumentNodes(part(shape, "args"), required)
    case "WithDefault":
    case "Variadic":
      return argumentNodes(part(shape, "args"), false)
    case "Single": {
      const name = String(shape["name"]).replace(/^<|>$/g, "")
      return [{ name, required, description: textOf(shape["description"]) }]
    }
    default:
      return []
  }
}

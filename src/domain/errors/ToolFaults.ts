/**
 * What can be wrong with one decorated function: exit code 3. A file's faults are all found in one run; the first is the
 * error and carries the others in `faults`.
 */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

/** Where a fault stands, what it is and what to write instead. `hint` (the type hint) is as written in the file. */
export interface Fault {
  readonly file: string
  readonly line: number
  readonly function: string
  readonly parameter: string | null
  readonly written: string | null
  readonly problem: string
  readonly instead: string
}

/** A fault with its code, as it stands in `details.faults`. */
export interface CodedFault extends Fault {
  readonly code: string
}

type Fields = Fault & { readonly faults: ReadonlyArray<CodedFault> }

/** `file:line function(parameter: hint): problem`, the one-line form of a fault. */
export const faultLine = (fault: Fault): string => {
  const hint = fault.written === null ? "" : `: ${fault.written}`
  const parameter = fault.parameter === null ? "" : `(${fault.parameter}${hint})`
  return `${fault.file}:${fault.line} ${fault.function}${parameter}: ${fault.problem}`
}

const messageOf = (fault: Fields): string => {
  const others = fault.faults.length - 1
  return `${faultLine(fault)}${others > 0 ? ` (and ${others} more fault${others === 1 ? "" : "s"})` : ""}`
}

const toolFault = <Code extends string>(code: Code, when: string, hint: string) => {
  class ToolFaultError extends Data.TaggedError(code)<Fields> {
    static readonly code: Code = code
    static readonly about: About = { exit: 3, when, hint }
    get hint() {
      return this.instead
    }
    override get message() {
      return messageOf(this)
    }
  }
  return ToolFaultError
}

export class InvalidToolName extends toolFault(
  "invalid_tool_name",
  "A tool's name does not match `[A-Za-z_][A-Za-z0-9_]{0,63}`.",
  "Use letters, digits and underscores, at most 64, not starting with a digit.",
) {}

export class InvalidToolMetadata extends toolFault(
  "invalid_tool_metadata",
  "A decorator argument has the wrong type, such as a `description` that is no string.",
  "Give `edge_tool` plain values: strings, a list of strings, true or false.",
) {}

export class DuplicateToolName extends toolFault(
  "duplicate_tool_name",
  "Two tools of a file have the same name.",
  "Rename one of the two.",
) {}

export class ToolNotReachable extends toolFault(
  "tool_not_reachable",
  "A decorated function cannot be reached by any module-level name, so calling it would bypass what hides it.",
  "Put `@edge_tool` outermost, or write the hiding decorator with `functools.wraps`.",
) {}

export class MissingParameterTypeHint extends toolFault(
  "missing_parameter_type_hint",
  "A parameter has no type hint.",
  "Write one, for instance `name: str`.",
) {}

export class UnsupportedTypeHint extends toolFault(
  "unsupported_type_hint",
  "A parameter's type hint is none that a tool can have.",
  "Use str, int, float, bool, Literal of one primitive type, list[T], or T | None.",
) {}

export class UnsupportedParameterKind extends toolFault(
  "unsupported_parameter_kind",
  "A parameter is positional-only, `*args` or `**kwargs`.",
  "Use named parameters only.",
) {}

export class InvalidParameterDefault extends toolFault(
  "invalid_parameter_default",
  "A default is not JSON, or does not match its parameter's hint.",
  "Change the default or the hint.",
) {}

export class InvalidExecutionLevel extends toolFault(
  "invalid_execution_level",
  "`execution_level` is not one of read, prepare, commit, or a prepare or commit tool lacks what its level demands.",
  'Use "read", or "prepare" or "commit" together with return_direct=True and an output_schema.',
) {}

export class InvalidPermission extends toolFault(
  "invalid_permission",
  "`permissions` holds anything but `read_local`.",
  'Write permissions=["read_local"].',
) {}

export class InvalidOutputSchema extends toolFault(
  "invalid_output_schema",
  "`output_schema` is no JSON Schema (2020-12) for an object, or refers to something outside itself.",
  'Start from {"type": "object", "properties": {...}, "required": [...], "additionalProperties": False}.',
) {}

export class OutputSchemaNotClosed extends toolFault(
  "output_schema_not_closed",
  "An object in `output_schema` admits properties that it does not name.",
  'Add "additionalProperties": False at the named place.',
) {}

export class ReturnDirectOutputSchemaRequired extends toolFault(
  "return_direct_output_schema_required",
  "`return_direct=True` without an `output_schema`.",
  "Declare output_schema: a direct result reaches the user as it is.",
) {}

export const toolFaultClasses = [
  InvalidToolName,
  InvalidToolMetadata,
  DuplicateToolName,
  ToolNotReachable,
  MissingParameterTypeHint,
  UnsupportedTypeHint,
  UnsupportedParameterKind,
  InvalidParameterDefault,
  InvalidExecutionLevel,
  InvalidPermission,
  InvalidOutputSchema,
  OutputSchemaNotClosed,
  ReturnDirectOutputSchemaRequired,
] as const

export type ToolFault = InstanceType<(typeof toolFaultClasses)[number]>

/** Collecting the faults of one described function. */
import type { FunctionDescription, Parameter } from "./Description.ts"
import type { CodedFault, ToolFault } from "./errors/ToolFaults.ts"

/** A fault before it becomes an error. */
export type FaultOf = CodedFault & { readonly code: ToolFault["_tag"] }

export interface FaultSink {
  readonly tool: (code: FaultOf["code"], problem: string, instead: string) => void
  readonly parameter: (parameter: Parameter, code: FaultOf["code"], problem: string, instead: string) => void
}

/** Pushes faults of `described` onto `faults`. */
export const faultsOf = (described: FunctionDescription, faults: Array<FaultOf>): FaultSink => {
  const place = { file: described.file, line: described.line, function: described.function }
  return {
    tool: (code, problem, instead) => faults.push({ code, ...place, parameter: null, written: null, problem, instead }),
    parameter: ({ name, written }, code, problem, instead) =>
      faults.push({ code, ...place, parameter: name, written, problem, instead }),
  }
}

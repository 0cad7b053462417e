/** The Python interpreter that runs tools: which one, and that it is new enough. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PythonNotFound, PythonUnsupportedVersion } from "../domain/errors/Environment.ts"

export interface Interpreter {
  /** The real executable, not a version manager's shim. */
  readonly executable: string
  readonly version: string
}

export class Python extends Context.Tag("edge/Python")<
  Python,
  { readonly interpreter: Effect.Effect<Interpreter, PythonNotFound | PythonUnsupportedVersion> }
>() {}

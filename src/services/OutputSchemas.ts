/** Validators for users' output schemas (JSON Schema 2020-12). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { JsonObject } from "../domain/Json.ts"

/** What does not fit, by JSON Pointer into the value; empty when all does. Never repeats a value. */
export type Validator = (value: JsonObject) => ReadonlyArray<{ readonly path: string; readonly problem: string }>

/** A JSON Pointer into the schema, and what is wrong there. */
export interface NoSchema {
  readonly path: string
  readonly problem: string
}

export class OutputSchemas extends Context.Tag("edge/OutputSchemas")<
  OutputSchemas,
  {
    /** The validator of a schema, or where and why it is no JSON Schema. */
    readonly compile: (schema: JsonObject) => Effect.Effect<Validator, NoSchema>
  }
>() {}

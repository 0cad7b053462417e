/** The receipt formats as JSON Schemas, for programs that read receipts. Published in `docs/schemas`. */
import * as JSONSchema from "effect/JSONSchema"
import type * as Schema from "effect/Schema"
import { Receipt } from "./Receipt.ts"

/** Draft 2020-12, by schema version. */
export const receiptSchemas = (): { readonly [version: string]: object } =>
  Object.fromEntries(
    Receipt.members.map((member) => {
      const version = member.fields.schema_version.literals[0]
      const format: Schema.Schema.AnyNoContext = member
      const schema = JSONSchema.make(format, { target: "jsonSchema2020-12" })
      return [version, { title: version, ...withoutIds(schema) }]
    }),
  )

// Every "any value" is given the same `$id`, which no validator accepts twice.
const withoutIds = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value) => (key === "$id" && value === "/schemas/unknown" ? undefined : value)),
  )

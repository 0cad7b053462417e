/** `local_facts_lookup` as a tool: its schema, and the result that the model reads. */
import * as Either from "effect/Either"
import type { FunctionDescription, Hint, Parameter } from "./Description.ts"
import type { Fact } from "./Fact.ts"
import { boundedLimit, defaultLimit, type FactQuestion } from "./FactQuery.ts"
import { canonical, type Json, type JsonObject, object, own } from "./Json.ts"
import type { ManifestTool } from "./Manifest.ts"
import { resultLimit } from "./Protocol.ts"
import { type Tool, toolOf } from "./Tool.ts"

/** The tool that `--facts-store` offers. */
export const builtInLookup = (store: string): ManifestTool => ({
  name: "local_facts_lookup",
  kind: "local_facts_lookup",
  store,
  description: "Look up facts in the local facts store.",
})

/**
 * A look-up as a tool. It is described the way a Python function would be, so that its schema and hash come from the same
 * generator: `def name(query: str, topic: str | None = None, limit: int = 5)`.
 */
export const lookupTool = ({ name, description }: ManifestTool): Tool => {
  const described: FunctionDescription = {
    function: name,
    file: "edge",
    line: 0,
    docstring: null,
    metadata: { name: { value: name }, description: { value: description } },
    parameters: [
      parameter("query", text),
      parameter("topic", { kind: "union", args: [text, { kind: "name", name: "None" }] }, null),
      parameter("limit", { kind: "name", name: "int" }, defaultLimit),
    ],
    reachable: true,
  }
  return Either.getOrThrowWith(toolOf(described), () => new Error("a look-up is always a valid tool"))
}

/** The question that checked arguments ask. */
export const questionOf = (args: JsonObject): FactQuestion => {
  const topic = own(args, "topic")
  return {
    query: own(args, "query") as string,
    topic: typeof topic === "string" ? topic : null,
    limit: boundedLimit(own(args, "limit") as number | bigint | undefined),
  }
}

export interface LookupResult {
  /** `{"rows":[{"text":…,"topic":…}]}`; with `"cut":true` where not everything fitted. */
  readonly result: JsonObject
  /** The facts whose rows are in it. */
  readonly facts: ReadonlyArray<Fact>
  readonly cut: boolean
}

/** As many rows as fit into the limit of a result; of a first row that alone is too long, its beginning. */
export const lookupResult = (facts: ReadonlyArray<Fact>): LookupResult => {
  const rows: Array<JsonObject> = []
  // Room for what stands around the rows, `"cut":true` included.
  let room = resultLimit - 32
  for (const fact of facts) {
    const row = rowOf(fact)
    const size = sizeOf(row) + 1
    if (size > room) break
    rows.push(row)
    room -= size
  }
  const [first] = facts
  if (rows.length === 0 && first !== undefined) rows.push(shortened(first, room))
  const cut = rows.length < facts.length || (first !== undefined && own(rows[0] as JsonObject, "text") !== first.text)
  const members: Array<[string, Json]> = [["rows", rows]]
  if (cut) members.push(["cut", true])
  return { result: object(members), facts: facts.slice(0, rows.length), cut }
}

const text: Hint = { kind: "name", name: "str" }

const parameter = (name: string, hint: Hint, fallback?: Json): Parameter => ({
  name,
  kind: "positional_or_keyword",
  hint,
  written: null,
  ...(fallback !== undefined && { default: { value: fallback } }),
})

const rowOf = ({ text, topic }: Pick<Fact, "text" | "topic">): JsonObject =>
  object([
    ["text", text],
    ["topic", topic],
  ])

const sizeOf = (value: Json): number => Buffer.byteLength(canonical(value))

// Halves the step until the longest beginning that fits is found.
const shortened = (fact: Fact, room: number): JsonObject => {
  const characters = [...fact.text]
  let kept = 0
  for (let step = characters.length; step > 0; step = step === 1 ? 0 : Math.ceil(step / 2)) {
    const longer = Math.min(kept + step, characters.length)
    if (sizeOf(rowOf({ ...fact, text: `${characters.slice(0, longer).join("")}…` })) < room) kept = longer
  }
  return rowOf({ ...fact, text: `${characters.slice(0, kept).join("")}…` })
}

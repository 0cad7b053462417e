import { readFileSync } from "node:fs"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { activeSetPreimage, activeToolLimit, type Selection, select } from "../../src/domain/Frozen.ts"
import { canonical } from "../../src/domain/Json.ts"
import { schemaPreimage } from "../../src/domain/Tool.ts"
import { frozenFrom, given, left, right, sha256, toolFrom } from "../fixtures/described.ts"
import { feeTool, statusTool } from "../fixtures/tools.ts"

const tagged = (name: string, ...tags: ReadonlyArray<string>) =>
  toolFrom({ function: name, metadata: { intent_tags: given(tags) } })
const tools = [tagged("a", "billing"), tagged("b", "billing", "quote"), tagged("c"), tagged("d", "quote")]
const selecting = (selection: Partial<Selection>) => select(tools, { names: [], tags: [], ...selection })

describe("select", () => {
  it.each<[string, Partial<Selection>, ReadonlyArray<string>]>([
    ["nothing asked for is every tool", {}, ["a", "b", "c", "d"]],
    ["one name", { names: ["c"] }, ["c"]],
    ["two names, in the order of the file", { names: ["d", "a"] }, ["a", "d"]],
    ["a name twice", { names: ["a", "a"] }, ["a"]],
    ["a tag", { tags: ["billing"] }, ["a", "b"]],
    ["two tags are a union", { tags: ["billing", "quote"] }, ["a", "b", "d"]],
    ["a name and a tag are a union", { names: ["c"], tags: ["quote"] }, ["b", "c", "d"]],
    ["a tool that both choose stands once", { names: ["b"], tags: ["quote"] }, ["b", "d"]],
  ])("%s", (_, selection, expected) => {
    expect(right(selecting(selection)).map((tool) => tool.name)).toEqual(expected)
  })

  it.each<[string, Partial<Selection>, ReadonlyArray<string>]>([
    ["a name", { names: ["x"] }, ["tool x"]],
    ["a tag", { tags: ["x"] }, ["tag x"]],
    ["beside known ones", { names: ["a", "x"], tags: ["billing", "y"] }, ["tool x", "tag y"]],
    ["another case, a space", { names: ["A", "a "] }, ["tool A", "tool a "]],
    ["a tag that is a name, a name that is a tag", { names: ["billing"], tags: ["a"] }, ["tool billing", "tag a"]],
    ["inherited names", { names: ["toString"], tags: ["constructor"] }, ["tool toString", "tag constructor"]],
    ["nothing", { names: [""] }, ["tool "]],
  ])("unknown: %s", (_, selection, unknown) => {
    const error = left(selecting(selection))
    expect(error).toMatchObject({
      _tag: "unknown_tool_selected",
      unknown,
      known_tools: ["a", "b", "c", "d"],
      known_tags: ["billing", "quote"],
    })
  })

  it("takes eight and refuses nine, however they were chosen", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => tagged(`t${index}`, "all"))
    expect(activeToolLimit).toBe(8)
    expect(right(select(many(8), { names: [], tags: [] }))).toHaveLength(8)
    for (const selection of [
      { names: [], tags: [] },
      { names: [], tags: ["all"] },
    ]) {
      const error = left(select(many(9), selection))
      expect(error).toMatchObject({ _tag: "active_tool_limit_exceeded", active: 9, limit: 8 })
      expect(error.message).toContain("t0, t1, t2, t3, t4, t5, t6, t7, t8")
    }
    expect(Either.isRight(select(many(9), { names: ["t8"], tags: [] }))).toBe(true)
  })
})

describe("preimages against the golden file", () => {
  const golden = JSON.parse(readFileSync(new URL("../golden/preimages.json", import.meta.url), "utf8"))
  const frozen = [feeTool, statusTool]

  it("tool_schema_sha256", () => {
    expect(frozen.map((tool) => canonical(schemaPreimage(tool)))).toEqual(golden.tool_schemas)
    expect(frozen.map((tool) => tool.toolSchemaSha256)).toEqual(golden.tool_schema_sha256)
  })

  it("active_set_sha256", () => {
    expect(activeSetPreimage(frozen)).toBe(golden.active_set)
    expect(sha256(activeSetPreimage(frozen))).toBe(golden.active_set_sha256)
    expect(sha256(activeSetPreimage([feeTool]))).not.toBe(golden.active_set_sha256)
  })

  it("tags leave the active set alone, a level does not", () => {
    const one = frozenFrom({ metadata: { intent_tags: given(["x"]) } })
    expect(activeSetPreimage([one])).toBe(activeSetPreimage([frozenFrom()]))
    const output = given({ type: "object", additionalProperties: false })
    const at = (level: string) =>
      frozenFrom({ metadata: { execution_level: given(level), return_direct: given(true), output_schema: output } })
    expect(activeSetPreimage([at("read")])).not.toBe(activeSetPreimage([at("prepare")]))
  })
})

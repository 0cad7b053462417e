import { describe, expect, it } from "vitest"
import type { FunctionDescription, Metadata } from "../../src/domain/Description.ts"
import { toolOf } from "../../src/domain/Tool.ts"
import { described, given, left, toolFrom, unsupported } from "../fixtures/described.ts"

const outputSchema = given({ type: "object", properties: {}, additionalProperties: false })
const direct: Metadata = { return_direct: given(true), output_schema: outputSchema }
const codes = (changes: Partial<FunctionDescription>) => left(toolOf(described(changes))).map(({ code }) => code)

describe("names", () => {
  it.each(["a", "_", "A9_", "order_status", "a".repeat(64)])("%s passes", (name) => {
    expect(toolFrom({ metadata: { name: given(name) } }).name).toBe(name)
    expect(toolFrom({ function: name }).name).toBe(name)
  })

  it.each(["fee\n", "a".repeat(65), "1a", "é", "a-b", "../x", "", " a", "a b", "a\u0000", "a.b"])(
    "%j does not",
    (name) => {
      expect(codes({ metadata: { name: given(name) } })).toEqual(["invalid_tool_name"])
      expect(codes({ function: name })).toEqual(["invalid_tool_name"])
    },
  )

  it.each([1, true, ["a"], { a: 1 }])("%j is no name", (name) => {
    expect(codes({ metadata: { name: given(name) } })).toEqual(["invalid_tool_name"])
  })

  it("takes the decorator's before the function's, and None as nothing", () => {
    expect(toolFrom({ function: "f", metadata: { name: given("other") } }).name).toBe("other")
    expect(toolFrom({ function: "f", metadata: { name: given(null) } }).name).toBe("f")
    expect(toolFrom({ function: "<lambda>", metadata: { name: given("named") } }).name).toBe("named")
  })
})

describe("description", () => {
  it.each<[string, FunctionDescription["docstring"], Metadata, string]>([
    ["the docstring's first line", "First.\n\nSecond.", {}, "First."],
    ["the decorator's first", "First.", { description: given("Given.") }, "Given."],
    ["an empty one by the decorator", "First.", { description: given("") }, ""],
    ["None by the decorator", "First.", { description: given(null) }, "First."],
    ["neither", null, {}, ""],
  ])("%s", (_, docstring, metadata, expected) => {
    expect(toolFrom({ docstring, metadata }).description).toBe(expected)
  })
})

describe("what else the decorator says", () => {
  it("has defaults", () => {
    const { intentTags, executionLevel, returnDirect, outputSchema: schema } = toolFrom()
    expect({ intentTags, executionLevel, returnDirect, schema }).toEqual({
      intentTags: [],
      executionLevel: "read",
      returnDirect: false,
      schema: null,
    })
  })

  it.each(["read", "prepare", "commit"] as const)("level %s with all that it demands", (level) => {
    const tool = toolFrom({
      metadata: { ...direct, execution_level: given(level), permissions: given(["read_local"]) },
    })
    expect([tool.executionLevel, tool.returnDirect]).toEqual([level, true])
    expect(tool.outputSchema).not.toBe(null)
  })

  it("keeps tags in their order", () => {
    expect(toolFrom({ metadata: { intent_tags: given(["b", "a"]) } }).intentTags).toEqual(["b", "a"])
  })

  it.each<[string, Metadata, ReadonlyArray<string>]>([
    ["an unknown level", { execution_level: given("write") }, ["invalid_execution_level"]],
    ["a level in another case", { execution_level: given("Read") }, ["invalid_execution_level"]],
    ["a level that is no text", { execution_level: given(1) }, ["invalid_execution_level"]],
    ["an inherited level", { execution_level: given("toString") }, ["invalid_execution_level"]],
    ["prepare alone", { execution_level: given("prepare") }, ["invalid_execution_level"]],
    ["commit alone", { execution_level: given("commit") }, ["invalid_execution_level"]],
    [
      "commit without return_direct",
      { execution_level: given("commit"), output_schema: outputSchema },
      ["invalid_execution_level"],
    ],
    [
      "commit without output_schema",
      { execution_level: given("commit"), return_direct: given(true) },
      ["return_direct_output_schema_required", "invalid_execution_level"],
    ],
    ["return_direct alone", { return_direct: given(true) }, ["return_direct_output_schema_required"]],
    [
      "return_direct with None",
      { return_direct: given(true), output_schema: given(null) },
      ["return_direct_output_schema_required"],
    ],
    ["return_direct 1", { return_direct: given(1) }, ["invalid_tool_metadata"]],
    ["another permission", { permissions: given(["network"]) }, ["invalid_permission"]],
    ["one permission too many", { permissions: given(["read_local", "network"]) }, ["invalid_permission"]],
    ["permissions as a text", { permissions: given("read_local") }, ["invalid_permission"]],
    ["a description that is no text", { description: given(1) }, ["invalid_tool_metadata"]],
    ["tags that are a text", { intent_tags: given("billing") }, ["invalid_tool_metadata"]],
    ["a tag that is no text", { intent_tags: given(["a", 1]) }, ["invalid_tool_metadata"]],
    ["an empty tag", { intent_tags: given([""]) }, ["invalid_tool_metadata"]],
    ["an output_schema without type", { output_schema: given({}) }, ["invalid_output_schema"]],
    ["an open one", { output_schema: given({ type: "object" }) }, ["output_schema_not_closed"]],
    [
      "a direct one that is open",
      { return_direct: given(true), output_schema: given({ type: "object" }) },
      ["output_schema_not_closed"],
    ],
    [
      "what JSON cannot carry, anywhere",
      {
        name: unsupported("set"),
        description: unsupported("bytes"),
        intent_tags: unsupported("set"),
        execution_level: unsupported("object"),
        return_direct: unsupported("object"),
        output_schema: unsupported("type"),
        permissions: unsupported("set"),
      },
      [
        "invalid_tool_metadata",
        "invalid_output_schema",
        "invalid_permission",
        "invalid_tool_name",
        "invalid_tool_metadata",
        "invalid_tool_metadata",
        "invalid_execution_level",
      ],
    ],
  ])("%s", (_, metadata, expected) => {
    expect(codes({ metadata })).toEqual(expected)
  })

  it("names the path inside an output_schema", () => {
    const schema = { type: "object", properties: { a: { type: "object" } }, additionalProperties: false }
    const [fault] = left(toolOf(described({ metadata: { output_schema: given(schema) } })))
    expect([fault?.problem, fault?.instead]).toEqual([
      "output_schema at /properties/a is an object without additionalProperties: false",
      'Add "additionalProperties": False at /properties/a.',
    ])
    const [root] = left(toolOf(described({ metadata: { output_schema: given({ type: "object" }) } })))
    expect(root?.problem).toBe("output_schema at its root is an object without additionalProperties: false")
  })

  it("says what to write in the place of a level and of a schema without type", () => {
    const insteadOf = (metadata: Metadata) => left(toolOf(described({ metadata })))[0]?.instead
    const level = insteadOf({ execution_level: given("write") })
    for (const word of ['"read"', '"prepare"', '"commit"', "return_direct=True", "output_schema"]) {
      expect(level).toContain(word)
    }
    expect(insteadOf({ output_schema: given({ properties: {} }) })).toBe(
      'Start from {"type": "object", "properties": {...}, "required": [...], "additionalProperties": False}.',
    )
  })
})

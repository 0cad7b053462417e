import { describe, expect, it } from "vitest"
import { canonical } from "../../src/domain/Json.ts"
import { schemaPreimage } from "../../src/domain/Tool.ts"
import { descriptionPreimage } from "../../src/domain/ToolFile.ts"
import { described, float, given, int, literal, parameter, toolFrom } from "../fixtures/described.ts"

describe("what tool_schema_sha256 covers", () => {
  const base = { docstring: "Do.", parameters: [parameter("a", int)] }
  const preimage = (changes: object) => canonical(schemaPreimage(toolFrom({ ...base, ...changes })))

  it("is exactly this", () => {
    expect(preimage({})).toBe(
      '{"description":"Do.","execution_level":"read","name":"f","output_schema":null,"parameters":{"additionalProperties":' +
        'false,"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"},"return_direct":false}',
    )
  })

  it.each([
    ["file and line", { file: "/u/x.py", line: 99 }],
    ["tags", { metadata: { intent_tags: given(["x"]) } }],
    ["the rest of the docstring", { docstring: "Do.\n\nMore words." }],
    ["how a hint is written", { parameters: [parameter("a", int, { written: "'int'" })] }],
    ["keyword-only or not", { parameters: [parameter("a", int, { kind: "keyword_only" })] }],
  ])("not %s", (_, changes) => {
    expect(preimage(changes)).toBe(preimage({}))
  })

  it.each([
    ["the name", { function: "g" }],
    ["one letter of the description", { docstring: "Dp." }],
    ["a hint", { parameters: [parameter("a", float)] }],
    ["a default", { parameters: [parameter("a", int, { default: given(1) })] }],
    ["a parameter's name", { parameters: [parameter("b", int)] }],
    ["another parameter", { parameters: [parameter("a", int), parameter("b", int)] }],
    ["the output schema", { metadata: { output_schema: given({ type: "object", additionalProperties: false }) } }],
  ])("but %s", (_, changes) => {
    expect(preimage(changes)).not.toBe(preimage({}))
  })

  it("but the order in a Literal", () => {
    const ordering = (...values: ReadonlyArray<string>) =>
      preimage({ parameters: [parameter("a", literal(...values))] })
    expect(ordering("a", "b")).not.toBe(ordering("b", "a"))
  })
})

describe("what the runner compares at a call", () => {
  const base = described({ docstring: "Do.", parameters: [parameter("a", int)] })

  it("is exactly this: no place, no spelling, no reachability", () => {
    const moved = {
      ...base,
      file: "/x.py",
      line: 7,
      reachable: false,
      parameters: [parameter("a", int, { written: "int" })],
    }
    expect(descriptionPreimage(moved)).toBe(
      '{"docstring":"Do.","function":"f","metadata":{},"parameters":[{"hint":{"kind":"name","name":"int"},' +
        '"kind":"positional_or_keyword","name":"a"}]}',
    )
    expect(descriptionPreimage(base)).toBe(descriptionPreimage(moved))
  })

  it("keeps defaults, kinds, metadata and big integers", () => {
    const text = descriptionPreimage({
      ...base,
      metadata: { output_schema: given({ const: 9007199254740993n }) },
      parameters: [parameter("a", int, { kind: "keyword_only", default: given(18446744073709551616n) })],
    })
    expect(text).toContain('"metadata":{"output_schema":{"value":{"const":9007199254740993}}}')
    expect(text).toContain(
      '{"default":{"value":18446744073709551616},"hint":{"kind":"name","name":"int"},"kind":"keyword_only"',
    )
  })
})

/** Every single field that differs is refused, by its own gate, and named. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { type Layout, passGates, type ToolSet } from "../../src/domain/Imprint.ts"
import { learned } from "../fixtures/learning.ts"

const layout: Layout = { model: learned.model, runtime: learned.runtime }
const [f, g] = learned.tool_set.tools.map(({ name, tool_schema_sha256 }) => ({
  name,
  toolSchemaSha256: tool_schema_sha256,
})) as [ToolSet["tools"][number], ToolSet["tools"][number]]
const tools: ToolSet = { activeSetSha256: "sha256:a0", toolInstructionSha256: "sha256:a1", tools: [f, g] }

const refusal = (found: Layout, set: ToolSet | null) => Either.getOrThrow(Either.flip(passGates(learned, found, set)))

const changed = <R extends object>(facts: R) =>
  Object.entries(facts).map(
    ([field, value]) =>
      [field, { ...facts, [field]: typeof value === "number" ? value + 1 : `other ${value}` }] as const,
  )

describe("the gates", () => {
  it("let the same pass, and tools beside an imprint without any", () => {
    expect(passGates(learned, layout, tools)).toEqual(Either.void)
    expect(passGates({ ...learned, tool_set: null }, layout, tools)).toEqual(Either.void)
    expect(passGates({ ...learned, tool_set: null }, layout, null)).toEqual(Either.void)
  })

  it("have every field of a layout in this table", () => {
    expect(Object.keys(layout.model)).toHaveLength(3)
    expect(Object.keys(layout.runtime)).toHaveLength(8)
  })

  it.each(changed(layout.model))("model: %s", (field, model) => {
    expect(refusal({ ...layout, model }, tools)).toMatchObject({ _tag: "imprint_model_mismatch", field })
  })

  it.each(changed(layout.runtime))("runtime: %s", (field, runtime) => {
    const key = field as keyof Layout["runtime"]
    const found = String((runtime as Layout["runtime"])[key])
    const was = String(layout.runtime[key] ?? "none")
    const error = refusal({ ...layout, runtime }, tools)
    expect(error).toMatchObject({ _tag: "imprint_runtime_mismatch", field, learned: was, found })
    expect(error.message).toContain(field)
  })

  it.each<readonly [string, ToolSet | null, object]>([
    ["no tools", null, { _tag: "imprint_requires_tools", tools: ["f", "g"] }],
    ["one tool less", { ...tools, tools: [f] }, { _tag: "imprint_tool_active_set_mismatch", found: "f" }],
    [
      "one more",
      { ...tools, tools: [f, g, { ...g, name: "h" }] },
      { _tag: "imprint_tool_active_set_mismatch", found: "f, g, h" },
    ],
    ["another name", { ...tools, tools: [f, { ...g, name: "x" }] }, { _tag: "imprint_tool_active_set_mismatch" }],
    [
      "another schema",
      { ...tools, tools: [f, { ...g, toolSchemaSha256: "sha256:ff" }] },
      { _tag: "imprint_tool_schema_mismatch", tool: "g", field: "tool_schema_sha256", found: "sha256:ff" },
    ],
    [
      "another set hash",
      { ...tools, activeSetSha256: "sha256:ff" },
      { _tag: "imprint_tool_active_set_mismatch", field: "active_set_sha256" },
    ],
    [
      "another contract text",
      { ...tools, toolInstructionSha256: "sha256:ff" },
      { _tag: "imprint_tool_active_set_mismatch", field: "tool_instruction_sha256" },
    ],
  ])("tools: %s", (_, set, error) => {
    expect(refusal(layout, set)).toMatchObject(error)
  })

  it("do not care in which order tools stand", () => {
    expect(passGates(learned, layout, { ...tools, tools: [g, f] })).toEqual(Either.void)
  })

  it("stand in their order: model, runtime, tools needed, set, schema", () => {
    const [[, model] = ["", layout.model]] = changed(layout.model)
    const [[, runtime] = ["", layout.runtime]] = changed(layout.runtime)
    const other = { ...tools, tools: [f, { ...g, toolSchemaSha256: "sha256:ff" }, { ...g, name: "h" }] }
    const codes = [
      refusal({ model, runtime }, null),
      refusal({ ...layout, runtime }, null),
      refusal(layout, null),
      refusal(layout, other),
      refusal(layout, { ...other, tools: other.tools.slice(0, 2) }),
    ].map(({ _tag }) => _tag)
    expect(codes).toEqual([
      "imprint_model_mismatch",
      "imprint_runtime_mismatch",
      "imprint_requires_tools",
      "imprint_tool_active_set_mismatch",
      "imprint_tool_schema_mismatch",
    ])
  })
})

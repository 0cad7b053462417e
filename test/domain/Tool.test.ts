import { describe, expect, it } from "vitest"
import type { Parameter } from "../../src/domain/Description.ts"
import { type JsonObject, ordered, own } from "../../src/domain/Json.ts"
import { toolOf } from "../../src/domain/Tool.ts"
import { hostileNames } from "../fixtures/arbitraries.ts"
import {
  annotated,
  bool,
  described,
  float,
  given,
  int,
  left,
  listOf,
  literal,
  none,
  parameter,
  str,
  toolFrom,
  union,
  unsupported,
} from "../fixtures/described.ts"

const parametersOf = (...parameters: ReadonlyArray<Parameter>) => ordered(toolFrom({ parameters }).parameters)
const propertyOf = (each: Parameter, docstring: string | null = null) => {
  const properties = own(toolFrom({ parameters: [each], docstring }).parameters, "properties") as JsonObject
  return ordered(own(properties, each.name) ?? null)
}

describe("the schema of the arguments", () => {
  it("of none", () => {
    expect(parametersOf()).toBe('{"type":"object","properties":{},"required":[],"additionalProperties":false}')
  })

  it("of the file with every kind of hint", () => {
    const text = parametersOf(
      parameter("n", int),
      parameter("t", literal("a", "b"), { default: given("a") }),
      parameter("o", union(str, none), { default: given(null) }),
      parameter("xs", listOf(int), { default: given([]) }),
      parameter("k", str, { kind: "keyword_only", default: given("x") }),
    )
    expect(text).toBe(
      '{"type":"object","properties":{"n":{"type":"integer"},"t":{"type":"string","enum":["a","b"],"default":"a"},' +
        '"o":{"type":["string","null"],"default":null},"xs":{"type":"array","items":{"type":"integer"},"default":[]},' +
        '"k":{"type":"string","default":"x"}},"required":["n"],"additionalProperties":false}',
    )
  })

  it("requires what is nullable and has no default", () => {
    const text = parametersOf(
      parameter("a", union(int, none)),
      parameter("b", union(none, int)),
      parameter("c", union(literal("x"), none)),
    )
    expect(text).toBe(
      '{"type":"object","properties":{"a":{"type":["integer","null"]},"b":{"type":["integer","null"]},' +
        '"c":{"type":["string","null"],"enum":["x",null]}},"required":["a","b","c"],"additionalProperties":false}',
    )
  })

  it.each<[Parameter, string]>([
    [parameter("n", int, { default: given(1) }), '{"type":"integer","default":1}'],
    [parameter("m", int, { default: given(0) }), '{"type":"integer","default":0}'],
    [
      parameter("big", int, { default: given(2512292042121000001n) }),
      '{"type":"integer","default":2512292042121000001}',
    ],
    [parameter("b", bool, { default: given(true) }), '{"type":"boolean","default":true}'],
    [parameter("f", float, { default: given(1) }), '{"type":"number","default":1}'],
    [parameter("s", str, { default: given("") }), '{"type":"string","default":""}'],
    [
      parameter("xs", listOf(float), { default: given([1, 2.5]) }),
      '{"type":"array","items":{"type":"number"},"default":[1,2.5]}',
    ],
  ])("default of $name", (each, schema) => {
    expect(propertyOf(each)).toBe(schema)
  })

  it.each(hostileNames)("a parameter called %s", (name) => {
    expect(parametersOf(parameter(name, str))).toBe(
      `{"type":"object","properties":{"${name}":{"type":"string"}},"required":["${name}"],"additionalProperties":false}`,
    )
  })

  it.each<[string, Parameter, string | null, string]>([
    ["Annotated", parameter("x", annotated(int, "A.")), null, '{"type":"integer","description":"A."}'],
    [
      "the docstring",
      parameter("x", int),
      "Do.\n\nArgs:\n  x (int): The ID: 3:5",
      '{"type":"integer","description":"The ID: 3:5"}',
    ],
    [
      "Annotated before the docstring",
      parameter("x", annotated(int, "A.")),
      "Do.\n\nArgs:\n  x: D.",
      '{"type":"integer","description":"A."}',
    ],
    [
      "description before default",
      parameter("x", annotated(int, "A."), { default: given(1) }),
      null,
      '{"type":"integer","description":"A.","default":1}',
    ],
    ["an empty one is none", parameter("x", int), "Do.\n\nArgs:\n  x:", '{"type":"integer"}'],
    ["an inherited name has none", parameter("toString", int), "Do.\n\nArgs:\n  x: D.", '{"type":"integer"}'],
  ])("description from %s", (_, each, docstring, schema) => {
    expect(propertyOf(each, docstring)).toBe(schema)
  })
})

const faultRows: ReadonlyArray<readonly [string, Parameter, string, string]> = [
  ["no hint", parameter("a", { kind: "missing" }), "missing_parameter_type_hint", "a"],
  ["a dataclass", parameter("c", { kind: "other", text: "C" }), "unsupported_type_hint", "c"],
  ["dict", parameter("d", { kind: "other", text: "dict" }), "unsupported_type_hint", "d"],
  ["*args", parameter("args", int, { kind: "var_positional" }), "unsupported_parameter_kind", "*args"],
  [
    "**kw without a hint",
    parameter("kw", { kind: "missing" }, { kind: "var_keyword" }),
    "unsupported_parameter_kind",
    "**kw",
  ],
  ["positional-only", parameter("p", int, { kind: "positional_only" }), "unsupported_parameter_kind", "p"],
  [
    "a default that is no JSON",
    parameter("d", str, { default: unsupported("Path") }),
    "invalid_parameter_default",
    "d",
  ],
  ["None for int", parameter("d", int, { default: given(null) }), "invalid_parameter_default", "d"],
  ["True for int", parameter("d", int, { default: given(true) }), "invalid_parameter_default", "d"],
  ["1 for bool", parameter("d", bool, { default: given(1) }), "invalid_parameter_default", "d"],
  ["a text for float", parameter("d", float, { default: given("1") }), "invalid_parameter_default", "d"],
  ["outside the Literal", parameter("d", literal("a"), { default: given("b") }), "invalid_parameter_default", "d"],
  ["a wrong item", parameter("d", listOf(int), { default: given([1, "x"]) }), "invalid_parameter_default", "d"],
]

describe("faults", () => {
  it.each(faultRows)("%s", (_, each, code, name) => {
    const [fault, ...others] = left(toolOf(described({ parameters: [{ ...each, written: "HINT" }] })))
    expect(others).toEqual([])
    expect(fault).toMatchObject({ code, parameter: name, written: "HINT", file: "/t/tools.py", line: 3, function: "f" })
    expect(fault?.problem).not.toBe("")
    expect(fault?.instead).not.toBe("")
  })

  it("all at once, and never a schema with the rest", () => {
    const faults = left(
      toolOf(
        described({
          reachable: false,
          metadata: { name: given("no name"), return_direct: given(true), permissions: given([1]) },
          parameters: [
            parameter("c", { kind: "other", text: "C" }),
            parameter("note", str),
            parameter("args", int, { kind: "var_positional" }),
            parameter("kw", int, { kind: "var_keyword" }),
            parameter("n", int, { default: given("x") }),
          ],
        }),
      ),
    )
    expect(faults.map(({ code, parameter: name }) => [code, name])).toEqual([
      ["tool_not_reachable", null],
      ["invalid_permission", null],
      ["return_direct_output_schema_required", null],
      ["invalid_tool_name", null],
      ["unsupported_type_hint", "c"],
      ["unsupported_parameter_kind", "*args"],
      ["unsupported_parameter_kind", "**kw"],
      ["invalid_parameter_default", "n"],
    ])
  })

  it.each<[Parameter, string]>([
    [parameter("a", int, { default: given("x") }), 'Write `a: int = 3` or `a: str = "3"`.'],
    [parameter("b", str, { default: given(null) }), "Write `b: str | None = None`."],
    [parameter("c", bool, { default: given(7) }), "Write `c: bool = True` or `c: int = 3`."],
    [parameter("d", int, { default: given(1.5) }), "Write `d: int = 3` or `d: float = 0.5`."],
    [parameter("e", literal("u", "v"), { default: given("w") }), 'Write `e: Literal["u", "v"] = "u"`.'],
    [parameter("f", literal(true), { default: given(null) }), "Write `f: Literal[True] | None = None`."],
    [parameter("g", listOf(union(int, none)), { default: given({}) }), "Write `g: list[int | None] = []`."],
    [parameter("h", union(float, none), { default: given("x") }), 'Write `h: float | None = 0.5` or `h: str = "3"`.'],
    [
      parameter("i", literal("a", "b", "c", "d", "e"), { default: given(1) }),
      'Write `i: Literal["a", "b", "c", ...] = "a"` or `i: int = 3`.',
    ],
    [
      parameter("j", str, { default: unsupported("Path") }),
      'Write a default that JSON can carry, such as `j: str = "3"`.',
    ],
  ])("what to write in the place of $name", (each, instead) => {
    expect(left(toolOf(described({ parameters: [each] }))).map((fault) => fault.instead)).toEqual([instead])
  })

  it("does not repeat a default's value", () => {
    const faults = left(toolOf(described({ parameters: [parameter("k", int, { default: given("SECRET_123") })] })))
    expect(JSON.stringify(faults)).not.toContain("SECRET")
  })
})

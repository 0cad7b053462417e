import { describe, expect, it } from "vitest"
import type { Hint } from "../../src/domain/Description.ts"
import { ordered } from "../../src/domain/Json.ts"
import { annotationTexts, schemaOfType, typeOfHint } from "../../src/domain/ValueType.ts"
import {
  annotated,
  bool,
  float,
  int,
  left,
  listOf,
  literal,
  named,
  none,
  right,
  str,
  union,
} from "../fixtures/described.ts"

const schemas: ReadonlyArray<readonly [string, Hint, string]> = [
  ["str", str, '{"type":"string"}'],
  ["int", int, '{"type":"integer"}'],
  ["float", float, '{"type":"number"}'],
  ["bool", bool, '{"type":"boolean"}'],
  ['Literal["a", "b"]', literal("a", "b"), '{"type":"string","enum":["a","b"]}'],
  ['Literal["b", "a"]', literal("b", "a"), '{"type":"string","enum":["b","a"]}'],
  ["Literal[2, 1]", literal(2, 1), '{"type":"integer","enum":[2,1]}'],
  ["a Literal beyond 2^53", literal(9007199254740993n), '{"type":"integer","enum":[9007199254740993]}'],
  ["Literal[True]", literal(true), '{"type":"boolean","enum":[true]}'],
  ["a repeated value", literal("a", "b", "a"), '{"type":"string","enum":["a","b"]}'],
  ["quotes and line ends", literal('"', "\n", "é"), '{"type":"string","enum":["\\"","\\n","é"]}'],
  ['Literal["a", None]', literal("a", null), '{"type":["string","null"],"enum":["a",null]}'],
  ["Optional[int]", union(int, none), '{"type":["integer","null"]}'],
  ["None | str", union(none, str), '{"type":["string","null"]}'],
  ['Optional[Literal["x"]]', union(literal("x"), none), '{"type":["string","null"],"enum":["x",null]}'],
  ["Optional[Optional[int]]", union(union(int, none), none), '{"type":["integer","null"]}'],
  ["a union of one", union(int), '{"type":"integer"}'],
  ["list[str]", listOf(str), '{"type":"array","items":{"type":"string"}}'],
  ["list[list[int]]", listOf(listOf(int)), '{"type":"array","items":{"type":"array","items":{"type":"integer"}}}'],
  ["list[int | None]", listOf(union(int, none)), '{"type":"array","items":{"type":["integer","null"]}}'],
  ["list[str] | None", union(listOf(str), none), '{"type":["array","null"],"items":{"type":"string"}}'],
  ['list[Literal["a"]]', listOf(literal("a")), '{"type":"array","items":{"type":"string","enum":["a"]}}'],
  ["Annotated[int, …]", annotated(int, "text"), '{"type":"integer"}'],
  [
    "Annotated inside",
    listOf(annotated(union(int, none), "t")),
    '{"type":"array","items":{"type":["integer","null"]}}',
  ],
]

describe("hints that are types", () => {
  it.each(schemas)("%s", (_, hint, schema) => {
    expect(ordered(schemaOfType(right(typeOfHint(hint))))).toBe(schema)
  })

  it("gives Optional[int] and int | None one shape", () => {
    expect(right(typeOfHint(union(int, none)))).toEqual(right(typeOfHint(union(none, int))))
  })

  it("takes a Literal of 300 strings", () => {
    const values = Array.from({ length: 300 }, (_, index) => `v${index}`)
    expect(right(typeOfHint(literal(...values)))).toEqual({ kind: "enum", type: "string", values, nullable: false })
  })
})

const other = (text: string): Hint => ({ kind: "other", text })
const fieldwise = /one parameter for each field/
const asParameters = /^Write its fields as parameters: `def f\(amount: float, tier: str\)`\.$/
const listInstead = /`list\[T\]`/

const refused: ReadonlyArray<readonly [string, Hint, RegExp]> = [
  ["dict", other("dict"), asParameters],
  ["dict[str, int]", other("dict[str, int]"), asParameters],
  ["typing.Dict", other("typing.Dict"), asParameters],
  ["Mapping", other("collections.abc.Mapping[str, int]"), asParameters],
  ["typing.Any", other("typing.Any"), /Name the type/],
  ["a dataclass", other("C"), fieldwise],
  ["Any", other("Any"), /Name the type/],
  ["object", other("object"), /Name the type/],
  ["set[str]", other("set[str]"), listInstead],
  ["tuple[int, int]", other("tuple[int, int]"), listInstead],
  ["bytes", other("bytes"), /Use `str`/],
  ["datetime.datetime", other("datetime.datetime"), /Use `str`/],
  ["Path", other("Path"), /Use `str`/],
  ["None alone", none, /Leave the parameter out/],
  ["an inherited name", named("toString"), /./],
  ["int | str", union(int, str), /one type/],
  ["int | str | None", union(int, str, none), /one type/],
  ["None | None", union(none, none), /one type/],
  ['Literal["a", 1]', literal("a", 1), /one type/],
  ["Literal[1, True]", literal(1, true), /one type/],
  ["Literal[None]", literal(null), /one type/],
  ["Literal of bytes", { kind: "literal", values: [{ type: "bytes" }] }, /one type/],
  ["Literal of an enum member", { kind: "literal", values: [{ type: "Color" }] }, /one type/],
  ["a Literal that JSON cannot carry", { kind: "literal", values: [{ type: "str" }] }, /./],
  [
    "a Literal that JSON cannot carry, among others",
    { kind: "literal", values: [{ type: "str", value: "a" }, { type: "str" }] },
    /./,
  ],
  ["list without items", { kind: "list", args: [] }, /`list\[str\]`/],
  ["list of a dataclass", listOf(other("C")), fieldwise],
  ["list[Any]", listOf(other("Any")), /Name the type/],
  ["Annotated[dict, …]", annotated(other("dict"), "t"), asParameters],
  ["Optional[dict]", union(other("dict"), none), asParameters],
  ["a name that is not imported", { kind: "unresolved", text: "Foo", error: "NameError" }, /Import the name/],
  ["nothing", { kind: "missing" }, /`name: str`/],
]

describe("hints that are none", () => {
  it.each(refused)("%s", (_, hint, instead) => {
    const fault = left(typeOfHint(hint))
    expect(fault.problem).not.toBe("")
    expect(fault.instead).toMatch(instead)
  })
})

it("names the hint as it is written", () => {
  expect(left(typeOfHint(other("dict"))).problem).toBe("`dict` cannot be a parameter")
  expect(left(typeOfHint(other("typing.Dict[str, typing.Any]"))).problem).toBe("`Dict[str, Any]` cannot be a parameter")
  expect(left(typeOfHint(other("edge_tools_file.C"))).problem).toBe("`C` cannot be a parameter")
})

describe("texts of Annotated", () => {
  it.each<[string, Hint, ReadonlyArray<string>]>([
    ["none", int, []],
    ["one", annotated(int, "a"), ["a"]],
    ["several, outermost first", annotated(annotated(int, "in"), "out", "er"), ["out", "er", "in"]],
    ["inside Optional", union(annotated(int, "a"), none), ["a"]],
    ["not those of a list's items", listOf(annotated(int, "a")), []],
  ])("%s", (_, hint, texts) => {
    expect(annotationTexts(hint)).toEqual(texts)
  })
})

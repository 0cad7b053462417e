import { describe, expect, it } from "vitest"
import type { FunctionDescription } from "../../src/domain/Description.ts"
import { NoToolsFound } from "../../src/domain/errors/Discovery.ts"
import { type ToolFault, toolFaultClasses } from "../../src/domain/errors/ToolFaults.ts"
import { faultError, toolsOf } from "../../src/domain/ToolFile.ts"
import { described, fileOf, given, int, left, parameter, right, str } from "../fixtures/described.ts"

const path = "/t/tools.py"
const faultsOf = (...tools: ReadonlyArray<FunctionDescription>) => {
  const error = left(toolsOf(path, fileOf(...tools)))
  if (error instanceof NoToolsFound) throw error
  return error
}

describe("a good file", () => {
  it("gives its tools sorted by name, by code units", () => {
    const names = ["b", "a", "B", "_", "a1", "A"]
    const tools = right(toolsOf(path, fileOf(...names.map((name) => described({ function: name })))))
    expect(tools.map((tool) => tool.name)).toEqual(["A", "B", "_", "a", "a1", "b"])
  })

  it("sorts by the decorator's name", () => {
    const renamed = described({ function: "a", metadata: { name: given("z") } })
    const tools = right(toolsOf(path, fileOf(renamed, described({ function: "m" }))))
    expect(tools.map((tool) => [tool.name, tool.function])).toEqual([
      ["m", "m"],
      ["z", "a"],
    ])
  })

  it("gives nine: the limit is for active ones", () => {
    const nine = Array.from({ length: 9 }, (_, index) => described({ function: `t${index}` }))
    expect(right(toolsOf(path, fileOf(...nine)))).toHaveLength(9)
  })
})

it("a file without tools", () => {
  const error = left(toolsOf(path, fileOf()))
  expect(error._tag).toBe("no_tools_found")
  expect(error.message).toBe("/t/tools.py has no function decorated with @edge_tool.")
})

describe("two tools of one name", () => {
  const duplicate = (error: ToolFault) => [error._tag, error.faults.length, error.problem]

  it("by the decorator and by the function, both places named", () => {
    const first = described({ function: "x", metadata: { name: given("a") }, line: 3 })
    const second = described({ function: "a", line: 9, file: "/t/helper.py" })
    const error = faultsOf(first, second)
    expect(duplicate(error)).toEqual(["duplicate_tool_name", 1, "its name is already that of x at /t/tools.py:3"])
    expect([error.file, error.line, error.function]).toEqual(["/t/helper.py", 9, "a"])
  })

  it("by defining it twice: the first is not reachable, and that is no second fault", () => {
    const error = faultsOf(described({ line: 3, reachable: false }), described({ line: 9 }))
    expect(duplicate(error)).toEqual(["duplicate_tool_name", 1, "its name is already that of f at /t/tools.py:3"])
  })

  it("three times are two faults", () => {
    const error = faultsOf(described({ line: 1 }), described({ line: 2 }), described({ line: 3 }))
    expect(error.faults.map(({ code, line }) => [code, line])).toEqual([
      ["duplicate_tool_name", 2],
      ["duplicate_tool_name", 3],
    ])
  })

  it("does not hide that another function is unreachable", () => {
    const hidden = described({ function: "hidden", line: 20, reachable: false })
    const error = faultsOf(described({ line: 3, reachable: false }), described({ line: 9 }), hidden)
    expect(error.faults.map(({ code, function: name }) => [code, name])).toEqual([
      ["tool_not_reachable", "hidden"],
      ["duplicate_tool_name", "f"],
    ])
  })

  it("tells names apart by case", () => {
    expect(right(toolsOf(path, fileOf(described({ function: "Fee" }), described({ function: "fee" }))))).toHaveLength(2)
  })
})

describe("all faults of a file in one error", () => {
  const error = faultsOf(
    described({ function: "fine", parameters: [parameter("a", int)] }),
    described({
      function: "one",
      line: 10,
      parameters: [parameter("c", { kind: "other", text: "C" }, { written: "C" })],
    }),
    described({ function: "two", line: 20, parameters: [parameter("x", { kind: "missing" }), parameter("y", str)] }),
  )

  it("is the first one", () => {
    expect(error._tag).toBe("unsupported_type_hint")
    expect([error.file, error.line, error.function, error.parameter, error.written]).toEqual([
      path,
      10,
      "one",
      "c",
      "C",
    ])
    expect(error.hint).toBe(
      "Use str, int, float, bool, Literal, list[T] or T | None; for a record, one parameter for each field.",
    )
  })

  it("carries every one, each with its place", () => {
    expect(error.faults.map(({ code, line, parameter: name }) => [code, line, name])).toEqual([
      ["unsupported_type_hint", 10, "c"],
      ["missing_parameter_type_hint", 20, "x"],
    ])
  })

  it("says file, line, function, parameter and hint, and how many more", () => {
    expect(error.message).toMatch(/^\/t\/tools\.py:10 one\(c: C\): .+ \(and 1 more fault\)$/)
  })

  it("has one class a code", () => {
    const place = { file: path, line: 1, function: "f", parameter: null, written: null, problem: "p", instead: "i" }
    for (const { code } of toolFaultClasses) expect(faultError([{ code, ...place }])._tag).toBe(code)
  })
})

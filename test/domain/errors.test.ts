import { readdirSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type About, aboutOf, type Documented, failureFields } from "../../src/domain/errors/About.ts"
import { MalformedToolCall } from "../../src/domain/errors/Call.ts"
import { NoToolsFound, ToolsFileImportFailed } from "../../src/domain/errors/Discovery.ts"
import { ToolsManifestInvalid } from "../../src/domain/errors/Facts.ts"
import { errorGroups } from "../../src/domain/errors/registry.ts"
import { canonical, fromLiteral } from "../../src/domain/Json.ts"

interface ErrorClass {
  new (fields: object): Documented
  readonly about: About
}

const folder = new URL("../../src/domain/errors/", import.meta.url)
const modules: ReadonlyArray<Record<string, unknown>> = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => import(new URL(name, folder).href)),
)
const classes = new Map<string, ErrorClass>(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      typeof value === "function" && "about" in value ? [[name, value as unknown as ErrorClass]] : [],
    ),
  ),
)

// Every field that any error has. A class whose message needs another one shows "undefined" below: add it here.
const fault = {
  file: "/t/tools.py",
  line: 3,
  function: "f",
  parameter: "p",
  written: "int",
  problem: "is wrong",
  instead: "Do.",
}
const fields = {
  ...fault,
  path: "/t/tools.py",
  tool: "f",
  faults: [{ ...fault, code: "c", argument: "a", path: "/p", index: 0 }],
  fault_count: 1,
  store: "s",
  waited_ms: 5000,
  issues: [{ path: "tools", problem: "is wrong" }],
  url: "https://example.org/",
  active_tools: ["f"],
  after_thoughts: false,
  limit: 8,
  limit_bytes: 65536,
  module: "helper",
  seconds: 10,
  exit_code: 1,
  signal: null,
  exception: "ValueError",
  type: "set",
  relative_import: false,
  active: 9,
  tools: ["f"],
  tried: "python3",
  executable: "/usr/bin/python3",
  version: "3.9",
  ref: "m.gguf",
  nearest: ["qwen3-4b"],
  model: "qwen3-4b",
  bytes_kept: 0,
  gpu: "cuda",
  needed_tokens: 2,
  context_tokens: 1,
  options: ["--tool"],
  problems: ["x is missing"],
  unknown: ["tool x"],
  known_tools: ["f"],
  known_tags: ["t"],
  field: "context_size",
  learned: "4096",
  found: "1024",
  corrections: ["c1"],
  sample: "s",
  known: ["a"],
  action_id: "01234567-89ab-4cde-8f01-23456789abcd",
  pending_action_path: "/h/pending/a.json",
  confirmation_token: "ab",
  command: "edge tools confirm '/h/pending/a.json' --token 'ab' --json",
  expires_at: "2026-01-31T12:10:00.000Z",
  state_dir: "/h",
  modules: ["helper"],
}
const made = [...classes].map(([name, Class]) => [name, Class, new Class(fields)] as const)

it("there are errors, and no two have one code", () => {
  expect(made.length).toBeGreaterThanOrEqual(38)
  const codes = made.map(([, , error]) => error._tag)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

it("all are in the table that docs/errors.md is made from, and each once", () => {
  const listed = errorGroups.flatMap((group) => group.classes.map((Class) => Class.about))
  expect(new Set(listed)).toEqual(new Set([...classes.values()].map((Class) => Class.about)))
  expect(listed).toHaveLength(classes.size)
})

describe.each(made)("%s", (name, Class, error) => {
  it("has its class's name as its code", () => {
    expect(error._tag).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(
      error._tag
        .split("_")
        .map((word) => word[0]?.toUpperCase() + word.slice(1))
        .join(""),
    ).toBe(name)
  })

  it("says when, what to do, and the exit code", () => {
    expect(aboutOf(error)).toBe(Class.about)
    expect(Class.about.when).toMatch(/^\S.*\.$/)
    expect(Class.about.hint).toMatch(/^\S.*\S$/)
    expect([1, 2, 3, 4, 5, 6]).toContain(Class.about.exit)
  })

  it("has a message without holes", () => {
    expect(error.message).toMatch(/\S/)
    expect(error.message).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it("becomes the four fields, and its details are its own fields", () => {
    const { code, message, hint, details } = failureFields(error)
    expect([code, message]).toEqual([error._tag, error.message])
    expect(hint).toMatch(/\S/)
    expect(Object.keys(details)).toEqual(Object.keys(fields))
    expect(canonical(fromLiteral(details))).toBe(canonical(fromLiteral(fields)))
  })
})

describe("the hint for a file of the other kind", () => {
  const failed = { exception: "NameError", file: null, line: null, relative_import: false }
  it.each([
    [new NoToolsFound({ path: "t.json" }), "edge demo tools validate"],
    [new ToolsFileImportFailed({ path: "t.json", ...failed }), "edge demo tools validate"],
    [new ToolsManifestInvalid({ path: "t.py", issues: [] }), "edge tools validate"],
    [new NoToolsFound({ path: "t.py" }), "put `@edge_tool` above a function"],
    [new ToolsFileImportFailed({ path: "t.py", ...failed }), "The traceback is above"],
    [new ToolsManifestInvalid({ path: "t.json", issues: [] }), "Correct the named places"],
  ])("%s", (error, words) => {
    expect(failureFields(error).hint).toContain(words)
  })
})

describe("the hint for a malformed call", () => {
  it.each([
    ["the token limit cut it off", "--max-tokens"],
    ["it is wrapped in other text", "Ask in other words"],
  ])("%s", (problem, words) => {
    expect(failureFields(new MalformedToolCall({ problem })).hint).toContain(words)
  })
})

describe("the exit codes of the SPEC", () => {
  const exits = new Map(made.map(([, Class, error]) => [error._tag, Class.about.exit]))
  it.each([
    ["invalid_usage", 2],
    ["unknown_tool_selected", 2],
    ["tools_file_not_found", 3],
    ["no_tools_found", 3],
    ["duplicate_tool_name", 3],
    ["active_tool_limit_exceeded", 3],
    ["malformed_tool_call", 4],
    ["empty_answer", 4],
    ["runner_timeout", 4],
    ["tool_result_schema_mismatch", 4],
    ["model_context_exceeded", 4],
    ["python_not_found", 5],
    ["state_dir_unwritable", 5],
    ["model_not_found", 5],
    ["tool_confirmation_required", 6],
  ])("%s: %i", (code, exit) => {
    expect(exits.get(code)).toBe(exit)
  })
})

it.effect("an error is an Effect that fails with itself", () =>
  Effect.gen(function* () {
    const [, , error] = made[0] as (typeof made)[number]
    const result = yield* Effect.either(Effect.fail(error))
    expect(Either.isLeft(result) && result.left).toBe(error)
  }),
)

import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Files, faultsOf, readSource, typeCircles } from "./fixtures/imports.ts"

const root = new URL("../", import.meta.url)
const files: Files = new Map(
  readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [`src/${path.replaceAll("\\", "/")}`, readFileSync(new URL(`src/${path}`, root), "utf8")]),
)

/**
 * Circles that exist for the compiler only: each is one union or type whose parts stand in two files. The list may only
 * shrink.
 */
const toleratedTypeImports: ReadonlyArray<string> = [
  "src/domain/RunView.ts → src/domain/View.ts",
  "src/domain/ToolMetadata.ts → src/domain/Tool.ts",
]

describe("src", () => {
  it("was found", () => {
    expect(files.size).toBeGreaterThan(40)
    expect(["src/bin.ts", "src/domain/Json.ts", "src/programs/chat.ts"].filter((path) => !files.has(path))).toEqual([])
  })

  it("keeps the rules: one way down, no circles, no barrels, no package roots, at most 300 lines", () => {
    expect(faultsOf(files)).toEqual([])
  })

  it("has no circle of type imports but the known ones", () => {
    expect(typeCircles(files).filter((each) => !toleratedTypeImports.includes(each))).toEqual([])
  })
})

const faults = (...entries: ReadonlyArray<readonly [string, string]>) => faultsOf(new Map(entries))
const a = "src/domain/A.ts"
const fine = "export const x = 1"

describe("a planted violation is found", () => {
  it.each<[string, string, string, string, string]>([
    [
      "domain → services",
      a,
      'import { x } from "../services/S.ts"',
      "src/services/S.ts",
      "the domain knows only effect and itself",
    ],
    [
      "domain → services, types",
      a,
      'import type { X } from "../services/S.ts"',
      "src/services/S.ts",
      "the domain knows only effect and itself",
    ],
    ["domain → node", a, 'import * as fs from "node:fs"', "node:fs", "the domain knows only effect and itself"],
    ["domain → a package", a, 'import { x } from "ajv"', "ajv", "the domain knows only effect and itself"],
    [
      "domain → @effect/platform",
      a,
      'import * as F from "@effect/platform/FileSystem"',
      "@effect/platform/FileSystem",
      "the domain knows only effect and itself",
    ],
    [
      "deep domain → cli",
      "src/domain/errors/E.ts",
      'import { x } from "../../cli.ts"',
      "src/cli.ts",
      "the domain knows only effect and itself",
    ],
    [
      "services → programs",
      "src/services/S.ts",
      'import { x } from "../programs/p.ts"',
      "src/programs/p.ts",
      "against the one way down",
    ],
    [
      "services → programs, later",
      "src/services/S.ts",
      'export const f = () => import("../programs/p.ts")',
      "src/programs/p.ts",
      "against the one way down",
    ],
    [
      "services → programs, a type",
      "src/services/S.ts",
      'export type T = import("../programs/p.ts").T',
      "src/programs/p.ts",
      "against the one way down",
    ],
    [
      "services → layers",
      "src/services/S.ts",
      'import { x } from "../layers.ts"',
      "src/layers.ts",
      "against the one way down",
    ],
    ["programs → cli", "src/programs/p.ts", 'import { x } from "../cli.ts"', "src/cli.ts", "against the one way down"],
    [
      "programs → *Llama",
      "src/programs/p.ts",
      'import type { X } from "../services/ModelLlama.ts"',
      "src/services/ModelLlama.ts",
      "a program knows only the service",
    ],
    [
      "programs → *Python",
      "src/programs/p.ts",
      'import { x } from "../services/RunnerPython.ts"',
      "src/services/RunnerPython.ts",
      "a program knows only the service",
    ],
    [
      "programs → *Sqlite",
      "src/programs/p.ts",
      'import { x } from "../services/FactsSqlite.ts"',
      "src/services/FactsSqlite.ts",
      "a program knows only the service",
    ],
    [
      "programs → *Node",
      "src/programs/p.ts",
      'import { x } from "../services/PythonNode.ts"',
      "src/services/PythonNode.ts",
      "a program knows only the service",
    ],
    [
      "programs → *Ajv",
      "src/programs/p.ts",
      'import { x } from "../services/OutputSchemasAjv.ts"',
      "src/services/OutputSchemasAjv.ts",
      "a program knows only the service",
    ],
    [
      "programs → *State",
      "src/programs/p.ts",
      'import { x } from "../services/ReceiptsState.ts"',
      "src/services/ReceiptsState.ts",
      "a program knows only the service",
    ],
    ["the root of effect", "src/cli.ts", 'import { Effect } from "effect"', "effect", "a package root"],
    ["the root of effect, types", "src/cli.ts", 'import type { Effect } from "effect"', "effect", "a package root"],
    ["the root of @effect/cli", "src/cli.ts", 'import { Command } from "@effect/cli"', "@effect/cli", "a package root"],
  ])("%s", (_, path, text, to, rule) => {
    const other: ReadonlyArray<readonly [string, string]> = to.startsWith("src/") ? [[to, fine]] : []
    expect(faults([path, text], ...other)).toEqual([`${path} imports ${to}: ${rule}`])
  })

  it("a circle, of any length and by any import", () => {
    expect(
      faults(
        [a, 'import "./B.ts"'],
        ["src/domain/B.ts", 'import { x } from "./C.ts"'],
        ["src/domain/C.ts", 'export const f = () => import("./A.ts")'],
      ),
    ).toEqual(["a circle: src/domain/A.ts, src/domain/B.ts, src/domain/C.ts"])
    expect(faults([a, 'export { x } from "./A.ts"\nexport const y = 1'])).toEqual([`a circle: ${a}`])
  })

  it("a circle that only types close", () => {
    const closed: Files = new Map([
      [a, 'import { x } from "./B.ts"'],
      ["src/domain/B.ts", 'import type { X } from "./A.ts"\nexport const x = 1'],
      ["src/domain/C.ts", 'import type { X } from "./A.ts"'],
    ])
    expect(faultsOf(closed)).toEqual([])
    expect(typeCircles(closed)).toEqual(["src/domain/B.ts → src/domain/A.ts"])
  })

  it("a barrel, an index file, a file that is not there, a file of 301 lines", () => {
    expect(faults([a, 'export * from "./B.ts"'], ["src/domain/B.ts", fine])).toEqual([`${a}: a barrel`])
    expect(faults([a, 'import { x } from "./B.ts"\nexport { x }'], ["src/domain/B.ts", fine])).toEqual([
      `${a}: a barrel`,
    ])
    expect(faults(["src/domain/index.ts", fine])).toEqual(["src/domain/index.ts: a barrel"])
    expect(faults([a, 'import { x } from "./B"'], ["src/domain/B.ts", fine])).toEqual([
      `${a} imports src/domain/B: no such file`,
    ])
    expect(faults([a, "//\n".repeat(301)])).toEqual([`${a}: 301 lines`])
    expect(faults([a, "//\n".repeat(300)])).toEqual([])
  })
})

describe("what is allowed", () => {
  it.each([
    [
      "down, one layer and more",
      "src/programs/p.ts",
      'import { x } from "../services/S.ts"\nimport { y } from "../domain/A.ts"',
    ],
    ["a service beside a service", "src/services/SNode.ts", 'import { x } from "./S.ts"'],
    ["the tag that is called Python", "src/programs/p.ts", 'import { Python } from "../services/Python.ts"'],
    ["submodules", a, 'import * as Effect from "effect/Effect"'],
    ["layers → implementations", "src/layers.ts", 'export const l = () => import("./services/RunnerPython.ts")'],
    ["an import in a comment or a text", a, '// import "effect"\nexport const t = "import { x } from \'effect\'"'],
  ])("%s", (_, path, text) => {
    const targets = readSource(path, text)
      .edges.filter(({ to }) => to.startsWith("src/"))
      .map(({ to }) => [to, fine] as const)
    expect(faults([path, text], ...targets)).toEqual([])
  })
})

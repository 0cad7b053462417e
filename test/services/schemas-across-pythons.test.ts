/** The same tools file has the same schema hashes under every Python, locale, time zone and hash seed; they cover what they should. */
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { sha256 } from "../fixtures/described.ts"
import { document, place } from "../fixtures/edge.ts"
import { everyHint } from "../fixtures/hints.ts"
import golden from "../golden/schema-hashes.json" with { type: "json" }

type Variables = Record<string, string>

interface Inspected {
  readonly tools_file_sha256: string
  readonly active_set_sha256: string
  readonly tools: ReadonlyArray<{ readonly name: string; readonly schema_sha256: string }>
  readonly python: { readonly version: string }
}

const inspect = async (source: string | Uint8Array, more: ReadonlyArray<string> = [], env?: Variables) => {
  const { write, edge } = place()
  const ran = await edge(["tools", "inspect", write("t.py", source), "--json", ...more], env)
  expect(ran, ran.stdout).toMatchObject({ code: 0, stderr: "" })
  const { tools, active_set_sha256, tools_file_sha256, python } = document(ran) as Inspected
  const schemas = Object.fromEntries(tools.map((tool) => [tool.name, tool.schema_sha256]))
  return { file: tools_file_sha256, version: python.version, hashes: { active_set_sha256, schemas } }
}

const expected = {
  active_set_sha256: golden.active_set_sha256,
  schemas: Object.fromEntries(Object.entries(golden.tools).map(([name, tool]) => [name, tool.schema_sha256])),
}

interface Other {
  readonly name: string
  readonly version: string
  readonly env: Variables
}

/** The other interpreters on the path, each asked for its version: a name alone may be a version manager's that has none. */
const others = ["3.10", "3.11", "3.12", "3.13"].flatMap((wanted): ReadonlyArray<Other> => {
  const name = `python${wanted}`
  // Lets pyenv's shim find a version that is installed and not chosen.
  const env = { PYENV_VERSION: wanted }
  const ask = ["-I", "-c", "import platform; print(platform.python_version())"]
  try {
    const version = execFileSync(name, ask, { encoding: "utf8", stdio: "pipe", env: { ...process.env, ...env } })
    return [{ name, version: version.trim(), env }]
  } catch {
    return []
  }
})

describe("the schema hashes", () => {
  it("in the golden file are those of the canonical text beside them", () => {
    for (const tool of Object.values(golden.tools)) expect(sha256(tool.covers)).toBe(tool.schema_sha256)
  })

  for (const [kind, source] of Object.entries(everyHint)) {
    it(`are the golden ones, with ${kind} hints`, async () => {
      expect((await inspect(source)).hashes).toEqual(expected)
    })
    for (const { name, version, env } of others) {
      it(`are the golden ones, with ${kind} hints under ${name}`, async () => {
        expect(await inspect(source, ["--python", name], env)).toMatchObject({ version, hashes: expected })
      })
    }
  }

  for (const [name, value] of [
    ["LC_ALL", "C"],
    ["LANG", "de_DE.UTF-8"],
    ["TZ", "Asia/Tokyo"],
    ["PYTHONHASHSEED", "1"],
  ] as const) {
    it(`are the golden ones with ${name}=${value}`, async () => {
      expect((await inspect(everyHint.evaluated, [], { [name]: value })).hashes).toEqual(expected)
    })
  }
})

const source = `from typing import Literal
from edgestudio.tools import edge_tool

@edge_tool(description="Quote the fee.")
def quote(tier: Literal["a", "b"], amount: float = 1.5) -> dict:
    return {}

@edge_tool
def other(n: int) -> dict:
    """Count."""
    return {}
`
const [head = "", quote = "", other = ""] = source.split(/\n(?=@edge_tool)/)

let inspected: ReturnType<typeof inspect> | undefined
const unchanged = () => {
  inspected ??= inspect(source)
  return inspected
}

/** The same text with one place changed, which must be there. */
const changed = (from: string, to: string) => {
  expect(source).toContain(from)
  return source.replace(from, to)
}

describe("a change of the file", () => {
  for (const [name, make] of [
    ["CRLF at the line ends", () => source.replaceAll("\n", "\r\n")],
    ["a byte order mark", () => `\ufeff${source}`],
    ["no newline at its end", () => source.trimEnd()],
    ["a comment", () => changed("\n\n", "\n# Fees.\n\n")],
    ["the order of the functions", () => [head, `${other}\n`, quote.trimEnd()].join("\n")],
    ["a function's body", () => changed("return {}", "return {'fee': amount}")],
    ["the return hint", () => changed("-> dict", "-> str")],
    ["a tag", () => changed('fee.")', 'fee.", intent_tags=["billing"])')],
  ] as const) {
    it(`in ${name} changes the file's hash and no schema's`, async () => {
      const [before, after] = [await unchanged(), await inspect(make())]
      expect(after.file).not.toBe(before.file)
      expect(after.hashes).toEqual(before.hashes)
    })
  }

  for (const [name, from, to] of [
    ["one letter of a description", "the fee", "the Fee"],
    ["the order in a Literal", '"a", "b"', '"b", "a"'],
    ["a default", "1.5", "1.25"],
    ["a hint", "amount: float", "amount: float | None"],
    ["a parameter's name", "amount", "sum"],
  ] as const) {
    it(`in ${name} changes the hash of that tool's schema and of the set`, async () => {
      const [before, after] = [await unchanged(), await inspect(changed(from, to))]
      expect(after.hashes.schemas["quote"]).not.toBe(before.hashes.schemas["quote"])
      expect(after.hashes.active_set_sha256).not.toBe(before.hashes.active_set_sha256)
      expect(after.hashes.schemas["other"]).toBe(before.hashes.schemas["other"])
    })
  }
})

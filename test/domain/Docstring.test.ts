import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { parseDocstring } from "../../src/domain/Docstring.ts"

const rows: ReadonlyArray<{
  readonly name: string
  readonly text: string | null
  readonly summary: string
  readonly args: { readonly [name: string]: string }
}> = [
  { name: "none", text: null, summary: "", args: {} },
  { name: "empty", text: "", summary: "", args: {} },
  { name: "one line", text: "Look up an order.", summary: "Look up an order.", args: {} },
  { name: "the first line that has text", text: "\n\n  Look up.  \nMore.", summary: "Look up.", args: {} },
  {
    name: "a first line that mentions sections (CASES)",
    text: "Uses Args: or Returns: words.\n\nArgs:\n  x (str): The ID: 3:5",
    summary: "Uses Args: or Returns: words.",
    args: { x: "The ID: 3:5" },
  },
  {
    name: "several arguments, continued lines, another section behind",
    text: "Do.\n\nArgs:\n    a: First\n        goes on\n        and on.\n    b (int, optional): Second.\n\nReturns:\n    c: no argument.",
    summary: "Do.",
    args: { a: "First goes on and on.", b: "Second." },
  },
  {
    name: "starred names, no type, no text",
    text: "Do.\n\nArguments:\n  *xs: Many.\n  **kw: More.\n  y:\n    Below.",
    summary: "Do.",
    args: { xs: "Many.", kw: "More.", y: "Below." },
  },
  {
    name: "CRLF",
    text: "Do.\r\n\r\nArgs:\r\n  a: One.\r\n  b: Two.\r\n",
    summary: "Do.",
    args: { a: "One.", b: "Two." },
  },
  { name: "a section that is not indented", text: "Do.\n\nArgs:\na: no.", summary: "Do.", args: {} },
  { name: "text before any entry", text: "Do.\n\nArgs:\n  what now\n  a: One.", summary: "Do.", args: { a: "One." } },
  {
    name: "Parameters and a hostile name",
    text: "Do.\n\nParameters:\n  __proto__: P.",
    summary: "Do.",
    args: { ["__proto__"]: "P." },
  },
  { name: "only a section", text: "Args:\n  a: One.", summary: "Args:", args: { a: "One." } },
]

describe("parseDocstring", () => {
  it.each(rows)("$name", ({ text, summary, args }) => {
    const parsed = parseDocstring(text)
    expect(parsed.summary).toBe(summary)
    expect([...parsed.args]).toEqual(Object.entries(args))
  })

  const line = fc.constantFrom(
    "Args:",
    "Returns:",
    "  a: x",
    "  b (int): y",
    "    more",
    "",
    "\t",
    ":",
    "  :",
    "  *",
    "x",
  )
  it.prop(
    "never fails on odd ones, and keeps each text on one line",
    [fc.array(line, { maxLength: 12 })],
    ([lines]) => {
      const parsed = parseDocstring(lines.join("\n"))
      expect(parsed.summary).toBe(lines.map((each) => each.trim()).find((each) => each !== "") ?? "")
      for (const text of parsed.args.values()) expect(text).not.toMatch(/\n/)
    },
    { fastCheck: { numRuns: 500 } },
  )

  it.prop(
    "any text gives a trimmed first line",
    [fc.string({ unit: "binary" })],
    ([text]) => {
      const { summary } = parseDocstring(text)
      expect(summary).toBe(summary.trim())
      expect(text).toContain(summary)
    },
    { fastCheck: { numRuns: 500 } },
  )
})

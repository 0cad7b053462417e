/** A word in a POSIX shell: what is pasted is what arrives, and no terminal sees what it should not. */
import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shellWord } from "../../src/domain/Shell.ts"

const arrived = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const script = `printf '%s\\0' ${words.map(shellWord).join(" ")}`
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)
}

const rows = [
  "/a b/c.json",
  "it's",
  "''",
  "$HOME `id` $(id) \\ \\n !!",
  '"',
  "a\nb",
  "\u001b[31m",
  "a\u202eb\\012",
  "-n",
  "\u200b",
  "é\u0085",
  "a\u00a0b\u2800\u3164\u034f\u3000",
]

describe("shellWord", () => {
  it("quotes plain words in single quotes", () => {
    expect(shellWord("/a/it's.json")).toBe(`'/a/it'\\''s.json'`)
  })

  it("arrives in a shell unchanged", () => {
    expect(arrived(rows)).toEqual(rows)
  })

  it("arrives unchanged whatever it holds", () => {
    // No NUL can be in a path, and an end of line at the very end is no part of a file name that edge makes.
    const word = fc.string({ unit: "grapheme" }).map((text) => `${text.replaceAll("\0", "")}.json`)
    const odd = fc.string({ unit: fc.constantFrom("'", '"', "\\", "\n", "\t", "$", "0", "1", "`", "\u001b", "\u2028") })
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            word,
            odd.map((text) => `${text}.json`),
          ),
          { minLength: 1 },
        ),
        (words) => {
          expect(arrived(words)).toEqual(words)
        },
      ),
      { numRuns: 50 },
    )
  })

  it("holds nothing that is invisible or moves a cursor", () => {
    for (const row of rows)
      expect(shellWord(row)).not.toMatch(/\p{C}|(?! )\p{Z}|\p{Default_Ignorable_Code_Point}|\u2800/u)
  })
})

/** The parts of a docstring that a tool's schema uses: its first line, and the texts of a Google-style `Args:` section. */

export interface Docstring {
  /** The first line, or the empty text. */
  readonly summary: string
  /** The description of each documented parameter, its lines joined by spaces. */
  readonly args: ReadonlyMap<string, string>
}

const section = /^[A-Z][A-Za-z ]*:$/
const argsSection = /^(?:Args|Arguments|Parameters):$/
const entry = /^\*{0,2}([A-Za-z_][A-Za-z0-9_]*)\s*(?:\([^)]*\))?\s*:\s*(.*)$/

/** Reads a docstring that is already cleaned of its common indentation. Odd ones give fewer parts, never a failure. */
export const parseDocstring = (text: string | null): Docstring => {
  const lines = (text ?? "").split(/\r?\n/)
  const start = lines.findIndex((line) => argsSection.test(line.trimEnd()))
  return {
    summary: (lines.find((line) => line.trim() !== "") ?? "").trim(),
    args: start < 0 ? new Map() : readArgs(lines.slice(start + 1)),
  }
}

const readArgs = (lines: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  let indent = -1
  let current: string | undefined
  for (const line of lines) {
    const content = line.trim()
    if (content === "") continue
    const depth = line.length - line.trimStart().length
    if (depth === 0 || section.test(line)) break
    if (indent < 0) indent = depth
    const found = depth <= indent ? entry.exec(content) : null
    if (found) {
      current = found[1] as string
      texts.set(current, found[2] as string)
    } else if (current !== undefined) texts.set(current, `${texts.get(current)} ${content}`.trim())
  }
  return texts
}

/** How `edge doctor` looks: one line for each thing that must be in order, and what to type where it is not. */
import { escapeControls } from "./Contract.ts"
import { type Here, textFrom } from "./Here.ts"
import { fromLiteral, type Json } from "./Json.ts"
import { wrapped } from "./Width.ts"

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found. */
  readonly found: string
  /** The paths that stand in it. */
  readonly paths: ReadonlyArray<string>
  /** What to type, or else to do; null where all is well. */
  readonly fix: string | null
}

export type Report = ReadonlyArray<Check>

export const isHealthy = (report: Report): boolean => report.every(({ ok }) => ok)

export const doctorHuman = (report: Report, here: Here): string => {
  const width = Math.max(...report.map(({ name }) => name.length))
  const indent = " ".repeat(width + 4)
  const lines = report.flatMap(({ name, ok, found, paths, fix }) => [
    ...wrapped(escapeControls(textFrom(here, found, paths)), Math.max(20, here.columns - indent.length)).map(
      (line, at) => (at === 0 ? `${ok ? "✓" : "✗"} ${name.padEnd(width)}  ${line}` : indent + line),
    ),
    // Mostly a command to copy: in one line, and with whole paths, since no shell expands a `~` in quotes.
    ...(fix === null ? [] : [`${indent}fix: ${escapeControls(fix)}`]),
  ])
  const wrong = report.filter(({ ok }) => !ok).length
  const end = wrong === 0 ? "All is ready." : `${wrong} to fix.`
  return `${lines.join("\n")}\n\n${end}\n`
}

export const doctorJson = (report: Report): Json =>
  fromLiteral({
    schema_version: "edge.doctor.v1",
    ready: isHealthy(report),
    checks: report.map(({ paths: _, ...check }) => check),
  })

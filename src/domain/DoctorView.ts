/** How `edge doctor` looks: one line for each thing that must be in order, and what to type where it is not. */
import { escapeControls } from "./Contract.ts"
import { fromLiteral, type Json } from "./Json.ts"

export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found. */
  readonly found: string
  /** What to type, or else to do; null where all is well. */
  readonly fix: string | null
}

export type Report = ReadonlyArray<Check>

export const isHealthy = (report: Report): boolean => report.every(({ ok }) => ok)

export const doctorHuman = (report: Report): string => {
  const width = Math.max(...report.map(({ name }) => name.length))
  const lines = report.flatMap(({ name, ok, found, fix }) => [
    `${ok ? "✓" : "✗"} ${name.padEnd(width)}  ${escapeControls(found)}`,
    ...(fix === null ? [] : [`  ${" ".repeat(width)}  fix: ${escapeControls(fix)}`]),
  ])
  const wrong = report.filter(({ ok }) => !ok).length
  const end = wrong === 0 ? "All is ready." : `${wrong} to fix.`
  return `${lines.join("\n")}\n\n${end}\n`
}

export const doctorJson = (report: Report): Json =>
  fromLiteral({ schema_version: "edge.doctor.v1", ready: isHealthy(report), checks: report })

/** Tables for a person: columns as wide as their cells, and in all no wider than the window. */
import { escapeControls } from "./Contract.ts"
import { cut, padded, widthOf } from "./Width.ts"

export interface Column {
  /** How narrow it may become, its cells cut; a column without this is shown whole or not at all. */
  readonly least?: number
  /** Which end of a cut cell is worth more; a path says most at its end. */
  readonly keep?: "start" | "end"
  /** Where the window is too narrow for all, the column with the highest of these goes first; one without stays. */
  readonly drop?: number
}

const gap = 2

/** One line a row, with nothing in it that a terminal obeys. */
export const table = (
  given: ReadonlyArray<ReadonlyArray<string>>,
  columns: ReadonlyArray<Column>,
  window: number,
): ReadonlyArray<string> => {
  const rows = given.map((row) => row.map(escapeControls))
  const all = columns.map((column, at) => ({
    ...column,
    at,
    width: Math.max(0, ...rows.map((row) => widthOf(row[at] ?? ""))),
  }))
  const shown = fitted(all, window)
  return rows.map((row) => {
    const cells = shown.map(({ at, width, keep }) => padded(cut(row[at] ?? "", width, keep), width))
    return cut(cells.join(" ".repeat(gap)).trimEnd(), window)
  })
}

type Placed = Column & { readonly at: number; readonly width: number }

/** The columns that there is room for, as wide as there is. */
const fitted = (columns: ReadonlyArray<Placed>, window: number): ReadonlyArray<Placed> => {
  if (total(columns) <= window) return columns
  const narrowest = columns.map((each) => ({ ...each, width: Math.min(each.width, each.least ?? each.width) }))
  const last = Math.max(...columns.map(({ drop = 0 }) => drop))
  if (total(narrowest) > window && last > 0) {
    return fitted(
      columns.filter(({ drop = 0 }) => drop !== last),
      window,
    )
  }
  return widened(narrowest, columns, window)
}

const total = (columns: ReadonlyArray<Placed>): number =>
  columns.reduce((sum, { width }) => sum + width, gap * (columns.length - 1))

/** Gives what room is left to the columns that were cut, the narrowest first. */
const widened = (
  narrowest: ReadonlyArray<Placed>,
  wanted: ReadonlyArray<Placed>,
  window: number,
): ReadonlyArray<Placed> => {
  const widths = narrowest.map(({ width }) => width)
  for (let room = window - total(narrowest); room > 0; room -= 1) {
    const short = wanted.filter(({ width }, at) => (widths[at] ?? 0) < width).map((each) => wanted.indexOf(each))
    if (short.length === 0) break
    const next = short.reduce((best, each) => ((widths[each] ?? 0) < (widths[best] ?? 0) ? each : best))
    widths[next] = (widths[next] ?? 0) + 1
  }
  return narrowest.map((each, at) => ({ ...each, width: widths[at] ?? 0 }))
}

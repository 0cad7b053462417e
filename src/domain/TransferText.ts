/** Sizes, and one line about a transfer that is under way. */

/** `4.97 GB`, `639 MB`, `12 kB`: three digits, powers of ten. */
export const sizeText = (bytes: number): string => {
  const units = ["B", "kB", "MB", "GB", "TB"]
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes * 1.0005) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 || power === 0 ? value.toFixed(0) : value.toPrecision(3)} ${units[power]}`
}

/** `42 s`, `3 min 05 s`, `2 h 10 min`. */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes < 60) return `${minutes} min ${String(rest).padStart(2, "0")} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`
}

export interface TransferState {
  readonly what: string
  readonly done: number
  readonly total: number | null
  /** Bytes a second; 0 while nothing is known. */
  readonly rate: number
}

/** One line of at most `width` columns: name, bar, percentage, sizes, rate and what is left, as far as there is room. */
export const transferLine = ({ what, done, total, rate }: TransferState, width: number): string => {
  const percent = total === null || total === 0 ? null : Math.min(100, Math.floor((done / total) * 100))
  const sizes = total === null ? sizeText(done) : `${sizeText(done)} of ${sizeText(total)}`
  const parts = [
    what,
    ...(percent === null ? [] : [`${percent} %`.padStart(5)]),
    sizes,
    ...(rate > 0 ? [`${sizeText(rate)}/s`] : []),
    ...(rate > 0 && total !== null && done < total ? [`${durationText((total - done) / rate)} left`] : []),
  ]
  while (parts.length > 2 && parts.join("  ").length > width) parts.pop()
  const text = parts.join("  ")
  const room = Math.min(30, width - text.length - 2)
  if (percent === null || room < 8) return text.slice(0, width)
  const filled = Math.floor((room * percent) / 100)
  return [what, `${"█".repeat(filled)}${"░".repeat(room - filled)}`, ...parts.slice(1)].join("  ")
}

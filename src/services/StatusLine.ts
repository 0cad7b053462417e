/** The one line at the bottom of a terminal that is drawn again and again. Whoever writes a real line clears it first. */

let drawn = false
let written = 0
/** Whether what was really written last has left its line open: nothing may be drawn over that. */
let open = false

/** Draws the line over the last one. */
export const drawStatus = (text: string): void => {
  if (open) return
  process.stderr.write(`\r\u001b[K${text}`)
  drawn = true
}

/** Takes it away, when there is one. */
export const eraseStatus = (): void => {
  if (drawn) process.stderr.write("\r\u001b[K")
  drawn = false
}

/** Takes it away for something real, which is written next. */
export const clearStatus = (next: string): void => {
  eraseStatus()
  if (next === "") return
  written += 1
  open = !next.endsWith("\n")
}

/** How often something real was written. */
export const writtenSoFar = (): number => written

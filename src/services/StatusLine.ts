/** The one line at the bottom of a terminal that is drawn again and again. Whoever writes a real line clears it first. */

let drawn = false

/** Draws the line over the last one. */
export const drawStatus = (text: string): void => {
  process.stderr.write(`\r\u001b[K${text}`)
  drawn = true
}

/** Takes it away, when there is one. */
export const clearStatus = (): void => {
  if (drawn) process.stderr.write("\r\u001b[K")
  drawn = false
}

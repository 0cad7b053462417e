/** Colour, only where a terminal shows it and nobody has asked for none (https://no-color.org). */

export const canColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb"

const green = (text: string) => `\u001b[32m${text}\u001b[39m`
const red = (text: string) => `\u001b[31m${text}\u001b[39m`

/** The marks at the start of lines in green and red. */
export const colourMarks = (text: string, stream: NodeJS.WriteStream): string =>
  canColour(stream) ? text.replace(/^[✓✗]/gm, (mark) => (mark === "✓" ? green(mark) : red(mark))) : text

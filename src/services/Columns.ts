/** How wide a stream's window is: without limit where it is no terminal. `COLUMNS` has the last word, as it has for `ls`. */

export const columnsOf = (stream: NodeJS.WriteStream): number => {
  if (stream.isTTY !== true) return Number.POSITIVE_INFINITY
  const told = Number(process.env["COLUMNS"])
  if (Number.isSafeInteger(told) && told > 0) return told
  // Some terminals say 0 for that they do not know.
  return stream.columns > 0 ? stream.columns : 80
}

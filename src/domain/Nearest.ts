/** What somebody may have meant: the known words that lie nearest to a mistyped one. */

/** At most `limit` of the words, the nearest first; none that is too far off to help. */
export const nearest = (word: string, known: ReadonlyArray<string>, limit = 3): ReadonlyArray<string> =>
  known
    .map((each) => ({ each, distance: distanceOf(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(word.length * 0.4)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, limit)
    .map(({ each }) => each)

/** `Did you mean x?`, `Did you mean x, y or z?`, or nothing. */
export const didYouMean = (word: string, known: ReadonlyArray<string>): string | undefined => {
  const near = nearest(word, known)
  if (near.length === 0) return undefined
  return `Did you mean ${near.length === 1 ? near[0] : `${near.slice(0, -1).join(", ")} or ${near.at(-1)}`}?`
}

// Insertions, removals, replacements and swaps of neighbours count one each; a beginning typed right counts nothing.
const distanceOf = (from: string, to: string): number => {
  if (from.length >= 3 && to.startsWith(from)) return 0
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Number.POSITIVE_INFINITY
      current.push(
        Math.min(
          at(1, 0) + 1,
          (current[column - 1] ?? 0) + 1,
          at(1, 1) + (same ? 0 : 1),
          swapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(current)
  }
  return rows[from.length]?.[to.length] ?? Number.POSITIVE_INFINITY
}

/** One row: two things measured in pairs, one right after the other, so that a busy machine slows both. */

/**
 * `row` has `what`, `base` and `ours` (each gives a number), `pairs`, `budget`, `unit`. With `atLeast` the ratio is a
 * rate that must not fall below the budget; otherwise it is a cost that must not exceed it.
 */
export const measure = async (row) => {
  // Once unmeasured: files come into the page cache, and edge remembers the interpreter and the model's hash.
  await row.base()
  await row.ours()
  const base = []
  const ours = []
  for (let pair = 0; pair < row.pairs; pair++) {
    // Each goes first every other time: neither always meets what the other left behind.
    if (pair % 2 === 0) base.push(await row.base())
    ours.push(await row.ours())
    if (pair % 2 === 1) base.push(await row.base())
  }
  const ratios = ours.map((value, pair) => value / base[pair])
  const ratio = median(ratios)
  return {
    ...row,
    ratio,
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    ok: row.atLeast ? ratio >= row.budget : ratio <= row.budget,
    medians: { ours: median(ours), base: median(base) },
  }
}

const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

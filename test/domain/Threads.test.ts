/** How many threads a model gets. */
import { expect, it } from "vitest"
import { smallModelBytes, threadsFor } from "../../src/domain/Threads.ts"

it.each([
  ["a small model, whatever the machine", smallModelBytes, 64, 0, 1],
  ["a large model, all idle cores", smallModelBytes + 1, 8, 0, 8],
  ["none that is taken", smallModelBytes + 1, 8, 2.5, 5],
  ["at least one on a machine that is busy", smallModelBytes + 1, 4, 9, 1],
])("gives %s", (_, bytes, cores, load, threads) => expect(threadsFor(bytes, cores, load)).toBe(threads))

/** `Machine` as Node sees it. */
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Machine } from "./Machine.ts"

export const layerNode = Layer.sync(Machine, () =>
  Machine.of({
    platform: `${process.platform} ${process.arch}`,
    nodeVersion: process.versions.node,
    cores: os.availableParallelism(),
    load: os.loadavg()[0] ?? 0,
    // In a container the limit counts, not what the host has.
    memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    freeBytes: (place) => Effect.promise(() => freeBytes(place)),
  }),
)

// The folder may not be there yet: then the nearest one above it tells.
const freeBytes = async (place: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await fs.statfs(place)
    return bavail * bsize
  } catch {
    return path.dirname(place) === place ? null : freeBytes(path.dirname(place))
  }
}

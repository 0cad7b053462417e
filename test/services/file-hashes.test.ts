/** The hash of a large file is computed once, and again when the file or the memory is no longer the same. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FileHashes, layerState } from "../../src/services/FileHashes.ts"
import { sha256 } from "../../src/services/Sha256.ts"
import { layerNode } from "../../src/services/StateDirNode.ts"
import { place } from "../fixtures/edge.ts"

const hash = (file: string) => Effect.flatMap(FileHashes, (hashes) => hashes.of(file))

/** The one memory file, and what it holds. */
const memory = (home: string) => {
  const folder = path.join(home, "cache", "hashes")
  const file = path.join(folder, fs.readdirSync(folder)[0] ?? "")
  return { file, text: fs.readFileSync(file, "utf8") }
}

// A hash that no file has, so that taking it from the memory shows.
const planted = `sha256:${"0".repeat(64)}`

const inHome = <A, E>(test: (home: string, file: string) => Effect.Effect<A, E, FileHashes>) =>
  Effect.suspend(() => {
    const at = place()
    process.env["EDGE_HOME"] = at.home
    const layer = layerState.pipe(Layer.provide(layerNode))
    const file = at.write("m.gguf", "weights")
    // Long ago: a change in the same tick of the file system's clock would not show.
    fs.utimesSync(file, 1_000, 1_000)
    return test(at.home, file).pipe(Effect.provide(layer))
  })

const plant = (home: string) => {
  const { file, text } = memory(home)
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(text), sha256: planted }))
}

describe("the hash of a file", () => {
  it.live("is remembered, and computed again when the memory is gone", () =>
    inHome((home, file) =>
      Effect.gen(function* () {
        expect(yield* hash(file)).toBe(sha256("weights"))
        plant(home)
        expect(yield* hash(file)).toBe(planted)
        fs.rmSync(memory(home).file)
        expect(yield* hash(file)).toBe(sha256("weights"))
      }),
    ),
  )

  it.live.each<readonly [string, (file: string) => void]>([
    ["its content", (file) => fs.writeFileSync(file, "WEIGHTS")],
    ["its size", (file) => fs.appendFileSync(file, "!")],
    ["its time", (file) => fs.utimesSync(file, 1, 1)],
    [
      "its inode",
      (file) => {
        const { atime, mtime } = fs.statSync(file)
        fs.copyFileSync(file, `${file}.copy`)
        fs.utimesSync(`${file}.copy`, atime, mtime)
        fs.renameSync(`${file}.copy`, file)
      },
    ],
  ])("is computed again when %s is another", ([, change]) =>
    inHome((home, file) =>
      Effect.gen(function* () {
        yield* hash(file)
        plant(home)
        change(file)
        expect(yield* hash(file)).toBe(sha256(fs.readFileSync(file)))
      }),
    ),
  )

  it.live("is computed again when the memory is nonsense", () =>
    inHome((home, file) =>
      Effect.gen(function* () {
        yield* hash(file)
        fs.writeFileSync(memory(home).file, "{}")
        expect(yield* hash(file)).toBe(sha256("weights"))
      }),
    ),
  )
})

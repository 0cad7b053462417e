/** A model file's header, whole, broken and cut. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readGgufHeader } from "../../src/services/GgufHeader.ts"
import { place, root } from "../fixtures/edge.ts"

const builtIn = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer)
const u64 = (value: bigint) => Buffer.from(new BigUint64Array([value]).buffer)
const head = (version: number, tensors: bigint, entries: bigint) =>
  Buffer.concat([Buffer.from("GGUF"), u32(version), u64(tensors), u64(entries)])

const problemOf = (content: Uint8Array) =>
  Effect.flip(readGgufHeader(place().write("m.gguf", content))).pipe(Effect.map((problem) => problem))

describe("readGgufHeader", () => {
  it.effect("reads the built-in model", () =>
    Effect.map(readGgufHeader(builtIn), (header) => {
      expect(header).toMatchObject({
        version: 3,
        tensors: 57,
        architecture: "llama",
        fileBytes: fs.statSync(builtIn).size,
      })
    }),
  )

  const broken: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ["an empty file", Buffer.alloc(0), "it is no GGUF file"],
    ["another kind of file", Buffer.from("PK\u0003\u0004 and so on, long enough"), "it is no GGUF file"],
    ["a version to come", head(9, 0n, 0n), "its GGUF version is 9, and only 2 and 3 are known"],
    ["an impossible count", head(3, 2n ** 60n, 0n), "its header names an impossible length at byte 8"],
    ["entries that are not there", head(3, 0n, 5n), "its header is cut short at byte 24 of 24"],
    [
      "an unknown type",
      Buffer.concat([head(3, 0n, 1n), u64(1n), Buffer.from("k"), u32(77)]),
      "its header holds a value of unknown type 77 at byte 33",
    ],
  ]
  for (const [name, content, problem] of broken) {
    it.effect(`refuses ${name}`, () => Effect.map(problemOf(content), (found) => expect(found).toBe(problem)))
  }

  it.effect("refuses a header cut anywhere, and says where it ended", () =>
    Effect.gen(function* () {
      const whole = fs.readFileSync(builtIn)
      const { headerBytes } = yield* readGgufHeader(builtIn)
      for (const size of [30, 200, 5000, headerBytes - 1]) {
        expect(yield* problemOf(whole.subarray(0, size))).toMatch(
          new RegExp(`cut short at byte \\d+ of ${size}$|impossible length`),
        )
      }
    }),
  )
})

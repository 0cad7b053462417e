/** SHA-256 of large files, computed once and remembered by path, size, modification time and inode. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import * as fs from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Sha256, sha256 } from "./Sha256.ts"
import { StateDir } from "./StateDir.ts"

export class FileUnreadable extends Data.Error<{ readonly path: string }> {}

export class FileHashes extends Context.Tag("edge/FileHashes")<
  FileHashes,
  { readonly of: (path: string) => Effect.Effect<Sha256, FileUnreadable> }
>() {}

export const layerState = Layer.effect(
  FileHashes,
  Effect.map(StateDir, (state) =>
    FileHashes.of({
      of: Effect.fn("FileHashes.of")(function* (path) {
        const stamp = yield* attempt(path, () => stampOf(path))
        const memory = `cache/hashes/${sha256(path).slice("sha256:".length, 24)}.json`
        const known = Option.flatMap(yield* state.read(memory), readMemory)
        if (Option.isSome(known) && known.value.stamp === stamp) return known.value.sha256
        const hash = yield* attempt(path, () => hashOf(path))
        yield* Effect.ignore(state.write(memory, JSON.stringify({ stamp, sha256: hash })))
        return hash
      }),
    }),
  ),
)

const Memory = Schema.Struct({
  stamp: Schema.String,
  sha256: Schema.TemplateLiteral(Schema.Literal("sha256:"), Schema.String),
})
const readMemory = Schema.decodeUnknownOption(Schema.parseJson(Memory))

const attempt = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: () => new FileUnreadable({ path }) })

const stampOf = async (path: string): Promise<string> => {
  const { size, mtimeNs, ino } = await fs.stat(path, { bigint: true })
  return `${path} ${size} ${mtimeNs} ${ino}`
}

/** Reads and hashes, whatever is remembered. */
export const hashOf = async (path: string): Promise<Sha256> => {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return `sha256:${hash.digest("hex")}`
}

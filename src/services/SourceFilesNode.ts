/** `SourceFiles` on Node's file system. */
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readRegular } from "./RegularFile.ts"
import { sha256 } from "./Sha256.ts"
import { SourceFiles } from "./SourceFiles.ts"

export const layerNode = Layer.succeed(
  SourceFiles,
  SourceFiles.of({
    hash: (file) =>
      Effect.orElseSucceed(
        Effect.tryPromise(async () => sha256(await readRegular(file))),
        () => null,
      ),
    folderOf: (file) =>
      Effect.map(
        Effect.orElseSucceed(
          Effect.tryPromise(() => fs.realpath(file)),
          () => file,
        ),
        path.dirname,
      ),
  }),
)

/** `TextFile` on Node's file system. */
import * as fs from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { readRegular } from "./RegularFile.ts"
import { systemProblem } from "./SystemProblem.ts"
import { TextFile, TextFileError } from "./TextFile.ts"

export const layerNode = Layer.succeed(
  TextFile,
  TextFile.of({
    read: (path) => attempt(path, async () => (await readRegular(path)).toString()),
    create: (path, pieces) =>
      Effect.acquireUseRelease(
        attempt(path, () => fs.open(path, "wx", 0o600)),
        (file) =>
          Stream.runForEach(pieces, (piece) => attempt(path, () => file.writeFile(piece))).pipe(
            Effect.tapErrorCause(() => Effect.promise(() => fs.rm(path, { force: true }))),
          ),
        (file) => Effect.promise(() => file.close()),
      ),
  }),
)

const attempt = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new TextFileError({ path, problem: systemProblem(cause) }),
  })

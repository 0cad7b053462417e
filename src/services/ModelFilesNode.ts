/** `ModelFiles` on Node's file system: `$EDGE_HOME/models/OWNER/REPOSITORY/FILE`, its record beside it. */
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type HeldModel, ModelRecord } from "../domain/ModelFile.ts"
import { sourceParts } from "../domain/ModelRef.ts"
import { renderJson } from "../domain/View.ts"
import { makeFolder } from "./Folders.ts"
import { ModelFiles } from "./ModelFiles.ts"
import * as Folders from "./ModelFolders.ts"
import { StateDir } from "./StateDir.ts"
import { attempt } from "./StateWrite.ts"

const thisMachine = () => Folders.defaultRoots(process.platform, process.env, os.homedir())

export const layerNode = (roots: Folders.ModelRoots = thisMachine()) =>
  Layer.effect(
    ModelFiles,
    Effect.map(StateDir, (state) => {
      const folder = path.join(state.path, "models")
      const own = (source: string) => Folders.inRepositoryFolders(folder, source)
      return ModelFiles.of({
        all: Effect.promise(() => everything(folder, roots)),
        find: (source) => Effect.promise(() => find(folder, roots, source)),
        record: (source) => Effect.map(state.read(recordName(source)), Option.flatMap(readRecord)),
        begin: Effect.fn("ModelFiles.begin")(function* (source) {
          const part = `${own(source)}.part`
          return yield* attempt(part, async () => {
            await makeFolder(path.dirname(part))
            const stat = await fs.stat(part).catch(() => undefined)
            return { path: part, bytes: stat?.size ?? 0 }
          })
        }),
        hold: Effect.fn("ModelFiles.hold")(function* (source) {
          const file = `${own(source)}.part.lock`
          // Its native code is for this one command.
          const { tryLock } = yield* Effect.promise(() => import("./FileLock.ts"))
          const taking = attempt(file, async () => tryLock(file))
          return (yield* Effect.acquireRelease(taking, (giveBack) => Effect.sync(() => giveBack?.()))) !== null
        }),
        discard: Effect.fn("ModelFiles.discard")(function* (source) {
          const part = `${own(source)}.part`
          yield* attempt(part, () => fs.rm(part, { force: true }))
        }),
        keep: Effect.fn("ModelFiles.keep")(function* (record) {
          const file = own(record.source)
          // The record first: a file that stands under its name is then always held to its hash.
          yield* state.write(recordName(record.source), renderJson(record))
          yield* attempt(file, () => fs.rename(`${file}.part`, file))
          return file
        }),
      })
    }),
  )

const recordName = (source: string): string => `models/${sourceParts(source).join("/")}.json`

const readRecord = Schema.decodeUnknownOption(Schema.parseJson(ModelRecord), { onExcessProperty: "error" })

const everything = async (own: string, roots: Folders.ModelRoots): Promise<ReadonlyArray<HeldModel>> => {
  const found = await Promise.all([
    Folders.repositoryFolders(own, "edge"),
    ...roots.lmStudio.map((root) => Folders.repositoryFolders(root, "LM Studio")),
    ...roots.ollama.map(Folders.ollamaFolder),
    ...roots.llamaCpp.map(Folders.llamaCppFolder),
    ...roots.huggingFace.map(Folders.huggingFaceFolder),
  ])
  return found.flat()
}

const find = async (own: string, roots: Folders.ModelRoots, source: string): Promise<Option.Option<HeldModel>> => {
  const [, , file] = sourceParts(source)
  const places: Array<readonly [HeldModel["holder"], string]> = [
    ["edge", Folders.inRepositoryFolders(own, source)],
    ...roots.lmStudio.map((root) => ["LM Studio", Folders.inRepositoryFolders(root, source)] as const),
    ...roots.llamaCpp.map((root) => ["llama.cpp", Folders.inLlamaCpp(root, source)] as const),
  ]
  for (const root of roots.huggingFace)
    for (const place of await Folders.inHuggingFace(root, source)) places.push(["Hugging Face", place])
  for (const [holder, place] of places) {
    const [found] = await Folders.held(holder, place, file, source)
    if (found !== undefined) return Option.some(found)
  }
  return Option.none()
}

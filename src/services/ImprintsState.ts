/** `Imprints` in the state folder: `imprints/<id>/`, made beside it and moved there when it is whole. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ImprintNotFound } from "../domain/errors/Imprint.ts"
import { hashOf } from "./FileHashes.ts"
import { flushFolder, makeFolder } from "./Folders.ts"
import { folderOf, metadataName, readMetadata, sealedText, stateFault, stateName } from "./ImprintFiles.ts"
import { type Imprint, type ImprintDraft, Imprints, type ListedImprint, type NewImprint } from "./Imprints.ts"
import { edgeVersion } from "./PackageRoot.ts"
import { StateDir } from "./StateDir.ts"
import { attempt } from "./StateWrite.ts"

export const layerState = Layer.effect(
  Imprints,
  Effect.map(StateDir, (state) => {
    const home = path.join(state.path, "imprints")
    return Imprints.of({
      begin: Effect.acquireRelease(
        attempt(home, () => makeLearningFolder(home)),
        (folder) => Effect.promise(() => fs.rm(folder, { recursive: true, force: true })),
      ).pipe(Effect.map((folder) => newImprint(home, folder))),
      read: Effect.fn("Imprints.read")(function* (named) {
        const folder = yield* find(home, named)
        const metadata = yield* yield* Effect.promise(() => readMetadata(folder))
        const fault = yield* Effect.promise(() => stateFault(folder, metadata))
        return fault === null ? { folder, stateFile: path.join(folder, stateName), metadata } : yield* fault
      }),
      list: Effect.gen(function* () {
        const names = (yield* state.list("imprints")).filter((name) => !name.startsWith("."))
        const found = yield* Effect.forEach(names, (name) => listed(path.join(home, name)))
        return found.sort((left, right) => (createdAt(left) < createdAt(right) ? 1 : -1))
      }),
      remove: Effect.fn("Imprints.remove")(function* (named) {
        const folder = yield* find(home, named)
        // A path into somewhere else is no reason to remove anything there.
        if (path.dirname(folder) !== home) return yield* new ImprintNotFound({ path: named })
        yield* attempt(folder, () => removeWhole(home, folder))
        return folder
      }),
    })
  }),
)

// The name tells whose it is, so that what a killed process left behind is known for what it is.
const unfinished = /^\.learning-(\d+)-/

const makeLearningFolder = async (home: string): Promise<string> => {
  await makeFolder(home)
  for (const name of await fs.readdir(home)) {
    const process = unfinished.exec(name)?.[1]
    if (process !== undefined && !isAlive(Number(process))) await fs.rm(path.join(home, name), { recursive: true })
  }
  const folder = path.join(home, `.learning-${process.pid}-${randomUUID()}`)
  await fs.mkdir(folder, { mode: 0o700 })
  return folder
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}

const newImprint = (home: string, folder: string): NewImprint => {
  const stateFile = path.join(folder, stateName)
  return {
    stateFile,
    seal: Effect.fn("Imprints.seal")(function* (draft) {
      const created = new Date(yield* Clock.currentTimeMillis).toISOString()
      return yield* attempt(folder, () => seal(folder, draft, created))
    }),
    keep: ({ metadata }) =>
      attempt(home, async () => {
        const place = path.join(home, metadata.imprint_id)
        await fs.rename(folder, place)
        await flushFolder(home)
        return { folder: place, stateFile: path.join(place, stateName), metadata }
      }).pipe(Effect.uninterruptible),
  }
}

const seal = async (folder: string, draft: ImprintDraft, created_at: string): Promise<Imprint> => {
  const stateFile = path.join(folder, stateName)
  // The runtime wrote it with the rights that the process gives by default.
  await fs.chmod(stateFile, 0o600)
  await flushFile(stateFile)
  const { text, metadata } = sealedText({
    schema_version: "edge.imprint.v1",
    imprint_id: randomUUID(),
    created_at,
    edge_version: edgeVersion,
    ...draft,
    state_bytes: (await fs.stat(stateFile)).size,
    state_sha256: await hashOf(stateFile),
  })
  const metadataFile = path.join(folder, metadataName)
  await fs.writeFile(metadataFile, text, { mode: 0o600 })
  await flushFile(metadataFile)
  await flushFolder(folder)
  return { folder, stateFile, metadata }
}

const flushFile = async (file: string): Promise<void> => {
  const handle = await fs.open(file, "r+")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// Out of sight in one step, so that nobody finds half of it.
const removeWhole = async (home: string, folder: string): Promise<void> => {
  const away = path.join(home, `.learning-${process.pid}-${randomUUID()}`)
  await fs.rename(folder, away)
  await fs.rm(away, { recursive: true })
}

const find = (home: string, named: string): Effect.Effect<string, ImprintNotFound> =>
  Effect.promise(async () => {
    const isId = path.basename(named) === named && !named.startsWith(".")
    return (await folderOf(path.resolve(named))) ?? (isId ? await folderOf(path.join(home, named)) : null)
  }).pipe(
    Effect.flatMap((folder) =>
      folder === null ? Effect.fail(new ImprintNotFound({ path: named })) : Effect.succeed(folder),
    ),
  )

const listed = (folder: string): Effect.Effect<ListedImprint> =>
  Effect.map(
    Effect.either(Effect.flatten(Effect.promise(() => readMetadata(folder)))),
    (read): ListedImprint =>
      read._tag === "Right"
        ? { _tag: "Whole", folder, metadata: read.right }
        : { _tag: "Damaged", folder, failure: read.left },
  )

const createdAt = (each: ListedImprint): string => (each._tag === "Whole" ? each.metadata.created_at : "")

/**
 * `PendingFiles` on Node's file system.
 *
 * A file is written under a temporary name, flushed, and given its real name by a hard link: unlike a rename, a link
 * fails when the name is taken, so of many processes one wins, and what it wrote is whole from the first moment on.
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CrashPoint, reached } from "./CrashPoints.ts"
import { flushFolder, makeFolder, namesIn } from "./Folders.ts"
import { PendingFiles } from "./PendingFiles.ts"
import { readRegular } from "./RegularFile.ts"
import { StateDir } from "./StateDir.ts"
import { attempt } from "./StateWrite.ts"

/** More than any action can take: 1 MiB of arguments, and room for many local modules. */
const sizeLimit = 4_194_304

export const layerNode = Layer.effect(
  PendingFiles,
  Effect.map(StateDir, (state) => {
    const folder = path.join(state.path, "pending")
    const inside = (name: string) => path.join(folder, name)
    return PendingFiles.of({
      folder,
      identity: attempt(state.path, async () => {
        await makeFolder(state.path)
        return await fs.realpath(state.path)
      }),
      names: attempt(folder, () => namesIn(folder)),
      read: (name) => readText(inside(name)),
      readAt: readText,
      create: Effect.fn("PendingFiles.create")(function* (name, content) {
        return yield* Effect.uninterruptible(createDurably(folder, name, content))
      }),
      remove: Effect.fn("PendingFiles.remove")(function* (name) {
        yield* Effect.uninterruptible(
          attempt(inside(name), async () => {
            await fs.rm(inside(name), { force: true })
            await flushFolder(folder)
          }),
        )
      }),
      look: (name) =>
        Effect.option(
          Effect.map(
            Effect.tryPromise(() => fs.lstat(inside(name))),
            (stat) => ({ regular: stat.isFile(), writtenAt: stat.mtimeMs }),
          ),
        ),
      pid: process.pid,
      runs,
    })
  }),
)

const createDurably = Effect.fnUntraced(function* (folder: string, name: string, content: string) {
  const target = path.join(folder, name)
  const temporary = path.join(folder, `.${name}.${randomUUID()}.tmp`)
  yield* attempt(target, () => writeFlushed(folder, temporary, content))
  yield* reached(pointOf(name, "written"))
  const linked = yield* Effect.ensuring(
    attempt(target, () => linkNew(temporary, target)),
    Effect.ignore(Effect.tryPromise(() => fs.rm(temporary, { force: true }))),
  )
  if (!linked) return false
  yield* reached(pointOf(name, "linked"))
  yield* attempt(target, () => flushFolder(folder))
  yield* reached(pointOf(name, "flushed"))
  return true
})

const writeFlushed = async (folder: string, file: string, content: string): Promise<void> => {
  await makeFolder(folder)
  const handle = await fs.open(file, "wx", 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } catch (cause) {
    await fs.rm(file, { force: true })
    throw cause
  } finally {
    await handle.close()
  }
}

const linkNew = async (from: string, to: string): Promise<boolean> => {
  try {
    await fs.link(from, to)
    return true
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  }
}

const readText = (file: string) =>
  Effect.option(Effect.tryPromise(async () => (await readRegular(file, sizeLimit)).toString()))

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // It is there, and somebody else's.
    return codeOf(cause) === "EPERM"
  }
}

const kinds: { readonly [ending: string]: "action" | "claim" | "outcome" } = {
  ".json": "action",
  ".claim": "claim",
  ".outcome": "outcome",
}

const pointOf = (name: string, step: "written" | "linked" | "flushed"): CrashPoint =>
  `${kinds[path.extname(name)] ?? "action"}.${step}`

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code

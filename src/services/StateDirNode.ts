/** `StateDir` on Node's file system. Flushing a folder is beyond `@effect/platform`, so this speaks to `node:fs`. */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StateDirUnwritable } from "../domain/errors/Environment.ts"
import { flushFolder, makeFolder, namesIn } from "./Folders.ts"
import { readRegular } from "./RegularFile.ts"
import { StateDir } from "./StateDir.ts"
import { attempt } from "./StateWrite.ts"

export const layerNode = Layer.sync(StateDir, () => {
  const home = path.resolve(process.env["EDGE_HOME"] || defaultHome(process.platform, process.env))
  return StateDir.of({
    path: home,
    ready: (relative) => {
      const folder = path.join(home, relative)
      return Effect.uninterruptible(attempt(folder, () => tryWriting(folder)))
    },
    write: Effect.fn("StateDir.write")(function* (relative, content) {
      const target = path.join(home, relative)
      return yield* Effect.uninterruptible(attempt(target, () => writeDurably(target, content).then(() => target)))
    }),
    list: (relative) => attempt(path.join(home, relative), () => namesIn(path.join(home, relative))),
    read: (relative) =>
      Effect.option(Effect.tryPromise(async () => (await readRegular(path.join(home, relative))).toString())),
  })
})

/** The same folder for a run that promised to write nothing: what it would remember there is forgotten. */
export const layerReadOnly = Layer.map(layerNode, (context) => {
  const refused = (path: string) => Effect.fail(new StateDirUnwritable({ path, problem: "this run writes nothing" }))
  const state = Context.get(context, StateDir)
  return Context.make(StateDir, { ...state, ready: refused, write: refused })
})

/** The user data folder of a platform: XDG on Linux, Application Support on macOS, LOCALAPPDATA on Windows. */
export const defaultHome = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string => {
  const home = os.homedir()
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "edge")
  if (platform === "win32") return path.join(env["LOCALAPPDATA"] || path.join(home, "AppData", "Local"), "edge")
  const xdg = env["XDG_DATA_HOME"]
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, ".local", "share"), "edge")
}

// What permissions say is not all: the folder may be on a full or read-only disk, or another kind of thing.
const tryWriting = async (folder: string): Promise<void> => {
  await fs.rm(await writeTemporary(folder, "ready", "\n"))
}

const writeDurably = async (target: string, content: string): Promise<void> => {
  const folder = path.dirname(target)
  const temporary = await writeTemporary(folder, path.basename(target), content)
  try {
    await fs.rename(temporary, target)
    // The rename is on disk only when the folder is.
    await flushFolder(folder)
  } catch (cause) {
    await fs.rm(temporary, { force: true })
    throw cause
  }
}

const writeTemporary = async (folder: string, name: string, content: string): Promise<string> => {
  await makeFolder(folder)
  const temporary = path.join(folder, `.${name}.${randomUUID()}.tmp`)
  try {
    const file = await fs.open(temporary, "wx", 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    return temporary
  } catch (cause) {
    await fs.rm(temporary, { force: true })
    throw cause
  }
}

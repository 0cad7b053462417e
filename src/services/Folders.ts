/** Folders that are private to the user, made and flushed. */
import * as fs from "node:fs/promises"
import * as path from "node:path"

/**
 * Makes the folder and those above it that are missing, each flushed into the one above. One level at a time: Node's own
 * recursive way never ends where a folder that is there refuses new ones as if it were not (`/proc`).
 */
export const makeFolder = async (folder: string): Promise<void> => {
  if (await isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) await makeFolder(above)
  try {
    await fs.mkdir(folder, { mode: 0o700 })
  } catch (cause) {
    // Somebody else may have made it meanwhile.
    if (await isFolder(folder)) return
    throw cause
  }
  await flushFolder(above)
}

/** A name is on disk only when its folder is. Windows cannot open a folder, and needs no flush for it. */
export const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === "win32") return
  const handle = await fs.open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isFolder = async (folder: string): Promise<boolean> => {
  try {
    return (await fs.stat(folder)).isDirectory()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return false
    throw cause
  }
}

/** The names in a folder, sorted; none where it does not exist. Rejects where it cannot be read. */
export const namesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  try {
    return (await fs.readdir(folder)).sort()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return []
    throw cause
  }
}

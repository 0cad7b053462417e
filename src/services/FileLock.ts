/**
 * A lock that the system itself takes back when its holder ends, however it ends. Node has none; SQLite's lock on a file,
 * here an empty one, is such a lock on every system.
 */
import * as fs from "node:fs"
import Database from "libsql"

/** Locks the file, which is made and goes again with the lock: what gives it back, or null while somebody else has it. */
export const tryLock = (file: string): (() => void) | null => {
  while (true) {
    const there = made(file)
    const database = new Database(file)
    if (!begun(database)) return null
    if (inodeOf(file) === there) {
      return () => {
        remove(file)
        database.close()
      }
    }
    database.close()
  }
}

// Before it is given back: whoever gets it then sees that it has no name any more. Windows keeps what is open; it may stay.
const remove = (file: string): void => {
  try {
    fs.rmSync(file, { force: true })
  } catch {}
}

// Never opened where it is there: closing it again would drop a lock that this process may have on it.
const made = (file: string): number | undefined => {
  try {
    fs.closeSync(fs.openSync(file, "wx", 0o600))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
  }
  return inodeOf(file)
}

const inodeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.ino

const begun = (database: Database.Database): boolean => {
  try {
    // Nothing is ever written, so no journal has to lie beside it.
    database.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE")
    return true
  } catch (cause) {
    database.close()
    if (String((cause as NodeJS.ErrnoException).code).startsWith("SQLITE_BUSY")) return false
    throw cause
  }
}

/** Where this process was started: what `domain/Here` needs to know. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Here } from "./domain/Here.ts"
import { shellWord } from "./domain/Shell.ts"
import { columnsOf } from "./services/Columns.ts"

export const hereNow = (): Here => ({
  folder: orEmpty(() => process.cwd()),
  home: orEmpty(os.homedir),
  edge: startedAs(process.argv[1] ?? "", process.env["PATH"] ?? ""),
  columns: columnsOf(process.stdout),
})

/** `edge`, where a shell finds the script by that name; the whole command otherwise. What npx puts on the path leaves with it. */
export const startedAs = (script: string, searched: string): string => {
  const folder = path.dirname(script)
  const found = path.basename(script) === "edge" && searched.split(path.delimiter).includes(folder)
  if (found && !folder.endsWith(path.join("node_modules", ".bin"))) return "edge"
  return `node ${shellWord(orEmpty(() => fs.realpathSync(script)) || script)}`
}

// A working folder may be gone, and a user may have no home.
const orEmpty = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ""
  }
}

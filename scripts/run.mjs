/** Runs a program with this terminal's streams, and says how it ended. */
import { spawn } from "node:child_process"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** A program of an installed package, as a file for `node`: no shell, and no `.cmd` on Windows. */
export const tool = (...parts) => path.join(root, "node_modules", ...parts)

/** The exit code; 128 and the signal's number for a killed program, as a shell says it. */
export const run = (command, args, { onStderr, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = ["inherit", "inherit", onStderr ? "pipe" : "inherit"]
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    // Ctrl-C reaches the child too; what it says then, and how it ends, is still to be seen.
    const wait = () => {}
    process.on("SIGINT", wait)
    child.stderr?.on("data", (chunk) => {
      process.stderr.write(chunk)
      onStderr(chunk)
    })
    child.on("error", reject)
    child.on("close", (code, signal) => {
      process.off("SIGINT", wait)
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })

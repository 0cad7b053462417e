/** Which processes are still there. */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"

/** A process that has ended counts as gone, also where nobody has asked yet how it ended. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = readOr(`/proc/${pid}/stat`, "")
  return !/^\d+ \(.*\) [ZX]/s.test(stat)
}

const readOr = (file: string, otherwise: string): string => {
  try {
    return fs.readFileSync(file, "latin1")
  } catch {
    return otherwise
  }
}

/** Waits until the process is gone: SIGKILL is sent at once, but dying takes its time. Never ends where it lives on. */
export const gone = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => (isRunning(pid) ? Effect.delay(gone(pid), "5 millis") : Effect.void))

/** The processes whose environment holds this text, such as a folder that only one test has. Linux only; else none. */
export const holding = (text: string): ReadonlyArray<number> =>
  (fs.existsSync("/proc/self/environ") ? fs.readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name) && readOr(`/proc/${name}/environ`, "").includes(text))
    .map(Number)
    .filter(isRunning)

/** Waits until no process holds the text. */
export const noneHolding = (text: string): Effect.Effect<void> =>
  Effect.suspend(() => (holding(text).length > 0 ? Effect.delay(noneHolding(text), "5 millis") : Effect.void))

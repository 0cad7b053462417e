/** What a whole process costs. */
import { spawn, spawnSync } from "node:child_process"

/** Wall time in milliseconds. */
export const timeOf = (command, ...args) => {
  const began = performance.now()
  const ended = spawnSync(command, args, { stdio: "ignore" })
  const milliseconds = performance.now() - began
  if (ended.status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${ended.status ?? ended.error}`)
  return milliseconds
}

/** Wall time in milliseconds, started the way `edge` starts a runner: while its own process goes on. */
export const timeOfChild = (command, ...args) =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(command, args, { stdio: "pipe" })
    child.on("error", reject)
    child.on("exit", () => resolve(performance.now() - began))
  })

const peak = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
`

/** Peak memory of the largest process of a command. Node cannot ask this of its children; Python can. */
export const peakMemoryOf = (python, command, ...args) => {
  const asked = spawnSync(python, ["-I", "-c", peak, command, ...args], { encoding: "utf8" })
  if (asked.status !== 0) throw new Error(asked.stderr)
  // macOS counts bytes, Linux kibibytes.
  return Number(asked.stdout) / (process.platform === "darwin" ? 1024 * 1024 : 1024)
}

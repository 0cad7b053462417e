/**
 * One child process, from its start to the death of its whole group. Says how it ended; judges nothing.
 *
 * The child leads a process group of its own, so that one SIGKILL reaches everything it started. Nothing here waits for a
 * pipe to close: a grandchild may hold it open.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import { PythonNotFound } from "../domain/errors/Environment.ts"
import { systemProblem } from "./SystemProblem.ts"

/** How a process ended, with what it wrote on stdout up to then. */
export interface Ending {
  readonly stdout: Buffer
  /** More came than the limit; the rest was never read. */
  readonly overflow: boolean
  readonly exitCode: number | null
  readonly signal: string | null
  /** The process was ended from here, after a full line. */
  readonly killed: boolean
  /** The request did not fit into the process's input whole: it was gone by then, and has done nothing of what was asked. */
  readonly unasked: boolean
}

export interface Limits {
  /** How much of stdout is kept, in bytes; more ends the process. */
  readonly stdoutBytes: number
  /** How long a process that wrote a full line may take to exit, in milliseconds. */
  readonly exitMs?: number
}

/** The same where nothing else is said, and how long a pipe may take to end after its process, in milliseconds. */
const grace = { exit: 500, pipe: 100 }

/** Every process that may still run. However `edge` itself exits, short of a signal it cannot catch, they end with it. */
const living = new Set<RunnerProcess>()
process.on("exit", () => {
  for (const each of living) each.kill()
})

export class RunnerProcess {
  private readonly child: ChildProcess | undefined
  private readonly chunks: Array<Buffer> = []
  private size = 0
  private exit: { readonly code: number | null; readonly signal: string | null } | undefined
  private openPipes = 2
  private unasked = false
  private lingering: NodeJS.Timeout | undefined
  private outcome: Effect.Effect<Ending, PythonNotFound> | undefined
  private waiting: ((outcome: Effect.Effect<Ending, PythonNotFound>) => void) | undefined
  private readonly command: string
  private readonly limits: Limits

  constructor(command: string, args: ReadonlyArray<string>, limits: Limits, onStderr: (chunk: Buffer) => void) {
    this.command = command
    this.limits = limits
    try {
      this.child = spawn(command, [...args], { detached: !isWindows, windowsHide: true, stdio: "pipe" })
    } catch (cause) {
      // Some reasons not to start are events, others are thrown.
      this.onError(cause as NodeJS.ErrnoException)
      return
    }
    living.add(this)
    this.child.on("error", (cause) => this.onError(cause))
    this.child.on("exit", (code, signal) => this.onExit(code, signal))
    this.child.stdout?.on("data", (chunk: Buffer) => this.onData(chunk))
    this.child.stdout?.on("end", () => this.onEnd())
    this.child.stderr?.on("data", onStderr)
    this.child.stderr?.on("end", () => this.onEnd())
    // A process may end before it has read its request; how it ended says more than EPIPE does.
    this.child.stdin?.on("error", () => {})
  }

  /** The process's number, which is also its group's; none where it could not start. */
  get pid(): number | undefined {
    return this.child?.pid
  }

  /** True while the process can still take a request. */
  get alive(): boolean {
    return this.exit === undefined && this.outcome === undefined
  }

  /**
   * Sends the request and waits for the ending. Fails when the process could not start. Interrupted or done, the whole group is dead.
   */
  converse(request: string): Effect.Effect<Ending, PythonNotFound> {
    return Effect.async<Ending, PythonNotFound>((resume) => {
      if (this.outcome !== undefined) return resume(this.outcome)
      this.waiting = resume
      this.child?.stdin?.write(request, (error) => {
        this.unasked = error instanceof Error
      })
      this.child?.stdin?.end()
      return Effect.sync(() => this.kill())
    })
  }

  /** Kills the group, and lets go of the pipes. */
  kill(): void {
    // Once the process is gone its group is dead, and its number may be somebody else's.
    if (this.exit === undefined && this.child !== undefined) killGroup(this.child)
    living.delete(this)
    clearTimeout(this.lingering)
    for (const pipe of [this.child?.stdin, this.child?.stdout, this.child?.stderr]) pipe?.destroy()
    this.child?.unref()
  }

  private onData(chunk: Buffer): void {
    this.size += chunk.length
    const overflow = this.size > this.limits.stdoutBytes
    if (!overflow) this.chunks.push(chunk)
    if (overflow) this.end()
    else if (chunk.includes(newline)) {
      this.lingering ??= setTimeout(() => this.endSoon(), this.limits.exitMs ?? grace.exit)
    }
  }

  private onExit(code: number | null, signal: string | null): void {
    this.exit = { code, signal }
    // What it started dies with it, which also ends the pipes, unless something left the group.
    if (this.child !== undefined) killGroup(this.child)
    if (this.openPipes === 0) this.end()
    else setTimeout(() => this.endSoon(), grace.pipe)
  }

  // Not at once: where this process was too busy to read, what was written in time is read first.
  private endSoon(): void {
    setImmediate(() => this.end())
  }

  private onEnd(): void {
    this.openPipes -= 1
    if (this.exit !== undefined && this.openPipes === 0) this.end()
  }

  private onError(cause: NodeJS.ErrnoException): void {
    this.settle(Effect.fail(new PythonNotFound({ tried: this.command, problem: systemProblem(cause) })))
  }

  private end(): void {
    const { code = null, signal = null } = this.exit ?? {}
    const overflow = this.size > this.limits.stdoutBytes
    const killed = this.exit === undefined
    const { unasked } = this
    this.settle(
      Effect.succeed({ stdout: Buffer.concat(this.chunks), overflow, exitCode: code, signal, killed, unasked }),
    )
  }

  // The first outcome counts. It is kept for a request that comes later.
  private settle(outcome: Effect.Effect<Ending, PythonNotFound>): void {
    this.kill()
    this.outcome ??= outcome
    this.waiting?.(this.outcome)
    this.waiting = undefined
  }
}

const newline = 0x0a
const isWindows = process.platform === "win32"

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    if (isWindows) execFileSync("taskkill", ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore" })
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    // Nobody of the group is left.
  }
}

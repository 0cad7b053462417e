/**
 * One child process, from its start to the death of its whole group. Says how it ended; judges nothing.
 *
 * The child leads a process group of its own, so that one SIGKILL reaches everything it started. Nothing here waits for a
 * pipe to close: a grandchild may hold it open.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import * as Effect from "effect/Effect"
import { PythonNotFound } from "../domain/errors/Environment.ts"

/** How a process ended, with what it wrote on stdout up to then. */
export interface Ending {
  readonly stdout: Buffer
  /** More came than the limit; the rest was never read. */
  readonly overflow: boolean
  readonly exitCode: number | null
  readonly signal: string | null
  /** The process was ended from here, after a full line. */
  readonly killed: boolean
}

export interface Limits {
  /** How much of stdout is kept, in bytes; more ends the process. */
  readonly stdoutBytes: number
}

/** How long a process that wrote a full line may take to exit, and a pipe to end after its process, in milliseconds. */
const grace = { exit: 1000, pipe: 100 }

export class RunnerProcess {
  private readonly child: ChildProcess
  private readonly chunks: Array<Buffer> = []
  private size = 0
  private overflow = false
  private exit: { readonly code: number | null; readonly signal: string | null } | undefined
  private openPipes = 2
  private failure: PythonNotFound | undefined
  private killed = false
  private settled: (() => void) | undefined
  private readonly command: string
  private readonly limits: Limits

  constructor(command: string, args: ReadonlyArray<string>, limits: Limits, onStderr: (chunk: Buffer) => void) {
    this.command = command
    this.limits = limits
    this.child = spawn(command, [...args], { detached: process.platform !== "win32", windowsHide: true, stdio: "pipe" })
    this.child.on("error", (cause) => this.onError(cause))
    this.child.on("exit", (code, signal) => this.onExit(code, signal))
    this.child.stdout?.on("data", (chunk: Buffer) => this.onData(chunk))
    this.child.stdout?.on("end", () => this.onEnd())
    this.child.stderr?.on("data", onStderr)
    this.child.stderr?.on("end", () => this.onEnd())
    // A process may end before it has read its request; how it ended says more than EPIPE does.
    this.child.stdin?.on("error", () => {})
  }

  /** True while the process can still take a request. */
  get alive(): boolean {
    return this.exit === undefined && this.failure === undefined
  }

  /**
   * Sends the request and waits for the ending. Fails when the process could not start. Interrupted or done, the whole group is dead.
   */
  converse(request: string): Effect.Effect<Ending, PythonNotFound> {
    return Effect.async<Ending, PythonNotFound>((resume) => {
      this.settled = () => {
        this.kill()
        resume(this.failure === undefined ? Effect.succeed(this.ending()) : Effect.fail(this.failure))
      }
      this.child.stdin?.end(request)
      if (this.failure !== undefined || (this.exit !== undefined && this.openPipes === 0)) this.settle()
      return Effect.sync(() => this.kill())
    })
  }

  /** Kills the group, and lets go of the pipes. */
  kill(): void {
    if (this.exit === undefined) this.killed = true
    killGroup(this.child)
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe?.destroy()
    this.child.unref()
  }

  private onData(chunk: Buffer): void {
    this.size += chunk.length
    this.chunks.push(chunk)
    this.overflow = this.size > this.limits.stdoutBytes
    if (this.overflow) this.settle()
    else if (chunk.includes(newline)) setTimeout(() => this.settle(), grace.exit).unref()
  }

  private onExit(code: number | null, signal: string | null): void {
    this.exit = { code, signal }
    // What it started dies with it, which also ends the pipes, unless something left the group.
    killGroup(this.child)
    if (this.openPipes === 0) this.settle()
    else setTimeout(() => this.settle(), grace.pipe)
  }

  private onEnd(): void {
    this.openPipes -= 1
    if (this.exit !== undefined && this.openPipes === 0) this.settle()
  }

  private onError(cause: NodeJS.ErrnoException): void {
    this.failure = new PythonNotFound({ tried: this.command, problem: cause.code ?? "it cannot start" })
    this.settle()
  }

  private settle(): void {
    const settled = this.settled
    this.settled = undefined
    settled?.()
  }

  private ending(): Ending {
    const { code = null, signal = null } = this.exit ?? {}
    return {
      stdout: Buffer.concat(this.chunks),
      overflow: this.overflow,
      exitCode: code,
      signal,
      killed: this.killed,
    }
  }
}

const newline = 0x0a

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    if (process.platform === "win32")
      execFileSync("taskkill", ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore" })
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    // Nobody of the group is left.
  }
}

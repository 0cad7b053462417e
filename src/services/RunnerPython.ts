/** `Runner` on real Python processes: a fresh one for each request, its reply verified before a byte of it is believed. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { RunnerCrashed, RunnerProtocolViolation, RunnerTimeout } from "../domain/errors/Call.ts"
import {
  type DescribeRequest,
  type InvokeRequest,
  readBody,
  replyLimit,
  requestLine,
  splitReply,
} from "../domain/Protocol.ts"
import { describedOrError, invokedOrError } from "../domain/RunnerOutcome.ts"
import { Output } from "./Output.ts"
import { type Interpreter, Python } from "./Python.ts"
import { Runner } from "./Runner.ts"
import { runnerFile } from "./RunnerFiles.ts"
import { type Ending, type Limits, RunnerProcess } from "./RunnerProcess.ts"

/** How long one request may take. */
export const callTime = Duration.seconds(10)

// -I: no environment variables, no user site, no current folder. -B: no bytecode is written.
const flags = ["-I", "-B", "-X", "utf8"]

export const layerPython = (limit: Duration.Duration = callTime, limits: Limits = { stdoutBytes: replyLimit }) =>
  Layer.effect(Runner, makeRunner(limit, limits))

const makeRunner = Effect.fnUntraced(function* (limit: Duration.Duration, limits: Limits) {
  const python = yield* Python
  const output = yield* Output
  const ahead = yield* Ref.make<RunnerProcess | undefined>(undefined)

  const start = (interpreter: Interpreter) => {
    const args = [...flags, runnerFile("main")]
    return new RunnerProcess(interpreter.executable, args, limits, output.toolStderr())
  }

  // The process that waits, as far as is known by now, or a new one.
  const take = (interpreter: Interpreter) =>
    Effect.map(Ref.getAndSet(ahead, undefined), (waiting) => (waiting?.alive === true ? waiting : start(interpreter)))

  // A process may have died while it waited, unknown to us until it does not take the request. Then a new one may have it.
  const answer = Effect.fnUntraced(function* (interpreter: Interpreter, line: string) {
    const converse = (child: RunnerProcess) => child.converse(line)
    const kill = (child: RunnerProcess) => Effect.sync(() => child.kill())
    const waited = (yield* Ref.get(ahead)) !== undefined
    const ending = yield* Effect.acquireUseRelease(take(interpreter), converse, kill)
    if (!(waited && ending.unasked)) return ending
    const fresh = Effect.sync(() => start(interpreter))
    return yield* Effect.acquireUseRelease(fresh, converse, kill)
  })

  const ask = Effect.fn("Runner.ask")(function* (request: DescribeRequest | InvokeRequest) {
    // Looking for the interpreter has a limit of its own, and can be interrupted; taking a process cannot.
    const interpreter = yield* python.interpreter
    const secret = randomBytes(32)
    const line = requestLine(request, secret.toString("hex"), Math.ceil(Duration.toSeconds(limit)) + 5)
    const ending = yield* answer(interpreter, line).pipe(
      Effect.timeoutFail({
        duration: limit,
        onTimeout: () => new RunnerTimeout({ seconds: Duration.toSeconds(limit) }),
      }),
    )
    return yield* replyOf(ending, secret)
  })

  return Runner.of({
    describe: (file, file_sha256) =>
      Effect.flatMap(ask({ op: "describe", file, file_sha256 }), (reply) => describedOrError(file, reply)),
    invoke: (request) => Effect.flatMap(ask(request), (reply) => invokedOrError(request, reply)),
    startAhead: Effect.ignore(
      Effect.flatMap(python.interpreter, (interpreter) =>
        Effect.acquireRelease(
          Effect.flatMap(take(interpreter), (child) => Ref.set(ahead, child)),
          () => Effect.map(Ref.getAndSet(ahead, undefined), (unused) => unused?.kill()),
        ),
      ),
    ),
  })
})

// The one reply that a process sent, or what it did instead.
const replyOf = (ending: Ending, secret: Buffer) => {
  const violation = (problem: string) => Effect.fail(new RunnerProtocolViolation({ problem }))
  if (ending.overflow) return violation(`more than ${replyLimit} bytes`)
  if (ending.stdout.length === 0 || (ending.exitCode !== 0 && !ending.killed)) {
    return Effect.fail(new RunnerCrashed({ exit_code: ending.exitCode, signal: ending.signal }))
  }
  const end = ending.stdout.indexOf(0x0a)
  if (end < 0) return violation("it was cut short")
  if (end !== ending.stdout.length - 1) return violation("there is more than one line")
  const parts = splitReply(ending.stdout.toString("utf8", 0, end))
  if (parts === undefined || !isSigned(parts, secret)) return violation("it is not signed with the call's secret")
  return Either.match(readBody(parts.body), { onLeft: violation, onRight: (reply) => Effect.succeed(reply) })
}

const isSigned = ({ body, hmac }: { readonly body: string; readonly hmac: string }, secret: Buffer): boolean =>
  timingSafeEqual(createHmac("sha256", secret).update(body).digest(), Buffer.from(hmac, "hex"))

/** Merge layers, run, exit code: nothing else. */
import * as Command from "@effect/cli/Command"
import * as ValidationError from "@effect/cli/ValidationError"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { edge } from "./cli.ts"
import { WorkingFolderGone } from "./domain/errors/Environment.ts"
import { InternalError } from "./domain/errors/Internal.ts"
import { InvalidUsage } from "./domain/errors/Usage.ts"
import { hereNow } from "./here.ts"
import { withPlainConsole } from "./plain.ts"
import { Output } from "./services/Output.ts"
import { layerNode } from "./services/OutputNode.ts"
import { edgeVersion } from "./services/PackageRoot.ts"
import { layerTerminal } from "./services/ProgressTerminal.ts"
import { readWords } from "./words.ts"

const { words, mode, fault } = readWords(process.argv.slice(2))

const isUsage = (error: unknown): error is ValidationError.ValidationError | InvalidUsage =>
  ValidationError.isValidationError(error) || error instanceof InvalidUsage

/** Whether it is worth asking for help: anything else starts without what help needs. */
const mayAskForHelp = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => word === "--help" || word === "-h") ||
  words.every((word) => /^[a-z-]+$/.test(word) && word !== "--version")

// Whatever needs an absolute path asks where it is, and throws this where nobody can say.
const withoutFolder = (defect: unknown) =>
  Option.as(
    Option.liftPredicate(defect as NodeJS.ErrnoException | null, (cause) => cause?.syscall === "uv_cwd"),
    Effect.fail(new WorkingFolderGone()),
  )

const main = Effect.gen(function* () {
  const output = yield* Output
  let wrong = fault
  if (mayAskForHelp(words)) {
    const { helpFor } = yield* Effect.promise(() => import("./help.ts"))
    const help = helpFor(edge, words)
    if (typeof help === "string") return void process.stdout.write(help)
    wrong ??= help ?? null
  }
  const run = Command.run(edge, { name: "edge", version: edgeVersion })([...process.argv.slice(0, 2), ...words])
  yield* (wrong === null ? run : Effect.fail(wrong)).pipe(
    Effect.catchIf(isUsage, (error) =>
      Effect.flatMap(
        Effect.promise(() => import("./usage.ts")),
        ({ usageError }) => Effect.fail(usageError(error, words, edge)),
      ),
    ),
    Effect.catchSomeDefect(withoutFolder),
    Effect.catchAll((failure) => output.result({ _tag: "Failure", failure })),
    // A program gets its document all the same; for a person, the cause says it all.
    Effect.tapDefect(() =>
      mode === "human" ? Effect.void : output.result({ _tag: "Failure", failure: new InternalError() }),
    ),
  )
})

const layers = Layer.mergeAll(
  NodeFileSystem.layer,
  NodePath.layer,
  NodeTerminal.layer,
  layerTerminal,
  layerNode(mode, hereNow()),
)

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

const fiber = Effect.runFork(withPlainConsole(main).pipe(Effect.provide(layers)))

// The handlers stay: a signal without one ends the process at once, its receipt unwritten. Who insists is let go.
let interruptedBy: keyof typeof exitCodes | undefined
let signalsSeen = 0
for (const signal of Object.keys(exitCodes) as ReadonlyArray<keyof typeof exitCodes>) {
  process.on(signal, () => {
    interruptedBy ??= signal
    signalsSeen += 1
    if (signalsSeen === 1) Effect.runFork(Fiber.interrupt(fiber))
    else if (signalsSeen > 3) process.exit(exitCodes[interruptedBy])
  })
}

fiber.addObserver((exit) => {
  if (interruptedBy !== undefined) process.exitCode = exitCodes[interruptedBy]
  else if (Exit.isFailure(exit)) {
    process.exitCode = 1
    process.stderr.write(`This is a bug in edge; please report it.\n${Cause.pretty(exit.cause)}\n`)
  }
  // What a library left running must not keep the process; what is written must be out first. That it could not be written
  // is told one turn later than that it is done with.
  process.stdout.write("", () => process.stderr.write("", () => setImmediate(() => process.exit())))
})

/** A set of cases on a model: every case in every mode, on the layers that `edge chat` gets. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { modelLayer, runnerLayer } from "../../src/layers.ts"
import { Model } from "../../src/services/Model.ts"
import { Output } from "../../src/services/Output.ts"
import { packageRoot } from "../../src/services/PackageRoot.ts"
import { converse, type Mode, type Outcome } from "./converse.ts"
import { CasesInvalid, type Prepared, prepare } from "./prepare.ts"
import { documentOf, type Evaluation, missedGoals, missesOf, report } from "./report.ts"

/** The set that comes with the built-in model. */
export const ownCases = path.join(packageRoot, "models", "edge-micro", "evaluation", "cases.json")

export interface Settings {
  /** A GGUF file; the built-in model where it is left out. */
  readonly model: string | undefined
  /** The tools stand beside it, in `tools.py`. */
  readonly casesFile: string
  readonly modes: ReadonlyArray<Mode>
  readonly onCase: (mode: Mode, done: number, of: number) => void
}

/** The cases of a file over the `tools.py` beside it. Needs Python, and no model. */
export const loadCases = Effect.fn("evaluation.loadCases")(
  function* (file: string) {
    const text = yield* Effect.try({
      try: () => fs.readFileSync(file, "utf8"),
      catch: () => new CasesInvalid({ file, issues: [{ path: "the file", problem: "cannot be read" }] }),
    })
    return yield* prepare(file, text, path.join(path.dirname(path.resolve(file)), "tools.py"))
  },
  Effect.provide(
    Layer.provide(runnerLayer(Option.none()), Layer.mock(Output, { emit: () => {}, toolStderr: () => onStderr })),
  ),
)

export class CaseFailed extends Data.TaggedError("case_failed")<{ readonly id: string; readonly problem: string }> {
  override get message() {
    return `${this.id}: ${this.problem}`
  }
}

/** The outcomes of cases in a mode, on a model that computes on one core. */
export const outcomesOf = Effect.fn("evaluation.outcomesOf")(function* (
  cases: ReadonlyArray<Prepared>,
  modes: ReadonlyArray<Mode>,
  onCase: Settings["onCase"],
) {
  const session = yield* Effect.flatMap(Model, (model) => model.open)
  const outcomes: { [M in Mode]?: ReadonlyArray<Outcome> } = {}
  for (const mode of modes) {
    outcomes[mode] = yield* Effect.forEach(cases, (each, index) =>
      converse(session, each, mode).pipe(
        Effect.mapError(({ message }) => new CaseFailed({ id: each.expected.id, problem: message })),
        Effect.tap(() => Effect.sync(() => onCase(mode, index + 1, cases.length))),
      ),
    )
  }
  return { outcomes, model: session.identity }
}, Effect.scoped)

/** The model by path, or the built-in one. */
export const layerModel = (file: string | undefined) =>
  modelLayer({
    ref: Option.fromNullable(file),
    contextSize: Option.none(),
    threads: Option.some(1),
    gpu: Option.some("off" as const),
  })

/** Evaluates, and gives everything that can be printed of it; rejects with a message that can be shown. */
export const evaluate = ({ model, casesFile, modes, onCase }: Settings) =>
  Effect.gen(function* () {
    const machine = machineText()
    const { known, prepared } = yield* loadCases(casesFile)
    const run = yield* Effect.provide(outcomesOf(prepared, modes, onCase), layerModel(model && path.resolve(model)))
    const evaluation: Evaluation = { ...run, casesFile, tools: known.length, machine }
    return {
      text: report(evaluation, "text"),
      markdown: report(evaluation, "markdown"),
      misses: missesOf(evaluation),
      document: documentOf(evaluation),
      missedGoals: missedGoals(evaluation).map(({ what }) => what),
    }
  }).pipe(
    Effect.mapError((error) => error.message),
    Effect.either,
    Effect.runPromise,
  )

const onStderr = (chunk: Uint8Array) => void process.stderr.write(chunk)

const machineText = (): string => {
  const cpus = os.cpus()
  const load = os.loadavg()[0] ?? 0
  return `${os.type()} on ${cpus.length} × ${cpus[0]?.model.trim() || os.arch()}, load average ${load.toFixed(1)} before the run`
}

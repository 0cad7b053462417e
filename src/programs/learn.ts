/**
 * `edge demo learn run`: ask, read the profile once, save the model's state, restore it in a new session, ask again. What
 * did not come through the whole way leaves no imprint.
 */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { Turn } from "../domain/Contract.ts"
import { contractText } from "../domain/Contract.ts"
import type { LearnSample } from "../domain/LearnSample.ts"
import type { Reply } from "../domain/LearnView.ts"
import { type Lesson, lessonOf, modelWarnings } from "../domain/Lesson.ts"
import { imprintForms } from "../domain/Profile.ts"
import type { View } from "../domain/View.ts"
import type { Imprint, NewImprint } from "../services/Imprints.ts"
import { Imprints } from "../services/Imprints.ts"
import { Model } from "../services/Model.ts"
import { Output } from "../services/Output.ts"
import { Progress } from "../services/Progress.ts"
import { sha256 } from "../services/Sha256.ts"
import { endOf, grammarFor, systemTurns, toolsOf } from "./chat.ts"
import type { ToolSource } from "./freeze.ts"
import { type LearnEnd, learnShape } from "./learnShape.ts"
import type { LookupSource } from "./lookups.ts"
import type { Ready, Sampling } from "./prompt.ts"
import { type RunFacts, recorded } from "./record.ts"
import { restore, toolSetOf } from "./restore.ts"
import { readSample, type SampleSource } from "./samples.ts"

export interface LearnOptions {
  readonly sample: SampleSource
  readonly tools: ToolSource | LookupSource | null
  readonly sampling: Sampling
  readonly includeText: boolean
}

/** What would be learned. Loads no model and writes nothing. */
export const planLearning = Effect.fn("planLearning")(function* (options: Omit<LearnOptions, "sampling">) {
  const sample = yield* readSample(options.sample)
  const frozen = (yield* Effect.scoped(toolsOf(options.tools)))?.frozen ?? null
  const lesson = lessonOf(sample, frozen?.tools ?? [])
  yield* warn(lesson.warnings)
  return {
    _tag: "LearnPlanned",
    lesson,
    profileSha256: sha256(lesson.body),
    profileBytes: new TextEncoder().encode(lesson.body).length,
    activeSetSha256: frozen?.activeSetSha256 ?? null,
    tools: frozen?.tools.map(({ name }) => name) ?? [],
    includeText: options.includeText,
  } satisfies View as View
})

export const learn = Effect.fn("learn")(function* (options: LearnOptions) {
  const sample = yield* readSample(options.sample)
  const output = yield* Output
  // Its answers are shown side by side when it is over, not as they come.
  const quiet = { ...output, emit: () => {} }
  const { view } = yield* recorded(learnShape(options.includeText, sample), (facts) =>
    Effect.provideService(Effect.scoped(learnInto(options, sample, facts)), Output, quiet),
  )
  return view
})

const learnInto = Effect.fnUntraced(function* (options: LearnOptions, sample: LearnSample, facts: Ref.Ref<RunFacts>) {
  const imprints = yield* Imprints
  const prepared = yield* toolsOf(options.tools)
  const frozen = prepared?.frozen ?? null
  yield* Ref.update(facts, (known) => ({ ...known, frozen }))
  const lesson = lessonOf(sample, frozen?.tools ?? [])
  const made = yield* imprints.begin
  const run: Run = { options, lesson, facts, prepared, frozen, made }
  const { before, sealed, warnings } = yield* Effect.scoped(askAndSave(run))
  const evaluatedBefore = (yield* Ref.get(facts)).tokens.evaluated
  const after = yield* Effect.scoped(restoreAndAsk(run, sealed))
  const asked = lesson.questions.map((question, index) => ({
    question,
    before: before[index] as Reply,
    after: after[index] as Reply,
  }))
  const imprint = yield* made.keep(sealed)
  return { status: "completed", failure: null, imprint, asked, evaluatedBefore, warnings } satisfies LearnEnd
})

interface Run {
  readonly options: LearnOptions
  readonly lesson: Lesson
  readonly facts: Ref.Ref<RunFacts>
  readonly prepared: Pick<Ready, "frozen" | "lookUp"> | null
  readonly frozen: Ready["frozen"]
  readonly made: NewImprint
}

const askAndSave = Effect.fnUntraced(function* (run: Run) {
  const { lesson, frozen, made } = run
  const ready = yield* open(run, null)
  const warnings = [...lesson.warnings, ...modelWarnings(lesson.sample, ready.session.identity.name)]
  yield* warn(warnings)
  const before = yield* askAll(run, ready)
  const { during } = yield* Progress
  const saving = ready.session.saveState(imprintForms(lesson.text), made.stateFile)
  const { turns, prefix } = yield* during("Learning", saving)
  const { sample_id, peer_id, app_id } = lesson.sample
  const sealed = yield* made.seal({
    sample_id,
    peer_id,
    app_id,
    profile_sha256: sha256(lesson.body),
    turns,
    ...(yield* ready.session.layout),
    prefix,
    tool_set: frozen && learnedTools(frozen),
  })
  return { before, sealed, warnings }
})

const restoreAndAsk = Effect.fnUntraced(function* (run: Run, sealed: Imprint) {
  const ready = yield* open(run, sealed.metadata)
  yield* restore(sealed, ready.session, run.frozen, run.facts)
  return yield* askAll(run, ready)
})

const open = Effect.fnUntraced(function* ({ options, prepared, frozen, facts }: Run, imprint: Ready["imprint"]) {
  const [model, { during }] = [yield* Model, yield* Progress]
  const session = yield* during("Loading the model", model.open)
  yield* Ref.update(facts, (known) => ({ ...known, model: session.identity }))
  const grammar = frozen && (yield* grammarFor(session, frozen.tools))
  const { sampling, includeText } = options
  return { session, ...prepared, frozen, grammar, imprint, sampling, includeText } satisfies Ready
})

// A question that fails closed is an answer worth seeing too: what is learned does not depend on it.
const askAll = ({ lesson, facts }: Run, ready: Ready) => {
  const turns: ReadonlyArray<Turn> = systemTurns(ready)
  return Effect.forEach(lesson.questions, (question) =>
    Effect.map(
      Effect.scoped(endOf(ready, facts, turns, question)),
      ({ status, failure, answer, answerCut }): Reply => ({ status, code: failure?._tag ?? null, answer, answerCut }),
    ),
  )
}

const learnedTools = (frozen: NonNullable<Ready["frozen"]>) => {
  const { activeSetSha256, tools } = toolSetOf(frozen)
  return {
    active_set_sha256: activeSetSha256 as `sha256:${string}`,
    tool_instruction_sha256: sha256(contractText(frozen.tools)),
    tools: tools.map(({ name, toolSchemaSha256 }) => ({
      name,
      tool_schema_sha256: toolSchemaSha256 as `sha256:${string}`,
    })),
  }
}

const warn = (warnings: ReadonlyArray<string>) =>
  Effect.flatMap(Output, (output) => Effect.forEach(warnings, (each) => output.note(`warning: ${each}`)))

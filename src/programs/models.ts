/** `edge models list`, `where` and `fetch`. Only `fetch` uses the network. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ModelFetchFailed, ModelFetchRunning } from "../domain/errors/Environment.ts"
import { modelAbsent } from "../domain/ModelAbsent.ts"
import { builtInName, catalog } from "../domain/ModelCatalog.ts"
import { type HeldModel, isHeld, mentions } from "../domain/ModelFile.ts"
import { fitsMemory, type RepositoryModel, readModelRef } from "../domain/ModelRef.ts"
import type { ModelsShown } from "../domain/ModelsView.ts"
import type { FetchedModel } from "../domain/Receipt.ts"
import type { View } from "../domain/View.ts"
import { Download, type DownloadFailed } from "../services/Download.ts"
import { readGgufHeader } from "../services/GgufHeader.ts"
import { Machine } from "../services/Machine.ts"
import { ModelFiles } from "../services/ModelFiles.ts"
import { Progress } from "../services/Progress.ts"
import { type RunEnd, recorded, type Shape } from "./record.ts"

/** What is here and what could be. */
export const list = Effect.fn("models.list")(function* () {
  const { memoryBytes } = yield* Machine
  const all = yield* Effect.flatMap(ModelFiles, (files) => files.all)
  const rows = catalog.map((model) => {
    const { source } = model
    const held = source === null ? undefined : all.find((each) => isHeld(each, source))
    return { ...model, held: held ?? null, fits: fitsMemory(model.bytes, memoryBytes) }
  })
  const others = all.filter((each) => !catalog.some(({ source }) => source !== null && isHeld(each, source)))
  return view({ kind: "list", rows, others, memoryBytes })
})

/** Where a model's file lies, whoever holds it. `builtIn` is the path of the model that comes with `edge`. */
export const where = Effect.fn("models.where")(function* (ref: string, builtIn: HeldModel) {
  const named = readModelRef(ref)
  if (named._tag === "BuiltIn") return view({ kind: "where", ref, found: [builtIn] })
  const all = yield* Effect.flatMap(ModelFiles, (files) => files.all)
  const found =
    named._tag === "Repository"
      ? all.filter((each) => isHeld(each, named.model.source))
      : all.filter((each) => mentions(each, ref))
  if (found.length === 0) return yield* modelAbsent(ref)
  return view({ kind: "where", ref, found })
})

export interface FetchOptions {
  readonly ref: string
  readonly dryRun: boolean
}

/** Fetches a model's file, unless it is here as it was fetched. */
export const fetch = Effect.fn("models.fetch")(function* ({ ref, dryRun }: FetchOptions) {
  const named = readModelRef(ref)
  if (named._tag !== "Repository") return yield* named._tag === "BuiltIn" ? alreadyHere : modelAbsent(ref)
  const { model } = named
  const files = yield* ModelFiles
  const here = yield* keptBefore(model)
  if (here !== null) return view({ kind: "here", fetched: here })
  const part = yield* files.begin(model.source)
  const freeBytes = yield* Effect.flatMap(Machine, (machine) => machine.freeBytes(part.path))
  const path = part.path.replace(/\.part$/, "")
  if (dryRun) {
    const fetched = { ...nothingOf(model), bytes: model.bytes, path, resumed_from: part.bytes }
    return view({ kind: "plan", fetched, freeBytes })
  }
  const run = { fetched: nothingOf(model), asked: false }
  const { view: shown } = yield* recorded(fetchShape(run), () => Effect.scoped(alone(model, part.path, freeBytes, run)))
  return shown
})

const alreadyHere = new ModelFetchFailed({
  model: builtInName,
  problem: "it comes with edge and needs no fetching",
  bytes_kept: 0,
  hint: "Leave --model out to use it.",
})

/** The file that an earlier fetch left, where it still has the size it had. */
const keptBefore = Effect.fnUntraced(function* ({ name, source }: RepositoryModel) {
  const files = yield* ModelFiles
  const record = Option.getOrNull(yield* files.record(source))
  const held = Option.getOrNull(yield* files.find(source))
  if (record === null || held === null || held.holder !== "edge" || held.bytes !== record.bytes) return null
  return {
    ...nothingOf({ name, source }),
    bytes: record.bytes,
    sha256: record.sha256,
    path: held.path,
    resumed_from: record.bytes,
  } satisfies FetchedModel
})

const nothingOf = ({ name, source }: Pick<RepositoryModel, "name" | "source">): FetchedModel => ({
  name,
  source,
  bytes: null,
  sha256: null,
  path: null,
  resumed_from: 0,
  hash_announced: false,
})

/** What a fetch has come to, for its receipt, wherever it ends. */
interface FetchRun {
  fetched: FetchedModel
  /** Whether a request was made. */
  asked: boolean
}

/** Two who write into one part would make neither file. */
const alone = Effect.fnUntraced(function* (model: RepositoryModel, part: string, room: number | null, run: FetchRun) {
  const held = yield* Effect.flatMap(ModelFiles, (files) => files.hold(model.source))
  if (!held) return yield* new ModelFetchRunning({ model: model.name })
  // Whoever held it before may have fetched it whole.
  const here = yield* keptBefore(model)
  if (here === null) return yield* transfer(model, part, room, run)
  run.fetched = here
  return { status: "completed", failure: null } satisfies RunEnd
})

const transfer = Effect.fnUntraced(function* (
  model: RepositoryModel,
  part: string,
  room: number | null,
  run: FetchRun,
) {
  const files = yield* ModelFiles
  const download = yield* Download
  const progress = yield* Progress
  const expected = model.bytes_approximate ? null : model.bytes
  const arrived = yield* Effect.mapError(
    progress.bar(model.name, ({ update }) =>
      download.fetch({
        source: model.source,
        part,
        bytes: expected,
        room,
        onRequest: () => {
          run.asked = true
        },
        onProgress: update,
      }),
    ),
    failedFor(model),
  )
  yield* Effect.catchAll(readGgufHeader(part), (problem) =>
    Effect.zipRight(files.discard(model.source), fetchFailed(model, `what came is no model: ${problem}`)),
  )
  const { bytes, sha256 } = arrived
  const fetched_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const { name, source } = model
  const path = yield* files.keep({ schema_version: "edge.models.file.v1", name, source, bytes, sha256, fetched_at })
  run.fetched = {
    ...nothingOf(model),
    bytes,
    sha256,
    path,
    resumed_from: arrived.resumedFrom,
    hash_announced: arrived.hashAnnounced,
  }
  return { status: "completed", failure: null } satisfies RunEnd
})

const fetchFailed = ({ name }: RepositoryModel, problem: string, bytes_kept = 0) =>
  new ModelFetchFailed({ model: name, problem, bytes_kept, ...(bytes_kept === 0 && { hint: again }) })

const again = "Run the same command again once that has changed."

const failedFor = (model: RepositoryModel) => (failure: DownloadFailed) =>
  fetchFailed(model, failure.problem, failure.bytesKept)

const fetchShape = (run: FetchRun): Shape<RunEnd> => ({
  kind: "fetch",
  includeText: false,
  receipt: (common) => ({
    schema_version: "edge.models.fetch.receipt.v1",
    ...common,
    network_used: run.asked,
    fetched: run.fetched,
  }),
  view: ({ status }, _, receiptPath) =>
    view({
      kind: status === "completed" ? "fetched" : "stopped",
      fetched: run.fetched,
      networkUsed: run.asked,
      receiptPath,
    }),
})

const view = (shown: ModelsShown): View => ({ _tag: "Models", shown })

/** Fetching a model: what its document and its receipt say about the network, wherever it ends. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { toJson, type View } from "../../src/domain/View.ts"
import { fetch } from "../../src/programs/models.ts"
import { Download, type Transfer } from "../../src/services/Download.ts"
import { Machine } from "../../src/services/Machine.ts"
import { ModelFiles } from "../../src/services/ModelFiles.ts"
import { Output } from "../../src/services/Output.ts"
import { layerState as receiptsState } from "../../src/services/ReceiptsState.ts"
import { layerNode as stateNode } from "../../src/services/StateDirNode.ts"
import { home } from "../fixtures/scripted.ts"

const nothingHere: typeof ModelFiles.Service = {
  all: Effect.succeed([]),
  find: () => Effect.succeed(Option.none()),
  record: () => Effect.succeed(Option.none()),
  begin: () => Effect.succeed({ path: "/models/m.gguf.part", bytes: 0 }),
  hold: () => Effect.succeed(true),
  discard: () => Effect.dieMessage("nothing of it came"),
  keep: () => Effect.dieMessage("nothing was fetched whole"),
}

const fetching = (
  views: Array<View>,
  files: typeof ModelFiles.Service,
  transfer: (given: Transfer) => Effect.Effect<never>,
) =>
  fetch({ ref: "qwen3-4b", dryRun: false }).pipe(
    Effect.provide(
      Layer.mergeAll(
        receiptsState.pipe(Layer.provide(stateNode)),
        Layer.succeed(ModelFiles, files),
        Layer.succeed(Machine, {
          platform: "linux x64",
          nodeVersion: "20.0.0",
          cores: 1,
          load: 0,
          memoryBytes: 1,
          freeBytes: () => Effect.succeed(null),
        }),
        Layer.succeed(Download, { fetch: transfer }),
        Layer.succeed(Output, {
          result: (view) => Effect.sync(() => void views.push(view)),
          emit: () => {},
          note: () => Effect.void,
          toolStderr: () => () => {},
        }),
      ),
    ),
  )

const receiptIn = (folder: string) => {
  const [name, ...more] = fs.readdirSync(path.join(folder, "receipts", "fetch"))
  expect(more).toEqual([])
  return JSON.parse(fs.readFileSync(path.join(folder, "receipts", "fetch", String(name)), "utf8"))
}

describe("a fetch that is interrupted", () => {
  it.live.each([
    ["before anything was asked for", false],
    ["after something was", true],
  ])("%s says so", ([, asked]) =>
    Effect.gen(function* () {
      const at = home()
      const views: Array<View> = []
      const reached = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        fetching(views, nothingHere, ({ onRequest }) => {
          if (asked) onRequest()
          return Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never)
        }),
      )
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(fiber)
      expect(views.map(toJson)).toMatchObject([{ status: "interrupted", network_used: asked }])
      expect(receiptIn(at)).toMatchObject({ status: "interrupted", network_used: asked })
    }),
  )
})

it.live("a fetch that another one was faster with asks for nothing", () =>
  Effect.gen(function* () {
    const at = home()
    let held = false
    const record = {
      schema_version: "edge.models.file.v1",
      name: "qwen3-4b",
      source: "hf:bartowski/Qwen_Qwen3-4B-GGUF/Qwen_Qwen3-4B-Q4_K_M.gguf",
      bytes: 5,
      sha256: "sha256:aa",
      fetched_at: "2026-01-31T12:00:00.000Z",
    } as const
    const file = { holder: "edge", title: "m", path: "/models/m.gguf", bytes: 5, source: record.source } as const
    const files: typeof ModelFiles.Service = {
      ...nothingHere,
      find: () => Effect.sync(() => (held ? Option.some(file) : Option.none())),
      record: () => Effect.sync(() => (held ? Option.some(record) : Option.none())),
      hold: () =>
        Effect.sync(() => {
          held = true
          return true
        }),
    }
    const view = yield* fetching([], files, () => Effect.dieMessage("there is nothing to fetch"))
    const fetched = { name: "qwen3-4b", bytes: 5, sha256: "sha256:aa", path: "/models/m.gguf", resumed_from: 5 }
    expect(toJson(view)).toMatchObject({ status: "completed", network_used: false, fetched })
    expect(receiptIn(at)).toMatchObject({ status: "completed", network_used: false, fetched })
  }),
)

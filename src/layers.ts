/** Which layers a command gets. What is heavy is imported only by the command that needs it. */
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Model } from "./services/Model.ts"
import { packageRoot } from "./services/PackageRoot.ts"

const lazy = <A, E, R>(load: () => Promise<Layer.Layer<A, E, R>>) => Layer.unwrapEffect(Effect.promise(load))

const pendingFiles = lazy(() => import("./services/PendingFilesNode.ts").then(({ layerNode }) => layerNode))

/** The runner and all it stands on. Needs `Output`. */
export const runnerLayer = (python: Option.Option<string>, confirmTtl?: number) =>
  lazy(async () => {
    const [{ layerPython }, pythonNode, stateNode, schemas, receipts, pending, sources] = await Promise.all([
      import("./services/RunnerPython.ts"),
      import("./services/PythonNode.ts"),
      import("./services/StateDirNode.ts"),
      import("./services/OutputSchemasAjv.ts"),
      import("./services/ReceiptsState.ts"),
      import("./services/PendingActionsState.ts"),
      import("./services/SourceFilesNode.ts"),
    ])
    const actions = pending.layerState(confirmTtl).pipe(Layer.provide(pendingFiles))
    return Layer.mergeAll(layerPython(), schemas.layerAjv, receipts.layerState, actions, sources.layerNode).pipe(
      Layer.provide(pythonNode.layerNode(python)),
      Layer.provide(stateNode.layerNode),
    )
  })

/** The receipts alone. */
export const receiptsLayer = lazy(async () => {
  const [receipts, stateNode] = await Promise.all([
    import("./services/ReceiptsState.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return receipts.layerState.pipe(Layer.provide(stateNode.layerNode))
})

/** Pending actions alone, for the commands that run nothing. */
export const pendingLayer = lazy(async () => {
  const [pending, stateNode] = await Promise.all([
    import("./services/PendingActionsState.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return pending.layerState().pipe(Layer.provide(pendingFiles), Layer.provide(stateNode.layerNode))
})

/** Facts stores, the files around them, and the progress of long imports. */
export const factsLayer = lazy(async () => {
  const [sqlite, file, textFile, progress, stateNode] = await Promise.all([
    import("./services/FactsSqlite.ts"),
    import("./services/FactsFileJson.ts"),
    import("./services/TextFileNode.ts"),
    import("./services/Progress.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return Layer.mergeAll(
    Layer.provide(sqlite.layerSqlite, stateNode.layerNode),
    file.layerJson,
    textFile.layerNode,
    progress.layerTerminal,
  )
})

/** The web, and the receipts that tell of its use. */
export const webLayer = lazy(async () => {
  const [web, receipts, stateNode] = await Promise.all([
    import("./services/WebPagesNode.ts"),
    import("./services/ReceiptsState.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return Layer.merge(web.layerNode, Layer.provide(receipts.layerState, stateNode.layerNode))
})

/** For a chat without look-ups: it asks for no store, so that none of them is loaded. */
export const noFactsLayer: typeof factsLayer = Layer.succeedContext(Context.empty() as Context.Context<never>) as never

export interface ModelChoice {
  readonly ref: Option.Option<string>
  readonly contextSize: Option.Option<number>
}

const scriptPrefix = "script:"

/** The model behind `--model`: a script of replies, a GGUF file by path, or the built-in one. */
export const modelLayer = ({ ref, contextSize }: ModelChoice): Layer.Layer<Model> => {
  if (Option.isSome(ref) && ref.value.startsWith(scriptPrefix)) {
    const file = ref.value.slice(scriptPrefix.length)
    return lazy(() => import("./services/ModelScripted.ts").then(({ layerScriptFile }) => layerScriptFile(file)))
  }
  return lazy(async () => {
    const [{ layerLlama }, hashes, stateNode] = await Promise.all([
      import("./services/ModelLlama.ts"),
      import("./services/FileHashes.ts"),
      import("./services/StateDirNode.ts"),
    ])
    const settings = Option.match(ref, { onNone: () => builtIn, onSome: byPath })
    return layerLlama({ ...settings, contextSize: Option.getOrUndefined(contextSize) }).pipe(
      Layer.provide(hashes.layerState),
      Layer.provide(stateNode.layerNode),
    )
  })
}

// A model this small gains nothing from a GPU, and looking for one costs its start-up.
const builtIn = {
  name: "edge-micro",
  path: path.join(packageRoot, "models", "edge-micro", "edge-micro-q8_0.gguf"),
  threads: undefined,
  gpu: false,
  template: "chatML",
} as const

const byPath = (ref: string) => ({
  name: path.basename(ref, ".gguf"),
  path: path.resolve(ref),
  threads: undefined,
  gpu: "auto" as const,
  template: "auto" as const,
})

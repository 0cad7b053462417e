/** Which layers a command gets. What is heavy is imported only by the command that needs it. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { GpuChoice } from "./domain/Gpu.ts"
import { modelAbsent } from "./domain/ModelAbsent.ts"
import { builtInName } from "./domain/ModelCatalog.ts"
import { readModelRef } from "./domain/ModelRef.ts"
import { Model } from "./services/Model.ts"
import { packageRoot } from "./services/PackageRoot.ts"

const lazy = <A, E, R>(load: () => Promise<Layer.Layer<A, E, R>>) => Layer.unwrapEffect(Effect.promise(load))

const pendingFiles = lazy(() => import("./services/PendingFilesNode.ts").then(({ layerNode }) => layerNode))

/** The runner and all it stands on. Needs `Output`. */
export const runnerLayer = (
  python: Option.Option<string>,
  confirmTtl?: number,
  writing: "writing" | "readOnly" = "writing",
) =>
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
    return Layer.mergeAll(layerPython(), schemas.layerAjv(), receipts.layerState, actions, sources.layerNode).pipe(
      Layer.provide(pythonNode.layerNode(python)),
      Layer.provide(writing === "writing" ? stateNode.layerNode : stateNode.layerReadOnly),
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

/** Files that are named on the command line. */
export const textFileLayer = lazy(() => import("./services/TextFileNode.ts").then(({ layerNode }) => layerNode))

/** Facts stores, the files around them, and the progress of long imports. */
export const factsLayer = lazy(async () => {
  const [sqlite, file, stateNode] = await Promise.all([
    import("./services/FactsSqlite.ts"),
    import("./services/FactsFileJson.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return Layer.mergeAll(Layer.provide(sqlite.layerSqlite, stateNode.layerNode), file.layerJson, textFileLayer)
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

/** The imprints alone. */
export const imprintsLayer = lazy(async () => {
  const [imprints, stateNode] = await Promise.all([
    import("./services/ImprintsState.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return imprints.layerState.pipe(Layer.provide(stateNode.layerNode))
})

export interface ModelChoice {
  readonly ref: Option.Option<string>
  readonly contextSize: Option.Option<number>
  readonly gpu?: Option.Option<GpuChoice>
  readonly threads?: Option.Option<number>
}

/** The model behind `--model`: a script of replies, a GGUF file by path or by name, or the built-in one. */
export const modelLayer = ({
  ref,
  contextSize,
  gpu = Option.none(),
  threads = Option.none(),
}: ModelChoice): Layer.Layer<Model> => {
  const named = readModelRef(Option.getOrElse(ref, () => builtInName))
  if (named._tag === "Script") {
    return lazy(() => import("./services/ModelScripted.ts").then(({ layerScriptFile }) => layerScriptFile(named.file)))
  }
  return lazy(async () => {
    const [{ layerLlama }, { layerNamed }, hashes, stateNode, files] = await Promise.all([
      import("./services/ModelLlama.ts"),
      import("./services/ModelNamed.ts"),
      import("./services/FileHashes.ts"),
      import("./services/StateDirNode.ts"),
      import("./services/ModelFilesNode.ts"),
    ])
    const settings = {
      contextSize: Option.getOrUndefined(contextSize),
      threads: Option.getOrUndefined(threads),
      gpu: Option.getOrElse(gpu, () => "auto" as const),
      template: "auto" as const,
    }
    const layer = () => {
      switch (named._tag) {
        case "BuiltIn":
          // A model this small gains nothing from a GPU, and looking for one costs its start-up.
          return layerLlama({
            ...builtIn,
            ...settings,
            gpu: Option.getOrElse(gpu, () => "off"),
            template: "chatML",
          })
        case "Repository":
          return layerNamed(named.model, settings)
        case "File":
          return layerLlama({ ...settings, ...byPath(named.path) })
        case "Unknown":
          return fs.existsSync(named.ref)
            ? layerLlama({ ...settings, ...byPath(named.ref) })
            : Layer.succeed(Model, Model.of({ open: Effect.fail(modelAbsent(named.ref)) }))
      }
    }
    return layer().pipe(Layer.provide([hashes.layerState, files.layerNode()]), Layer.provide(stateNode.layerNode))
  })
}

/** The model that comes with `edge`. */
export const builtIn = {
  name: builtInName,
  path: path.join(packageRoot, "models", builtInName, "edge-micro-q8_0.gguf"),
} as const

const byPath = (ref: string) => ({ name: path.basename(ref, ".gguf"), path: path.resolve(ref) })

/** The files of models, this machine, and what a fetch needs. */
export const modelsLayer = lazy(async () => {
  const [files, machine, download, receipts, stateNode] = await Promise.all([
    import("./services/ModelFilesNode.ts"),
    import("./services/MachineNode.ts"),
    import("./services/DownloadFetch.ts"),
    import("./services/ReceiptsState.ts"),
    import("./services/StateDirNode.ts"),
  ])
  return Layer.mergeAll(files.layerNode(), machine.layerNode, download.layerFetch(), receipts.layerState).pipe(
    Layer.provide(stateNode.layerNode),
  )
})

/** What `edge doctor` tries out. */
export const doctorLayer = (python: Option.Option<string>) =>
  lazy(async () => {
    const [pythonNode, machine, runtime, stateNode] = await Promise.all([
      import("./services/PythonNode.ts"),
      import("./services/MachineNode.ts"),
      import("./services/RuntimeLlama.ts"),
      import("./services/StateDirNode.ts"),
    ])
    const none = Option.none()
    const model = modelLayer({ ref: none, contextSize: none })
    return Layer.mergeAll(pythonNode.layerNode(python), machine.layerNode, runtime.layerLlama, model).pipe(
      Layer.provideMerge(stateNode.layerNode),
    )
  })

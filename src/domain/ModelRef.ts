/** What `--model` names: a script of replies, a file, or a model of the catalog. */
import * as Schema from "effect/Schema"
import { builtInName, type CatalogModel, catalog, ModelSource } from "./ModelCatalog.ts"
import { nearest } from "./Nearest.ts"

export type ModelRef =
  | { readonly _tag: "BuiltIn"; readonly model: CatalogModel }
  | { readonly _tag: "Script"; readonly file: string }
  | { readonly _tag: "Repository"; readonly model: RepositoryModel }
  | { readonly _tag: "File"; readonly path: string }
  /** A word that is in no catalog: a file of that name, or a mistake. */
  | { readonly _tag: "Unknown"; readonly ref: string }

/** A model that can be fetched: one of the catalog, or any file of a public repository, of which less is known. */
export interface RepositoryModel {
  readonly name: string
  readonly source: string
  readonly file: string
  /** Null where it is not known before the server says it. */
  readonly bytes: number | null
  readonly bytes_approximate: boolean
}

const scriptPrefix = "script:"

/** Reads the value of `--model`. A path is told from a name by its separator or its ending. */
export const readModelRef = (ref: string): ModelRef => {
  if (ref.startsWith(scriptPrefix)) return { _tag: "Script", file: ref.slice(scriptPrefix.length) }
  const model = catalogModel(ref)
  if (model?.name === builtInName) return { _tag: "BuiltIn", model }
  const source = model?.source ?? (isSource(ref) ? ref : null)
  if (source !== null) return { _tag: "Repository", model: { ...unknown(source), ...model, source } }
  return /[\\/]|\.gguf$/i.test(ref) ? { _tag: "File", path: ref } : { _tag: "Unknown", ref }
}

const isSource = Schema.is(ModelSource)

const unknown = (source: string) => ({
  name: source,
  file: source.slice(source.lastIndexOf("/") + 1),
  bytes: null,
  bytes_approximate: true,
})

/** Owner, repository and file of `hf:OWNER/REPOSITORY/FILE`. */
export const sourceParts = (source: string): readonly [owner: string, repository: string, file: string] => {
  const [owner = "", repository = "", file = ""] = source.slice("hf:".length).split("/")
  return [owner, repository, file]
}

/** Names are written in small letters, and typed in any. */
export const catalogModel = (name: string): CatalogModel | undefined =>
  catalog.find((each) => each.name === name.toLowerCase())

/** The names of the catalog that lie nearest to a word. */
export const nearestModels = (ref: string): ReadonlyArray<string> =>
  nearest(
    ref,
    catalog.map(({ name }) => name),
  )

/** What to type to get a model of the catalog. */
export const fetchCommand = (name: string): string => `edge models fetch ${name}`

/** Whether a file's weights, a context and the runtime fit into this much memory, all in bytes. */
export const fitsMemory = (bytes: number, memory: number): boolean => memoryNeeded(bytes) <= memory

// The weights; a context of a few thousand tokens and compute buffers grow with the model; the process itself.
const memoryNeeded = (bytes: number): number => bytes * 1.15 + 400_000_000

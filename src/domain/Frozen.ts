/**
 * The frozen tools: fixed before generation, identified by hashes. What was not frozen is never called.
 *
 * Hashes are computed by the freeze program; their canonical preimages are made here and in `Tool`.
 */
import * as Either from "effect/Either"
import type { LocalModule } from "./Description.ts"
import { ActiveToolLimitExceeded } from "./errors/Discovery.ts"
import { UnknownToolSelected } from "./errors/Usage.ts"
import { canonical, fromLiteral } from "./Json.ts"
import type { Tool } from "./Tool.ts"

export const schemaGeneratorVersion = "edge.tools.schema_gen.v1"

/** How many tools may be active at once. */
export const activeToolLimit = 8

export interface FrozenTool extends Tool {
  readonly toolSchemaSha256: string
  readonly descriptionSha256: string
}

/** What a set of tools is to the model, to the checks and to receipts, whoever runs them. */
export interface FrozenSet {
  readonly activeSetSha256: string
  /** The active tools, sorted by name. */
  readonly tools: ReadonlyArray<FrozenTool>
}

/** Tools of a Python file, run by the runner. */
export interface Frozen extends FrozenSet {
  /** The tools file's absolute path. */
  readonly file: string
  /** By which the active tools were chosen, so that the same set can be frozen again. */
  readonly selection: Selection
  readonly toolsFileSha256: string
  readonly localModules: ReadonlyArray<LocalModule>
  readonly python: { readonly version: string; readonly executable: string }
}

/** Look-ups over facts stores, run by `edge` itself. */
export interface FrozenLookups extends FrozenSet {
  /** Null where no manifest is behind them. */
  readonly manifestSha256: string | null
  /** The store of each tool, by the tool's name. */
  readonly stores: ReadonlyMap<string, string>
}

/** The frozen set as one of Python tools; null for any other. */
export const asPython = (frozen: Frozen | FrozenLookups | null): Frozen | null =>
  frozen !== null && "toolsFileSha256" in frozen ? frozen : null

/** The frozen set as one of look-ups; null for any other. */
export const asLookups = (frozen: Frozen | FrozenLookups | null): FrozenLookups | null =>
  frozen !== null && "stores" in frozen ? frozen : null

/** What `--tool` and `--tool-tag` ask for; empty means every tool. */
export interface Selection {
  readonly names: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
}

/** The selected tools (several selections are a union), within the limit of active tools. */
export const select = <T extends Tool>(
  tools: ReadonlyArray<T>,
  selection: Selection,
): Either.Either<ReadonlyArray<T>, UnknownToolSelected | ActiveToolLimitExceeded> => {
  const names = tools.map((tool) => tool.name)
  const tags = [...new Set(tools.flatMap((tool) => tool.intentTags))].sort()
  const unknown = [
    ...selection.names.filter((name) => !names.includes(name)).map((name) => `tool ${name}`),
    ...selection.tags.filter((tag) => !tags.includes(tag)).map((tag) => `tag ${tag}`),
  ]
  if (unknown.length > 0) {
    return Either.left(new UnknownToolSelected({ unknown, known_tools: names, known_tags: tags }))
  }
  const active = tools.filter((tool) => isSelected(tool, selection))
  if (active.length <= activeToolLimit) return Either.right(active)
  return Either.left(
    new ActiveToolLimitExceeded({
      active: active.length,
      limit: activeToolLimit,
      tools: active.map((tool) => tool.name),
    }),
  )
}

/** Canonical text that `active_set_sha256` covers. */
export const activeSetPreimage = (
  tools: ReadonlyArray<{ readonly name: string; readonly toolSchemaSha256: string }>,
): string =>
  canonical(
    fromLiteral({
      schema_generator_version: schemaGeneratorVersion,
      tools: tools.map((tool) => ({ name: tool.name, tool_schema_sha256: tool.toolSchemaSha256 })),
    }),
  )

const isSelected = (tool: Tool, { names, tags }: Selection): boolean =>
  (names.length === 0 && tags.length === 0) ||
  names.includes(tool.name) ||
  tool.intentTags.some((tag) => tags.includes(tag))

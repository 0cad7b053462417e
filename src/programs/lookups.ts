/** Look-ups as frozen tools: from one store or from a manifest, answered by `edge` itself. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { CheckedCall } from "../domain/Call.ts"
import { ToolsManifestInvalid, unreadable } from "../domain/errors/Facts.ts"
import type { Fact } from "../domain/Fact.ts"
import { activeSetPreimage, type FrozenLookups } from "../domain/Frozen.ts"
import { canonical } from "../domain/Json.ts"
import { readJson } from "../domain/JsonReader.ts"
import { builtInLookup, lookupResult, lookupTool, questionOf } from "../domain/Lookup.ts"
import { type Manifest, type ManifestTool, readManifest } from "../domain/Manifest.ts"
import { FactsStore, type OpenStore } from "../services/FactsStore.ts"
import { sha256 } from "../services/Sha256.ts"
import { TextFile } from "../services/TextFile.ts"
import type { CallResult } from "./call.ts"
import { freezeTool } from "./freeze.ts"

export type LookupSource = { readonly store: string } | { readonly manifest: string }

/** The look-ups, fixed from here on, with their stores open for reading until the scope ends. */
export const prepareLookups = Effect.fn("lookups.prepare")(function* (source: LookupSource) {
  const frozen = yield* freezeLookups(source)
  const stores = yield* FactsStore
  const open = new Map<string, OpenStore>()
  for (const store of new Set(frozen.stores.values())) open.set(store, yield* stores.open(store))
  const lookUp = Effect.fn("lookups.lookUp")(function* (call: CheckedCall) {
    const store = open.get(frozen.stores.get(call.tool.name) ?? "") as OpenStore
    const { result, facts, cut } = lookupResult(yield* store.lookup(questionOf(call.arguments)))
    const lookup = {
      status: facts.length === 0 ? ("no_match" as const) : ("matched" as const),
      rows: facts.length,
      rows_cut: cut,
      facts: facts.map(hashed),
    }
    return { result, text: canonical(result), lookup } satisfies CallResult
  })
  return { frozen, lookUp }
})

/** A manifest's text, judged. */
export const readManifestFile = Effect.fn("lookups.readManifest")(function* (path: string) {
  const invalid = (problem: string, at = "") => new ToolsManifestInvalid({ path, issues: [{ path: at, problem }] })
  const text = yield* Effect.mapError((yield* TextFile).read(path), ({ problem }) =>
    invalid(unreadable(problem), "the file"),
  )
  const json = yield* Either.mapLeft(readJson(text), ({ problem, at }) =>
    invalid(`is no JSON: ${problem} at character ${at + 1}`),
  )
  const manifest = yield* Either.mapLeft(readManifest(json), (issues) => new ToolsManifestInvalid({ path, issues }))
  return { manifest, sha256: sha256(text) }
})

/** The tools of a manifest without their stores: what the contract and the hashes are made of. */
export const frozenOf = (tools: Manifest["tools"], manifestSha256: string | null): FrozenLookups => {
  const frozen = tools
    .map((tool) => freezeTool(lookupTool(tool)))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return {
    activeSetSha256: sha256(activeSetPreimage(frozen)),
    tools: frozen,
    manifestSha256,
    stores: new Map(tools.map((tool: ManifestTool) => [tool.name, tool.store])),
  }
}

const freezeLookups = (source: LookupSource) =>
  "store" in source
    ? Effect.succeed(frozenOf([builtInLookup(source.store)], null))
    : Effect.map(readManifestFile(source.manifest), ({ manifest, sha256 }) => frozenOf(manifest.tools, sha256))

const hashed = ({ fact_id, tags, source_label }: Fact) => ({
  fact_id_sha256: sha256(fact_id),
  tags_sha256: sha256(canonical(tags)),
  source_label_sha256: source_label === null ? null : sha256(source_label),
})

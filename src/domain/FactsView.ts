/** How the facts commands look. Hashes and counts, and the texts themselves only where they were asked for. */
import { escapeControls } from "./Contract.ts"
import type { Fact } from "./Fact.ts"
import { type Here, pathFrom } from "./Here.ts"
import { fromLiteral, type Json } from "./Json.ts"
import type { ManifestTool } from "./Manifest.ts"
import { type Column, table } from "./Table.ts"

/** A fact as it is shown: always hashes, and the fact itself with `--include-text`. */
export interface ShownFact {
  readonly fact_id_sha256: string
  readonly fact_sha256: string
  readonly topic_sha256: string
  readonly text_sha256: string
  readonly tags: number
  readonly fact?: Fact
}

export interface StoreSummary {
  readonly store: string
  readonly facts: number
  readonly bytes: number
}

export type FactsView =
  | {
      readonly _tag: "FactsImported"
      readonly store: string
      readonly dryRun: boolean
      readonly added: number
      readonly changed: number
      readonly unchanged: number
      /** Null where nothing was fetched from anywhere and no receipt is due. */
      readonly receiptPath: string | null
    }
  | {
      readonly _tag: "FactsListed"
      readonly store: string
      readonly total: number
      readonly facts: ReadonlyArray<ShownFact>
    }
  | { readonly _tag: "FactInspected"; readonly store: string; readonly fact: ShownFact }
  | { readonly _tag: "FactDeleted"; readonly store: string; readonly factIdSha256: string }
  | { readonly _tag: "FactStores"; readonly stores: ReadonlyArray<StoreSummary> }
  | { readonly _tag: "FactsExported"; readonly store: string; readonly file: string; readonly facts: number }
  | {
      readonly _tag: "ManifestValidated"
      readonly file: string
      readonly manifestSha256: string
      readonly activeSetSha256: string
      readonly tools: ReadonlyArray<ManifestTool>
      readonly warnings: ReadonlyArray<string>
    }

export const factsHuman = (view: FactsView, here: Here): { readonly stdout: string; readonly stderr: string } => ({
  stdout: `${humanLines(view, here).map(escapeControls).join("\n")}\n`,
  stderr: view._tag === "ManifestValidated" ? view.warnings.map((each) => `! ${escapeControls(each)}\n`).join("") : "",
})

export const factsJson = (view: FactsView): Json => {
  const { _tag, ...fields } = view
  return fromLiteral({ schema_version: schemaVersions[_tag], ...jsonFields(fields) })
}

const schemaVersions: { readonly [T in FactsView["_tag"]]: string } = {
  FactsImported: "edge.demo.facts.import.v1",
  FactsListed: "edge.demo.facts.list.v1",
  FactInspected: "edge.demo.facts.inspect.v1",
  FactDeleted: "edge.demo.facts.delete.v1",
  FactStores: "edge.demo.facts.stores.v1",
  FactsExported: "edge.demo.facts.export.v1",
  ManifestValidated: "edge.demo.tools.validate.v1",
}

// Documents write names with underscores, as every other document of edge does.
const jsonFields = (fields: object): { readonly [key: string]: unknown } =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

const humanLines = (view: FactsView, here: Here): ReadonlyArray<string> => {
  switch (view._tag) {
    case "FactsImported": {
      const counts = `${view.added} added, ${view.changed} changed, ${view.unchanged} unchanged`
      const receipt = view.receiptPath === null ? [] : [`receipt  ${pathFrom(here, view.receiptPath)}`]
      return [`${view.store}: ${counts}${view.dryRun ? " (dry run: nothing was written)" : ""}`, ...receipt]
    }
    case "FactsListed": {
      const shown = view.facts.length < view.total ? `, ${view.facts.length} shown` : ""
      return [...factTable(view.facts, here.columns), `${plural(view.total, "fact")} in ${view.store}${shown}`]
    }
    case "FactInspected":
      return factLines(view.fact)
    case "FactDeleted":
      return [`deleted from ${view.store}: ${view.factIdSha256}`]
    case "FactStores":
      return view.stores.length === 0
        ? ["no facts stores yet"]
        : table(
            view.stores.map((each) => [each.store, plural(each.facts, "fact"), `${each.bytes} bytes`]),
            storeColumns,
            here.columns,
          )
    case "FactsExported":
      return [`${plural(view.facts, "fact")} of ${view.store} written to ${pathFrom(here, view.file)}`]
    case "ManifestValidated":
      return [
        ...table(
          view.tools.map((tool) => [`✓ ${tool.name}`, tool.kind, tool.store]),
          toolColumns,
          here.columns,
        ),
        "",
        `${plural(view.tools.length, "tool")} valid in ${pathFrom(here, view.file)}`,
      ]
  }
}

const hashColumns: ReadonlyArray<Column> = [{ least: 16 }, { least: 16, drop: 1 }]
const factColumns: ReadonlyArray<Column> = [{ least: 8 }, { least: 16 }]
const storeColumns: ReadonlyArray<Column> = [{ least: 12 }, {}, { drop: 1 }]
const toolColumns: ReadonlyArray<Column> = [{ least: 12 }, { drop: 1 }, { least: 8 }]

const factTable = (facts: ReadonlyArray<ShownFact>, window: number): ReadonlyArray<string> => {
  const rows = facts.map(({ fact, fact_id_sha256, fact_sha256 }) =>
    fact === undefined ? [fact_id_sha256, fact_sha256] : [fact.fact_id, `${fact.topic}: ${fact.text}`],
  )
  return table(rows, facts[0]?.fact === undefined ? hashColumns : factColumns, window)
}

const factLines = ({ fact, tags, ...hashes }: ShownFact): ReadonlyArray<string> => {
  const rows = [
    ...(fact === undefined
      ? []
      : [
          ["fact_id", fact.fact_id],
          ["topic", fact.topic],
          ["text", fact.text],
          ["tags", fact.tags.join(", ")],
          ["source_label", fact.source_label ?? ""],
        ]),
    ...Object.entries(hashes),
    ...(fact === undefined ? [["tags", String(tags)]] : []),
  ]
  return table(rows, [{}, {}], Number.POSITIVE_INFINITY)
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

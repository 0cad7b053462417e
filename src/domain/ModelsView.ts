/** How `edge models list`, `where` and `fetch` look. */
import { escapeControls } from "./Contract.ts"
import { type Here, pathFrom } from "./Here.ts"
import { fromLiteral, type Json } from "./Json.ts"
import type { CatalogModel } from "./ModelCatalog.ts"
import type { HeldModel } from "./ModelFile.ts"
import { fetchCommand } from "./ModelRef.ts"
import type { FetchedModel } from "./Receipt.ts"
import { shellWord } from "./Shell.ts"
import { type Column, table } from "./Table.ts"
import { sizeText } from "./TransferText.ts"

/** A model of the catalog on this machine. */
export interface CatalogRow extends CatalogModel {
  /** Where its file lies; null where it is not here. */
  readonly held: Pick<HeldModel, "holder" | "path"> | null
  readonly fits: boolean
}

export type ModelsShown =
  | {
      readonly kind: "list"
      readonly rows: ReadonlyArray<CatalogRow>
      readonly others: ReadonlyArray<HeldModel>
      readonly memoryBytes: number
    }
  | { readonly kind: "where"; readonly ref: string; readonly found: ReadonlyArray<HeldModel> }
  | { readonly kind: "plan"; readonly fetched: FetchedModel; readonly freeBytes: number | null }
  | { readonly kind: "here"; readonly fetched: FetchedModel }
  | ({ readonly kind: "stopped" | "fetched" } & FetchEnd)

interface FetchEnd {
  readonly fetched: FetchedModel
  /** Whether anything was asked for. */
  readonly networkUsed: boolean
  readonly receiptPath: string
}

export const modelsHuman = (shown: ModelsShown, here: Here): string => {
  switch (shown.kind) {
    case "list":
      return listHuman(shown.rows, shown.others, here)
    case "where":
      return text(
        table(
          shown.found.map((each) => foundRow(each, here)),
          foundColumns,
          here.columns,
        ),
      )
    case "plan":
      return planHuman(shown.fetched, shown.freeBytes, here)
    case "here":
      return `${escapeControls(shown.fetched.name)} is here already.\n${fetchedHuman(shown.fetched, here)}`
    case "stopped":
      return lines([
        ["stopped; the same command goes on from here", ""],
        ["receipt", pathFrom(here, shown.receiptPath)],
      ])
    case "fetched":
      return fetchedHuman(shown.fetched, here) + lines([["receipt", pathFrom(here, shown.receiptPath)]])
  }
}

// The path is what was asked for.
const foundColumns: ReadonlyArray<Column> = [{ drop: 1 }, { drop: 2 }, {}]
const foundRow = ({ holder, bytes, path }: HeldModel, here: Here) => [holder, sizeText(bytes), pathFrom(here, path)]

const catalogColumns: ReadonlyArray<Column> = [{}, {}, { drop: 1 }, {}, { drop: 2 }, {}, { drop: 3, least: 24 }]
const heldColumns: ReadonlyArray<Column> = [{ drop: 1 }, { least: 10 }, { drop: 2 }, { least: 20, keep: "end" }]

const listHuman = (rows: ReadonlyArray<CatalogRow>, others: ReadonlyArray<HeldModel>, here: Here): string => {
  const known = rows.map((row) => [
    row.held === null && row.source !== null ? "·" : "✓",
    row.name,
    row.parameters,
    `${row.bytes_approximate ? "~" : ""}${sizeText(row.bytes)}`,
    row.fits ? "fits" : "too large for the memory",
    state(row),
    row.good_for,
  ])
  const held = others.map((each) => [each.holder, each.title, sizeText(each.bytes), pathFrom(here, each.path)])
  const heldText = text(table(held, heldColumns, here.columns))
  const more = held.length === 0 ? "" : `\nAlso on this disk; name them by their path:\n${heldText}`
  return `${text(table(known, catalogColumns, here.columns))}${more}\nTo get one: ${fetchCommand("NAME")}\n`
}

const state = ({ held, source }: CatalogRow): string => {
  if (source === null) return "built in"
  return held === null ? "not here" : held.holder === "edge" ? "here" : `here, from ${held.holder}`
}

const planHuman = (fetched: FetchedModel, freeBytes: number | null, here: Here): string =>
  lines([
    ["would fetch", fetched.name],
    ["from", fetched.source],
    ["size", fetched.bytes === null ? "known when the server says it" : `about ${sizeText(fetched.bytes)}`],
    ["here already", sizeText(fetched.resumed_from)],
    ["free on disk", freeBytes === null ? "unknown" : sizeText(freeBytes)],
    ["into", pathFrom(here, fetched.path ?? "")],
  ])

const fetchedHuman = (fetched: FetchedModel, here: Here): string =>
  lines([
    ["model", fetched.name],
    ["file", pathFrom(here, fetched.path ?? "")],
    ["size", fetched.bytes === null ? "" : sizeText(fetched.bytes)],
    ["hash", fetched.sha256 ?? ""],
    ["use it", `edge demo chat --model ${wordFor(fetched.name)} --prompt TEXT`],
  ])

const wordFor = (name: string): string => (/^[\w.:/-]+$/.test(name) ? name : shellWord(name))

export const modelsJson = (shown: ModelsShown): Json => {
  switch (shown.kind) {
    case "list":
      return fromLiteral({
        schema_version: "edge.models.list.v1",
        memory_bytes: shown.memoryBytes,
        models: shown.rows.map(({ held, fits, ...model }) => ({
          ...model,
          fits_memory: fits,
          present: model.source === null || held !== null,
          holder: held?.holder ?? null,
          path: held?.path ?? null,
        })),
        others: shown.others,
      })
    case "where":
      return fromLiteral({ schema_version: "edge.models.where.v1", ref: shown.ref, found: shown.found })
    case "plan":
      return fromLiteral({
        schema_version: "edge.models.fetch.v1",
        status: "dry_run",
        fetched: shown.fetched,
        free_bytes: shown.freeBytes,
        network_used: false,
        receipt_path: null,
      })
    case "here":
      return fetchJson("already_here", shown.fetched, false, null)
    case "stopped":
      return fetchJson("interrupted", shown.fetched, shown.networkUsed, shown.receiptPath)
    case "fetched":
      return fetchJson("completed", shown.fetched, shown.networkUsed, shown.receiptPath)
  }
}

const fetchJson = (status: string, fetched: FetchedModel, network_used: boolean, receipt_path: string | null): Json =>
  fromLiteral({ schema_version: "edge.models.fetch.v1", status, fetched, network_used, receipt_path })

/** A row for each fact about one thing: none is worth less than another, and whoever asked wants it whole. */
const lines = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  text(table(rows, [{}, {}], Number.POSITIVE_INFINITY))

const text = (each: ReadonlyArray<string>): string => each.map((line) => `${line}\n`).join("")

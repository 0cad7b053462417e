/** Facts out of a web page: the page as one, or each row of its tables as one. */
import type { Fact } from "./Fact.ts"

export type Split = "page" | "html-table-rows"

export interface PageParts {
  /** Where it was found, without a fragment; and the same, or its hash where it is too long to be an id. */
  readonly url: string
  readonly id: string
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<{
    readonly table: number
    readonly row: number
    readonly caption: string
    readonly cells: ReadonlyArray<string>
  }>
}

/** None where the page has nothing of the kind. The id follows from the address, so that a second import overwrites. */
export const pageFacts = (page: PageParts, split: Split): ReadonlyArray<Fact> => {
  const topic = page.title || page.url
  if (split === "page") return page.text === "" ? [] : [factOf(page, "", topic, page.text)]
  return page.rows.map(({ table, row, caption, cells }) =>
    factOf(page, `#table-${table}-row-${row}`, [caption || topic, cells[0]].join(": "), cells.join("; ")),
  )
}

const factOf = ({ url, id }: PageParts, place: string, topic: string, text: string): Fact => ({
  fact_id: `${id}${place}`,
  topic: cut(clean(topic), 500),
  text: cut(clean(text), 50_000),
  tags: [],
  source_label: cut(url, 500),
})

const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

// Never between the two halves of a character.
const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")

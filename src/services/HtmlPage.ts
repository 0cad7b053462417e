/** What a page says: its title, its visible text, its table rows, its links. */
import { Parser } from "htmlparser2"

export interface Row {
  readonly table: number
  readonly row: number
  /** The table's caption, if it has one. */
  readonly caption: string
  /** `header: cell` where the table has headers; links behind their text, absolute. */
  readonly cells: ReadonlyArray<string>
}

export interface HtmlPage {
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<Row>
  /** Absolute, without fragments, each once. */
  readonly links: ReadonlyArray<string>
}

const hidden = new Set(["script", "style", "noscript", "template", "svg", "head", "iframe", "object"])
const blocks = new Set(
  "address article aside blockquote br dd div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
)

/** Reads HTML that was found at `url`. */
export const readHtml = (html: string, url: URL): HtmlPage => {
  const page = new Reading(url)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => page.open(name, attributes),
      ontext: (text) => page.said(text),
      onclosetag: (name) => page.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  return page.result()
}

const tidy = (text: string): string => text.replace(/[ \t\r\n\f\u00a0]+/g, " ").trim()

class Reading {
  private base: URL
  private title = ""
  private heading = ""
  private text = ""
  private depthHidden = 0
  private inside: "title" | "h1" | "caption" | "cell" | null = null
  private readonly links = new Set<string>()
  private readonly rows: Array<Row> = []
  private tables = 0
  private rowOfTable = 0
  private caption = ""
  private headers: ReadonlyArray<string> = []
  private row: Array<string> | null = null
  private headerRow = false
  private cell = ""
  private href: string | null = null

  constructor(url: URL) {
    this.base = url
  }

  open(name: string, attributes: { readonly [name: string]: string }): void {
    if (name === "base" && attributes["href"] !== undefined && URL.canParse(attributes["href"], this.base.href)) {
      this.base = new URL(attributes["href"], this.base)
    }
    if (name === "title") this.inside = "title"
    if (hidden.has(name)) this.depthHidden += 1
    if (this.depthHidden > 0) return
    if (blocks.has(name)) this.text += "\n"
    if (name === "h1" && this.heading === "") this.inside = "h1"
    if (name === "a" && attributes["href"] !== undefined) this.link(attributes["href"])
    this.openTable(name)
  }

  said(text: string): void {
    if (this.inside === "title") this.title += text
    if (this.depthHidden > 0) return
    this.text += text
    if (this.inside === "h1") this.heading += text
    if (this.inside === "caption") this.caption += text
    if (this.row !== null) this.cell += text
  }

  close(name: string): void {
    if (hidden.has(name)) this.depthHidden = Math.max(0, this.depthHidden - 1)
    if (name === "title" || name === "h1" || name === "caption") this.inside = null
    if (name === "a" && this.href !== null) {
      if (this.row !== null) this.cell += ` (${this.href})`
      this.href = null
    }
    if (this.depthHidden > 0) return
    if (blocks.has(name) || name === "td" || name === "th") this.text += blocks.has(name) ? "\n" : " "
    this.closeTable(name)
  }

  result(): HtmlPage {
    const lines = this.text.split("\n").map(tidy)
    return {
      title: tidy(this.title) || tidy(this.heading),
      text: lines.filter((line) => line !== "").join("\n"),
      rows: this.rows,
      links: [...this.links],
    }
  }

  private link(href: string): void {
    if (!URL.canParse(href, this.base.href)) return
    const url = new URL(href, this.base)
    this.href = url.href
    url.hash = ""
    if (url.protocol === "http:" || url.protocol === "https:") this.links.add(url.href)
  }

  private openTable(name: string): void {
    if (name === "table") {
      this.tables += 1
      this.rowOfTable = 0
      this.caption = ""
      this.headers = []
    } else if (name === "caption") this.inside = "caption"
    else if (name === "tr") {
      this.row = []
      this.headerRow = true
    } else if (name === "td" || name === "th") {
      this.cell = ""
      if (name === "td") this.headerRow = false
    }
  }

  private closeTable(name: string): void {
    if (this.row === null) return
    if (name === "td" || name === "th") this.row.push(tidy(this.cell))
    if (name !== "tr") return
    if (this.headerRow) this.headers = this.row
    else this.addRow(this.row)
    this.row = null
  }

  private addRow(row: ReadonlyArray<string>): void {
    const named = row.map((cell, at) => (this.headers[at] ? `${this.headers[at]}: ${cell}` : cell))
    const cells = named.filter((_, at) => row[at] !== "")
    this.rowOfTable += 1
    const place = { table: this.tables, row: this.rowOfTable }
    if (cells.length > 0) this.rows.push({ ...place, caption: tidy(this.caption), cells })
  }
}

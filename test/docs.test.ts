/** Documents point to what is there, and name what there is. */
import * as fs from "node:fs"
import * as path from "node:path"
import { expect, it } from "vitest"
import { Receipt, RunStatus } from "../src/domain/Receipt.ts"
import { receiptKind } from "../src/domain/ReceiptKind.ts"
import { root } from "./fixtures/edge.ts"

const skipped = new Set(["node_modules", ".git", "dist", "build"])

const documents = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : documents(file)
    return entry.name.endsWith(".md") ? [file] : []
  })

const read = (file: string) => fs.readFileSync(path.resolve(root, file), "utf8")

/** The text without code, in which brackets are only brackets. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`(?!\])/g, "")

const anchors = (text: string) =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  )

const broken = (file: string): ReadonlyArray<string> =>
  [...prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [name = "", anchor] = target.split("#")
      const there = name === "" ? file : path.resolve(path.dirname(file), name)
      return !fs.existsSync(there) || (anchor !== undefined && !anchors(read(there)).includes(anchor))
    })
    .map((target) => `${path.relative(root, file)}: ${target}`)

it("every relative link leads somewhere", () => {
  const files = documents(root)
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap(broken)).toEqual([])
})

it("the README and the page about tools lead to confirmation, facts and learning", () => {
  for (const page of ["confirmation", "facts", "learning"]) {
    expect(read("README.md")).toContain(`(docs/${page}.md)`)
    expect(read("docs/tools.md")).toContain(`(${page}.md)`)
  }
})

it("the page about receipts has every kind, format and status", () => {
  const page = read("docs/receipts.md")
  for (const [version, kind] of Object.entries(receiptKind)) {
    expect(page).toContain(`| \`${kind}\` |`)
    expect(page).toContain(`[\`${version}\`](schemas/${version}.schema.json)`)
  }
  expect(Object.keys(receiptKind)).toHaveLength(Receipt.members.length)
  for (const status of RunStatus.literals) expect(page).toContain(`| \`${status}\` |`)
})

it("every exit code of a signal is told wherever one is", () => {
  for (const file of ["docs/errors.md", "docs/runner.md"]) {
    for (const code of ["129", "130", "143"]) expect(read(file)).toContain(code)
  }
})

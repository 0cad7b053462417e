/**
 * Writes the documents that repeat code: docs/cli.md from the command tree, docs/errors.md from the error classes,
 * docs/schemas from the receipt formats, the table of docs/models.md from the catalog. With --check it writes nothing and
 * fails when a document on disk differs from what the code says.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { loadSource } from "./load-source.mjs"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const check = process.argv.includes("--check")

const exits = [
  ["0", "done"],
  ["1", "a bug in `edge`"],
  ["2", "wrong usage"],
  ["3", "an input file is wrong"],
  ["4", "failed closed at run time"],
  ["5", "the environment lacks something, or the output cannot be written"],
  ["6", "waits for a person's confirmation"],
  ["129, 130, 143", "interrupted by SIGHUP (the terminal was closed), by Ctrl-C, by SIGTERM"],
]

const errorsDocument = async () => {
  const { errorGroups, codeOf } = await loadSource("src/domain/errors/registry.ts")
  const cell = (text) => text.replaceAll("|", "\\|")
  const table = ({ title, classes }) =>
    [
      `## ${title}`,
      "",
      "| code | exit | when | what to do |",
      "| --- | --- | --- | --- |",
      ...classes.map((each) => {
        const { exit, when, hint } = each.about
        return `| \`${codeOf(each)}\` | ${exit} | ${cell(when)} | ${cell(hint)} |`
      }),
      "",
    ].join("\n")
  return [
    "# Errors",
    "",
    "Generated from the error classes in `src/domain/errors` by `npm run docs`; do not edit.",
    "",
    "With `--json` a failure prints `edge.error.v1`: `code`, `message`, `hint` and `details`. A chat or call that got as far",
    "as running prints its own run document, with the same four fields under `failure`. Messages and details never hold",
    "argument values, results or the messages of exceptions.",
    "",
    "| exit | meaning |",
    "| --- | --- |",
    ...exits.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    "",
    ...errorGroups.map(table),
  ].join("\n")
}

// One JSON Schema (draft 2020-12) a receipt format, named by its version.
const schemaDocuments = async () => {
  const { receiptSchemas } = await loadSource("src/domain/ReceiptSchemas.ts")
  return Object.fromEntries(
    Object.entries(receiptSchemas()).map(([version, schema]) => [
      `docs/schemas/${version}.schema.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}

// The models of the catalog, inside a document that is otherwise written by hand.
const modelsDocument = async () => {
  const { catalog } = await loadSource("src/domain/ModelCatalog.ts")
  const { sizeText } = await loadSource("src/domain/TransferText.ts")
  const rows = catalog.map((model) => {
    const size = `${model.bytes_approximate ? "about " : ""}${sizeText(model.bytes)}`
    const from = model.source === null ? "built in" : `\`${model.source}\``
    const name = `\`${model.name}\``
    return `| ${[name, model.parameters, size, model.license, model.context.toLocaleString("en"), model.good_for, from].join(" | ")} |`
  })
  const table = ["| name | size | file | licence | context | good for | from |", `|${" --- |".repeat(7)}`, ...rows]
  const text = fs.readFileSync(path.join(root, "docs/models.md"), "utf8")
  const [start, end] = ["<!-- catalog:start -->", "<!-- catalog:end -->"]
  return text.slice(0, text.indexOf(start)) + [start, ...table, text.slice(text.indexOf(end))].join("\n")
}

const cliDocument = async () => {
  const { commandLineDocument } = await loadSource("scripts/cli-document.ts")
  return commandLineDocument()
}

const documents = {
  "docs/cli.md": await cliDocument(),
  "docs/models.md": await modelsDocument(),
  "docs/errors.md": await errorsDocument(),
  ...(await schemaDocuments()),
}

for (const [name, text] of Object.entries(documents)) {
  const file = path.join(root, name)
  const now = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""
  if (now === text) continue
  if (check) {
    console.error(`${name} is not what the code says; run npm run docs.`)
    process.exitCode = 1
  } else {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
}

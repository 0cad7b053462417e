/**
 * Writes the documents that repeat code: docs/errors.md from the error classes, docs/schemas from the receipt formats. With --check it writes nothing and fails
 * when a document on disk differs from what the code says.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { importSource } from "./import-source.mjs"

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
  ["130, 143", "interrupted by Ctrl-C, by SIGTERM"],
]

const errorsDocument = async () => {
  const { errorGroups, codeOf } = await importSource("src/domain/errors/registry.ts")
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
  const { receiptSchemas } = await importSource("src/domain/ReceiptSchemas.ts")
  return Object.fromEntries(
    Object.entries(receiptSchemas()).map(([version, schema]) => [
      `docs/schemas/${version}.schema.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}

const documents = { "docs/errors.md": await errorsDocument(), ...(await schemaDocuments()) }

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

/** How receipts are read, listed and shown. */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { escapeControls, escapeLines } from "./Contract.ts"
import { type Here, pathFrom } from "./Here.ts"
import { canonical, fromLiteral, type Json, ordered } from "./Json.ts"
import { readJson } from "./JsonReader.ts"
import { type CallRow, Receipt } from "./Receipt.ts"
import { type Column, table } from "./Table.ts"

/** A receipt and where it lies. */
export interface ReceiptFile {
  readonly path: string
  readonly receipt: Receipt
}

const decode = Schema.decodeUnknownEither(Receipt, { onExcessProperty: "error", errors: "all" })

/** The receipt in a text, or everything that is wrong with it. */
export const readReceipt = (text: string): Either.Either<Receipt, ReadonlyArray<string>> =>
  Either.flatMap(
    Either.mapLeft(readJson(text), ({ problem }) => [`it is no JSON: ${problem}`]),
    (json) => Either.mapLeft(decode(json), problemsOf),
  )

// Of a union's issues only those of the format that the file claims to be would help; the first few say enough.
const problemsOf = (error: ParseResult.ParseError): ReadonlyArray<string> => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error).filter(({ path }) => path[0] !== "schema_version")
  if (issues.length === 0) return ["its schema_version is none of a known receipt"]
  return issues.slice(0, 5).map(({ path, message }) => `${path.join(".") || "the document"}: ${message.split("\n")[0]}`)
}

/**
 * What is wrong with the texts that a receipt keeps beside their hashes: one that was changed since, or that should not be
 * there.
 */
export const textFaults = (receipt: Receipt, hashOf: (text: string) => string): ReadonlyArray<string> => {
  const kept = keptTexts(receipt).flatMap(({ text, ...rest }) =>
    typeof text === "string" ? [{ ...rest, hash: rest.hash === hashOf(text) }] : [],
  )
  return [
    ...(receipt.raw_text_included || kept.length === 0 ? [] : ["raw_text_included: it keeps text all the same"]),
    ...kept.flatMap(({ name, hash }) => (hash ? [] : [`${name}: it is not the text whose hash stands here`])),
  ]
}

interface KeptText {
  /** Where it stands in the receipt. */
  readonly name: string
  /** Neither null nor absent where the receipt was asked to keep it. */
  readonly text: string | null | undefined
  readonly hash: string | null
}

const keptTexts = (receipt: Receipt): ReadonlyArray<KeptText> => [
  ...callsOf(receipt).flatMap((call, index) => [
    { name: `tool_calls.${index}.arguments`, text: jsonText(call.arguments), hash: call.args_sha256 },
    { name: `tool_calls.${index}.result`, text: jsonText(call.result), hash: call.result_sha256 },
  ]),
  ...("prompt_sha256" in receipt
    ? [
        { name: "prompt", text: receipt.prompt, hash: receipt.prompt_sha256 },
        { name: "answer", text: receipt.answer, hash: receipt.answer_sha256 },
      ]
    : []),
  ...("questions" in receipt
    ? [
        { name: "profile", text: receipt.profile, hash: receipt.profile_sha256 },
        ...receipt.questions.flatMap(({ before, after, ...asked }, index) => [
          { name: `questions.${index}.question`, text: asked.question, hash: asked.question_sha256 },
          { name: `questions.${index}.answer_before`, text: asked.answer_before, hash: before.answer_sha256 },
          { name: `questions.${index}.answer_after`, text: asked.answer_after, hash: after.answer_sha256 },
        ]),
      ]
    : []),
  ...("pages" in receipt
    ? receipt.pages.map(({ url, url_sha256 }, index) => ({ name: `pages.${index}.url`, text: url, hash: url_sha256 }))
    : []),
]

const jsonText = (json: unknown) => (json === undefined ? undefined : canonical(json as Json))

export interface ReceiptFilter {
  readonly status: string | null
  readonly tool: string | null
}

export const matches = ({ receipt }: ReceiptFile, { status, tool }: ReceiptFilter): boolean =>
  (status === null || receipt.status === status) &&
  (tool === null || callsOf(receipt).some((call) => call.name === tool))

/** `network_used` is false, and so is `network_used_by_edge` of every call. */
export const isLocalOnly = (receipt: Receipt): boolean =>
  !receipt.network_used && callsOf(receipt).every((call) => !call.network_used_by_edge)

export const shownHuman = ({ path, receipt }: ReceiptFile, here: Here): string => {
  const rows: Array<readonly [string, string]> = [
    ["receipt", pathFrom(here, path)],
    ["format", receipt.schema_version],
    ["when", `${receipt.created_at}, ${receipt.duration_ms} ms`],
    ["status", receipt.failure === null ? receipt.status : `${receipt.status}: ${receipt.failure.code}`],
    ...(hasCut(receipt) ? [["answer", "not whole: a token limit cut it off"] as const] : []),
    ["network used", receipt.network_used ? "yes" : "no"],
    ["text included", receipt.raw_text_included ? "yes" : "no"],
    ...textRows(receipt),
    ...("tools_file_sha256" in receipt ? toolRows(receipt) : []),
    ...callsOf(receipt).flatMap((call, index) => callRows(call, `call ${index + 1}`)),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  // The lines of a text begin where the values do, so that none looks like a row.
  const indent = " ".repeat(width + 2)
  return `${rows.map(([name, value]) => `${name.padEnd(width)}  ${escapeLines(value, indent)}`).join("\n")}\n`
}

// A chat has one answer, learning those to its questions.
const hasCut = (receipt: Receipt): boolean =>
  "answer_cut" in receipt ||
  ("questions" in receipt &&
    receipt.questions.some(({ before, after }) => before.answer_cut === true || after.answer_cut === true))

export const listHuman = (files: ReadonlyArray<ReceiptFile>, here: Here): string => {
  const rows = files.map(({ path, receipt }) => {
    const calls = callsOf(receipt).map((call) => call.name ?? "?")
    return [receipt.created_at, receipt.status, pathFrom(here, path), calls.join(", ")]
  })
  return rows.length === 0 ? "No receipts.\n" : `${table(rows, listColumns, here.columns).join("\n")}\n`
}

const listColumns: ReadonlyArray<Column> = [{ drop: 1 }, {}, { least: 16, keep: "end" }, { drop: 2, least: 8 }]

export const listJson = (files: ReadonlyArray<ReceiptFile>): Json =>
  fromLiteral({
    schema_version: "edge.demo.receipt.list.v1",
    receipts: files.map(({ path, receipt }) => ({
      path,
      schema_version: receipt.schema_version,
      created_at: receipt.created_at,
      status: receipt.status,
      code: receipt.failure?.code ?? null,
      tools: callsOf(receipt).map((call) => call.name),
    })),
  })

export const shownJson = ({ path, receipt }: ReceiptFile): Json =>
  fromLiteral({ schema_version: "edge.demo.receipt.show.v1", path, receipt })

const covers = "edge itself; a tool's own code can use the network, and no receipt can tell"

export const localOnlyHuman = ({ path }: ReceiptFile, here: Here): string =>
  `local only: yes, edge used no network in this run\nreceipt     ${escapeControls(pathFrom(here, path))}\ncovers      ${covers}\n`

export const localOnlyJson = ({ path, receipt }: ReceiptFile): Json =>
  fromLiteral({
    schema_version: "edge.demo.local_only.v1",
    local_only: true,
    path,
    calls_checked: callsOf(receipt).length,
    covers,
  })

/** The calls of a run; a receipt of another kind has none. */
const callsOf = (receipt: Receipt): ReadonlyArray<CallRow> => ("tool_calls" in receipt ? receipt.tool_calls : [])

type Hashes = { readonly tools_file_sha256: string | null; readonly active_set_sha256: string | null }

const toolRows = ({ tools_file_sha256, active_set_sha256 }: Hashes): ReadonlyArray<readonly [string, string]> => [
  ["tools file", tools_file_sha256 ?? "none"],
  ["active set", active_set_sha256 ?? "none"],
]

/** The prompt and the answer, where the receipt was asked to keep them. */
const textRows = (receipt: Receipt): ReadonlyArray<readonly [string, string]> => {
  const { prompt = null, answer = null } = "prompt_sha256" in receipt ? receipt : {}
  return (
    [
      ["prompt", prompt],
      ["answer", answer],
    ] as const
  ).flatMap(([name, text]) => (text === null ? [] : [[name, text]]))
}

const callRows = (call: CallRow, name: string): ReadonlyArray<readonly [string, string]> => [
  [name, callText(call)],
  ...("arguments" in call ? [["  arguments", ordered(call.arguments as Json)] as const] : []),
  ...("result" in call ? [["  result", ordered(call.result as Json)] as const] : []),
]

const callText = (call: CallRow): string => {
  const code = call.code === null ? "" : ` (${call.code})`
  const time = call.duration_ms === null ? "" : `, ${call.duration_ms} ms`
  return `${call.name ?? "?"}  ${call.status}${code}${time}`
}

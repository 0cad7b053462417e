/** Tables in windows of any width: no line is wider, and what has to go goes in the order that was given. */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import type { Frozen } from "../../src/domain/Frozen.ts"
import { anywhere } from "../../src/domain/Here.ts"
import { catalog } from "../../src/domain/ModelCatalog.ts"
import type { PendingEntry } from "../../src/domain/PendingJournal.ts"
import type { ReceiptFile } from "../../src/domain/ReceiptView.ts"
import { type Column, table } from "../../src/domain/Table.ts"
import { toHuman, type View } from "../../src/domain/View.ts"
import { widthOf } from "../../src/domain/Width.ts"
import { feeTool, statusTool } from "../fixtures/tools.ts"

const rows = [
  ["✓", "edge-micro", "5M", "/home/me/models/edge-micro.gguf"],
  ["·", "退款-4b", "4B", ""],
]
const columns: ReadonlyArray<Column> = [{}, { least: 5 }, { drop: 1 }, { least: 8, keep: "end" }]

describe("a table", () => {
  it.each([
    [Number.POSITIVE_INFINITY, ["✓  edge-micro  5M  /home/me/models/edge-micro.gguf", "·  退款-4b     4B"]],
    [51, ["✓  edge-micro  5M  /home/me/models/edge-micro.gguf", "·  退款-4b     4B"]],
    [40, ["✓  edge-micro  5M  …dels/edge-micro.gguf", "·  退款-4b     4B"]],
    [26, ["✓  edge-mic…  5M  …ro.gguf", "·  退款-4b    4B"]],
    [20, ["✓  edge-m…  …ro.gguf", "·  退款-4b"]],
    [18, ["✓  edge…  …ro.gguf", "·  退款…"]],
  ])("in a window of %d", (window, lines) => {
    expect(table(rows, columns, window)).toEqual(lines)
  })

  it("shows what a terminal would obey, and counts it as shown", () => {
    expect(
      table(
        [
          ["a\u001b[2J", "b"],
          ["c", "d"],
        ],
        [{}, {}],
        80,
      ),
    ).toEqual(["a\\u001b[2J  b", "c           d"])
  })

  it("of nothing has no lines", () => expect(table([], columns, 10)).toEqual([]))

  const cells = fc.array(fc.tuple(fc.string(), fc.string({ unit: "grapheme" }), fc.string()), { maxLength: 5 })
  it.prop(
    "is never wider than its window, if that has room for the narrowest of what stays",
    [cells, fc.integer({ min: 12, max: 60 })],
    ([rows, window]) => {
      const lines = table(rows, [{ least: 3 }, { least: 5, drop: 1 }, { least: 4 }], window)
      expect(lines).toHaveLength(rows.length)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(window)
    },
  )
})

const at = "2026-01-31T12:00:00.000Z"
const hash = `sha256:${"ab".repeat(32)}`
const long =
  "a description that goes on and on, longer than most windows are wide, and then some more of it, to be sure"
const entry = (state: PendingEntry["state"]) =>
  ({
    id: "4e4c1d62-1111-4222-8333-444455556666",
    state,
    path: "/p",
    claim: null,
    outcome: null,
    pending: { tool: "transfer_between_two_accounts", expires_at: at },
  }) as unknown as PendingEntry
const receipt = (status: string) =>
  ({
    path: `/home/me/.local/share/edge/receipts/chat/20260131T120000.000Z-4e4c1d62.json`,
    receipt: { created_at: at, status, tool_calls: [{ name: "calculate_fee" }, { name: "order_status" }] },
  }) as unknown as ReceiptFile
const held = {
  holder: "Hugging Face",
  title: "Some_Model-GGUF/Some_Model-Q4_K_M.gguf",
  bytes: 5e9,
  source: null,
  path: "/home/me/.cache/huggingface/hub/models--x--y/snapshots/abc/Some_Model-Q4_K_M.gguf",
} as const
const shownFact = { fact_id_sha256: hash, fact_sha256: hash, topic_sha256: hash, text_sha256: hash, tags: 1 }
const fact = { fact_id: "refund-window", topic: "退款政策", text: long, tags: [], source_label: null }
const frozen = { file: "/t.py", tools: [feeTool, statusTool] } as unknown as Frozen
const metadata = { created_at: at, sample_id: "finance-assistant-demo", prefix: { tokens: 512 } }

/** What each list is called, the list, and what a window of 40 columns still shows of it. */
const lists: ReadonlyArray<readonly [string, View, RegExp]> = [
  [
    "models",
    {
      _tag: "Models",
      shown: {
        kind: "list",
        memoryBytes: 1,
        others: [held],
        rows: catalog.map((model) => ({ ...model, held: null, fits: model.bytes < 1e9 })),
      },
    },
    /^· {2}qwen3\.5-9b-4bit {3}~5\.68 GB {2}not here$/m,
  ],
  [
    "receipts",
    { _tag: "ReceiptList", files: ["completed", "confirmation_required"].map(receipt) },
    /^completed .*\.json$/m,
  ],
  [
    "pending actions",
    { _tag: "Pending", shown: { _tag: "Listed", entries: [entry("pending"), entry("outcome_unknown")] } },
    /^o… {2}4e4c1d62-1111-4222-8333-444455556666$/m,
  ],
  [
    "stores",
    {
      _tag: "FactStores",
      stores: [
        { store: "s".repeat(64), facts: 1_000_000, bytes: 1e9 },
        { store: "t", facts: 1, bytes: 5 },
      ],
    },
    /^t +1 fact$/m,
  ],
  ["facts", { _tag: "FactsListed", store: "s", total: 1, facts: [shownFact] }, /^sha256:(ab)+.?… {2}sha256:(ab)+.?…$/m],
  [
    "facts with their text",
    { _tag: "FactsListed", store: "s", total: 1, facts: [{ ...shownFact, fact }] },
    /^refund-window {2}退款政策: a description …$/m,
  ],
  [
    "look-ups",
    {
      _tag: "ManifestValidated",
      file: "/m",
      manifestSha256: hash,
      activeSetSha256: hash,
      warnings: [],
      tools: [{ name: "company_policies_lookup", kind: "local_facts_lookup", store: "company", description: "x" }],
    },
    /^✓ company_policies_lookup {2}company$/m,
  ],
  ["tools", { _tag: "Validated", frozen }, /^✓ fee_quote .*…$/m],
  [
    "imprints",
    {
      _tag: "ImprintList",
      imprints: [
        { folder: "/home/me/.local/share/edge/imprints/4e4c1d62", metadata: metadata as never },
        { folder: "/home/me/.local/share/edge/imprints/5e4c1d62", damaged: "its metadata cannot be read" },
      ],
    },
    /^✗ {2}its met.*… {2}….*5e4c1d62$/m,
  ],
]

const linesAt = (view: View, window: number) =>
  toHuman(view, { ...anywhere, columns: window })
    .stdout.split("\n")
    .filter((line) => /^[✓✗·]| {2}/.test(line))

describe.each(lists)("a list of %s", (_, view, narrow) => {
  it.each([40, 80, 200])("is no wider than a window of %d columns", (window) => {
    const lines = linesAt(view, window)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect([line, Math.max(window, widthOf(line))]).toEqual([line, window])
  })

  it("keeps what it is about in the narrowest of them", () => {
    expect(linesAt(view, 40).join("\n")).toMatch(narrow)
  })

  it("is whole where it has no window", () => {
    expect(toHuman(view).stdout).not.toContain("…")
    const widest = Math.max(...linesAt(view, 1e6).map(widthOf))
    expect(linesAt(view, widest)).toEqual(linesAt(view, Number.POSITIVE_INFINITY))
  })
})

describe("edge models where", () => {
  it("gives up all but the path", () => {
    const view: View = { _tag: "Models", shown: { kind: "where", ref: "x", found: [held] } }
    expect(toHuman(view, { ...anywhere, columns: 90 }).stdout).toBe(`${held.path}\n`)
    expect(toHuman(view, { ...anywhere, columns: 200 }).stdout).toBe(`Hugging Face  5.00 GB  ${held.path}\n`)
  })
})

it("what the doctor found is wrapped beside its name, and what to type is not", () => {
  const report = [
    { name: "python", ok: false, found: "one two three four five six seven", paths: [], fix: `type ${long}` },
  ]
  expect(
    toHuman({ _tag: "Doctor", report }, { ...anywhere, columns: 30 })
      .stdout.split("\n")
      .slice(0, 3),
  ).toEqual(["✗ python  one two three four", "          five six seven", `          fix: type ${long}`])
})

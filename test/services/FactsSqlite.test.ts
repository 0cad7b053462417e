/** Facts stores: what goes in is found, nothing else is, and nothing is half there. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { FactsStore } from "../../src/services/FactsStore.ts"
import { StateDir } from "../../src/services/StateDir.ts"
import { fact, found, imported, layerTemporary } from "../fixtures/facts.ts"

const shop = [
  fact("refund", "Refund policy", "Money comes back within 14 days.", { tags: ["billing"] }),
  fact("ship", "Shipping", "Parcels leave the warehouse in two days; a refund is not needed for late ones."),
  fact("pol", "Policy POL-358", "Enterprise customers pay by invoice."),
  fact("pol2", "Policy POL-359", "Resellers pay in advance."),
  fact("zh", "退款政策", "客户可以在十四天内申请退款，运费不退。"),
  fact("zh2", "发货时间", "订单通常在两天内发货。"),
  fact("acc", "Café Zürich", "Straße und ＦＵＬＬwidth, naïve résumé."),
]

describe("a look-up", () => {
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["refund", ["refund", "ship"]],
    ["REFUND policy", ["refund"]],
    ["refu", ["refund", "ship"]],
    ["billing", ["refund"]],
    ["POL-358", ["pol"]],
    ["pol-35", ["pol2", "pol"]],
    ["What is the refund policy?", ["refund"]],
    ["退款", ["zh"]],
    ["政策", ["zh"]],
    ["退", ["zh"]],
    ["策", ["zh"]],
    ["请问退款政策是什么？", ["zh"]],
    ["发货", ["zh2"]],
    ["cafe zurich", ["acc"]],
    ["strasse fullwidth", ["acc"]],
    ["NAÏVE resume", ["acc"]],
    ["nothing of the kind", []],
    ["memory:safe", []],
    ['say "hi', []],
    ["(python", []],
    ["don't", []],
    ["*", []],
    ["NEAR(", []],
    ["", []],
    ["\u0000", []],
    ["refund\u0000policy", ["refund"]],
    ["topic:shipping OR warehouse", ["ship"]],
    ["-refund", ["refund", "ship"]],
    ["ref*", ["refund", "ship"]],
  ]
  it.live("finds words, and takes nothing for syntax", () =>
    Effect.gen(function* () {
      yield* imported("shop", shop)
      for (const [query, ids] of rows) expect([query, yield* found("shop", query)]).toEqual([query, ids])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.live("is narrowed by the topic and bounded by the limit", () =>
    Effect.gen(function* () {
      yield* imported("shop", shop)
      expect(yield* found("shop", "refund", { topic: "shipping" })).toEqual(["ship"])
      expect(yield* found("shop", "refund", { topic: "no such" })).toEqual([])
      expect(yield* found("shop", "pay", { limit: 1 })).toHaveLength(1)
      expect(yield* found("shop", "", { topic: "policy" })).toEqual(["refund", "pol", "pol2"])
      expect(yield* found("shop", "*", { topic: "*" })).toEqual([])
    }).pipe(Effect.provide(layerTemporary)),
  )
})

describe("an import", () => {
  it.live("counts what is added, changed and unchanged, and finds only what is there now", () =>
    Effect.gen(function* () {
      expect(yield* imported("s", shop, true)).toEqual({ added: 7, changed: 0, unchanged: 0 })
      const stores = yield* FactsStore
      expect(yield* stores.names).toEqual([])
      expect(yield* imported("s", shop)).toEqual({ added: 7, changed: 0, unchanged: 0 })
      expect(yield* imported("s", shop)).toEqual({ added: 0, changed: 0, unchanged: 7 })
      const next = [fact("ship", "Transport", "By train."), fact("new", "New", "Fresh."), ...shop.slice(2)]
      expect(yield* imported("s", next, true)).toEqual({ added: 1, changed: 1, unchanged: 5 })
      expect(yield* found("s", "transport")).toEqual([])
      expect(yield* imported("s", next)).toEqual({ added: 1, changed: 1, unchanged: 5 })
      expect(yield* found("s", "transport train")).toEqual(["ship"])
      expect(yield* found("s", "warehouse")).toEqual([])
      yield* stores.remove("s", "ship")
      expect(yield* found("s", "transport")).toEqual([])
      expect((yield* Effect.flip(stores.remove("s", "ship")))._tag).toBe("fact_not_found")
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.live("refuses an id that stands twice in one file, and leaves everything as it was", () =>
    Effect.gen(function* () {
      const twice = [fact("a", "One", "x"), fact("b", "Two", "y"), fact("a", "Three", "z")]
      const fails = Effect.map(Effect.flip(imported("s", twice)), ({ _tag, ...rest }) => [
        _tag,
        (rest as { faults?: unknown }).faults,
      ])
      const expected = ["facts_file_invalid", [{ index: 2, path: "fact_id", problem: "stands twice in this file" }]]
      expect(yield* fails).toEqual(expected)
      expect(yield* (yield* FactsStore).names).toEqual([])
      expect(fs.readdirSync(path.join((yield* StateDir).path, "facts"))).toEqual([])
      yield* imported("s", [fact("a", "Old", "before")])
      expect(yield* fails).toEqual(expected)
      expect(yield* found("s", "before")).toEqual(["a"])
      expect(yield* found("s", "y")).toEqual([])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.live("takes away what a killed import left a day ago, and nothing younger", () =>
    Effect.gen(function* () {
      const folder = path.join((yield* StateDir).path, "facts")
      fs.mkdirSync(folder, { recursive: true })
      for (const name of [".s.old.tmp", ".s.new.tmp"]) fs.writeFileSync(path.join(folder, name), "x")
      fs.utimesSync(path.join(folder, ".s.old.tmp"), 0, 0)
      yield* imported("s", shop)
      expect(fs.readdirSync(folder)).toEqual([".s.new.tmp", "s.db"])
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.live("makes private files, and one whole store out of imports at the same time", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 20 }, (_, index) => [fact(`f${index}`, `Topic ${index}`, "same")])
      // Few enough that the last of them gets its turn in the time that an import waits.
      yield* Effect.forEach(many, (facts) => imported("s", facts), { concurrency: 4 })
      expect(yield* found("s", "same", { limit: 50 })).toHaveLength(20)
      const folder = path.join((yield* StateDir).path, "facts")
      expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
      expect(fs.statSync(path.join(folder, "s.db")).mode & 0o777).toBe(0o600)
      expect(fs.readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([])
    }).pipe(Effect.provide(layerTemporary)),
  )
})

describe("a store", () => {
  it.live("is opened for reading only, and never shares rows with another", () =>
    Effect.gen(function* () {
      yield* imported("a", [fact("x", "Alpha", "only in a")])
      yield* imported("b", [fact("x", "Beta", "only in b")])
      expect(yield* found("a", "only beta")).toEqual(["x"])
      expect(yield* found("a", "beta")).toEqual([])
      expect(yield* found("b", "alpha")).toEqual([])
      const file = path.join((yield* StateDir).path, "facts", "a.db")
      const before = fs.readFileSync(file)
      yield* found("a", "alpha")
      expect(fs.readFileSync(file).equals(before)).toBe(true)
    }).pipe(Effect.provide(layerTemporary)),
  )

  it.live("that is missing, foreign, damaged or newer is told apart", () =>
    Effect.gen(function* () {
      const folder = path.join((yield* StateDir).path, "facts")
      const missing = yield* Effect.flip(found("no", "x"))
      expect([missing._tag, (missing as { known?: unknown }).known]).toEqual(["facts_store_not_found", []])
      expect((yield* Effect.flip(found("../no", "x")))._tag).toBe("facts_store_not_found")
      yield* imported("ok", shop)
      fs.writeFileSync(
        path.join(folder, "text.db"),
        "this is no database, only a text file that is long enough\n".repeat(99),
      )
      expect((yield* Effect.flip(found("text", "x"))).message).toContain("its file is no facts store")
      fs.writeFileSync(path.join(folder, "cut.db"), fs.readFileSync(path.join(folder, "ok.db")).subarray(0, 9000))
      expect((yield* Effect.flip(found("cut", "refund")))._tag).toBe("facts_store_unusable")
      const newer = fs.readFileSync(path.join(folder, "ok.db"))
      newer.writeUInt32BE(99, 60)
      fs.writeFileSync(path.join(folder, "newer.db"), newer)
      expect((yield* Effect.flip(found("newer", "refund"))).message).toContain("a newer edge wrote it")
    }).pipe(Effect.provide(layerTemporary)),
  )
})

describe("a large store", () => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    fact(
      `f${at}`,
      at % 2 === 0 ? "even orders" : "odd orders",
      `common number${at} 常见${at % 2 === 0 ? "偶数" : "奇数"}`,
    ),
  )

  it.live("still finds rare words among common ones, unfinished words, and words of later imports", () =>
    Effect.gen(function* () {
      yield* imported("large", many)
      expect(yield* found("large", "common number4321")).toEqual(["f4321"])
      expect(yield* found("large", "orders common number432", { limit: 50 })).toEqual(
        ["f432", ...Array.from({ length: 10 }, (_, digit) => `f432${digit}`)].sort(
          (left, right) => Number(left.slice(1)) - Number(right.slice(1)),
        ),
      )
      expect(yield* found("large", "common orders", { limit: 3 })).toEqual(["f0", "f1", "f2"])
      expect(yield* found("large", "common", { topic: "odd", limit: 2 })).toEqual(["f1", "f3"])
      expect(yield* found("large", "偶数", { limit: 2 })).toEqual(["f0", "f2"])
      expect(yield* found("large", "number77 absent", { limit: 2 })).toEqual(["f77"])
      expect(yield* found("large", "absent")).toEqual([])
      yield* imported("large", [fact("new", "unheardof", "word")])
      expect(yield* found("large", "unhear")).toEqual(["new"])
    }).pipe(Effect.provide(layerTemporary)),
  )
})

/** Facts from web pages: one page, or the pages of one origin. The only programs here that use the network. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import type { Documented } from "../domain/errors/About.ts"
import { FactsUrlFailed } from "../domain/errors/Facts.ts"
import { InvalidUsage } from "../domain/errors/Usage.ts"
import type { Fact } from "../domain/Fact.ts"
import { pageFacts, type Split } from "../domain/PageFacts.ts"
import { type FactsImportReceipt, failureRow } from "../domain/Receipt.ts"
import type { View } from "../domain/View.ts"
import { FactsStore, type ImportCounts } from "../services/FactsStore.ts"
import { readHtml } from "../services/HtmlPage.ts"
import { Progress } from "../services/Progress.ts"
import { Receipts } from "../services/Receipts.ts"
import { sha256 } from "../services/Sha256.ts"
import { type Page, type PageBounds, WebPages } from "../services/WebPages.ts"
import { storeName } from "./facts.ts"
import { nameReceipt } from "./record.ts"

export interface WebOptions {
  readonly url: string
  readonly store: string
  readonly split: Split
  readonly includeText: boolean
  readonly dryRun: boolean
  readonly allowPrivate: boolean
  readonly maxBytes: number
  readonly maxRedirects: number
  readonly maxSeconds: number
}

export interface CrawlOptions extends WebOptions {
  readonly maxPages: number
  readonly maxDepth: number
}

type PageRow = FactsImportReceipt["pages"][number]

interface Known {
  readonly network: boolean
  readonly pages: ReadonlyArray<PageRow>
}

interface Visit {
  readonly facts: ReadonlyArray<Fact>
  readonly links: ReadonlyArray<string>
}

export const importUrl = Effect.fn("facts.importUrl")(function* (options: WebOptions) {
  const url = yield* address(options.url)
  return yield* recordedImport(options, (known) => Effect.map(visit(url, options, false, known), ({ facts }) => facts))
})

export const crawlUrl = Effect.fn("facts.crawlUrl")(function* (options: CrawlOptions) {
  const start = yield* address(options.url)
  return yield* recordedImport(options, (known) => crawl(start, options, known))
})

// Breadth first, so that depth means links away. A page that fails is told in the receipt; the first one decides.
const crawl = Effect.fnUntraced(function* (start: URL, options: CrawlOptions, known: Ref.Ref<Known>) {
  const first = yield* visit(start, options, true, known)
  const seen = new Set([start.href])
  const facts = [...first.facts]
  let pages = 1
  let level = first.links
  for (let depth = 1; depth <= options.maxDepth && pages < options.maxPages; depth++) {
    const next: Array<string> = []
    for (const link of level) {
      if (pages >= options.maxPages) break
      if (seen.has(link) || new URL(link).origin !== start.origin) continue
      seen.add(link)
      pages += 1
      const visited = yield* Effect.option(visit(new URL(link), options, true, known))
      if (Option.isNone(visited)) continue
      facts.push(...visited.value.facts)
      next.push(...visited.value.links)
    }
    level = next
  }
  // Two addresses may lead to the same page.
  return [...new Map(facts.map((fact) => [fact.fact_id, fact])).values()]
})

const visit = Effect.fnUntraced(function* (url: URL, options: WebOptions, sameOrigin: boolean, known: Ref.Ref<Known>) {
  const bounds: PageBounds = { ...options, sameOrigin, timeoutMs: options.maxSeconds * 1_000 }
  const log = (network: boolean, row: Omit<PageRow, "url_sha256">) =>
    Ref.update(known, ({ network: before, pages }) => ({
      network: before || network,
      pages: [...pages, { url_sha256: sha256(url.href), ...row, ...(options.includeText && { url: url.href }) }],
    }))
  const page = yield* Effect.tapError((yield* WebPages).get(url, bounds), ({ problem, network_used }) =>
    log(network_used, { content_sha256: null, bytes: 0, facts: 0, problem }),
  )
  const { facts, links } = readPage(page, options.split)
  const problem = facts.length > 0 ? null : options.split === "page" ? "it says nothing" : "it has no table rows"
  yield* log(true, { content_sha256: sha256(page.text), bytes: page.bytes, facts: facts.length, problem })
  if (problem !== null && !sameOrigin) {
    return yield* new FactsUrlFailed({ url: `${url.origin}${url.pathname}`, problem, network_used: true })
  }
  return { facts, links } satisfies Visit
})

const readPage = ({ html, text, url }: Page, split: Split): Visit => {
  const plain = new URL(url)
  plain.hash = ""
  const page = html ? readHtml(text, plain) : { title: "", text: text.trim(), rows: [], links: [] }
  const id = plain.href.length <= 150 ? plain.href : sha256(plain.href)
  return { facts: pageFacts({ ...page, url: plain.href, id }, split), links: page.links }
}

// Every run leaves a receipt, which says whether the network was used.
const recordedImport = <E extends Documented, R>(
  options: WebOptions,
  fetch: (known: Ref.Ref<Known>) => Effect.Effect<ReadonlyArray<Fact>, E, R>,
) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const store = yield* storeName(options.store)
      const receipts = yield* Receipts
      const { during } = yield* Progress
      yield* receipts.ready("facts")
      const started = yield* Clock.currentTimeMillis
      const known = yield* Ref.make<Known>({ network: false, pages: [] })
      const run = during("Fetching", fetch(known)).pipe(
        Effect.timeoutFail({ duration: options.maxSeconds * 1_000, onTimeout: () => tooLong(options) }),
        Effect.flatMap((facts) => importFacts(store, options, facts)),
      )
      const exit = yield* Effect.exit(restore(run))
      const { network, pages } = yield* Ref.get(known)
      const receiptPath = yield* receipts.write({
        schema_version: "edge.demo.facts.import.receipt.v1",
        ...endOf(exit),
        duration_ms: (yield* Clock.currentTimeMillis) - started,
        network_used: network,
        raw_text_included: options.includeText,
        store,
        counts: Exit.isSuccess(exit) ? exit.value : null,
        pages,
      })
      const counts = yield* Effect.tapErrorCause(exit, () => nameReceipt(receiptPath))
      return { _tag: "FactsImported", store, dryRun: options.dryRun, ...counts, receiptPath } satisfies View
    }),
  )

const importFacts = (store: string, { url, dryRun }: WebOptions, facts: ReadonlyArray<Fact>) =>
  Effect.flatMap(FactsStore, (stores) =>
    stores.importAll(
      { store, source: url, dryRun, progress: () => Effect.void },
      Stream.make({ facts, indexes: facts.map((_, index) => index), bytesRead: 0, bytesInAll: 0 }),
    ),
  )

const tooLong = ({ url, maxSeconds }: WebOptions) =>
  new FactsUrlFailed({ url, problem: `it took longer than ${maxSeconds} s in all`, network_used: true })

const endOf = (exit: Exit.Exit<ImportCounts, Documented>): Pick<FactsImportReceipt, "status" | "failure"> => {
  if (Exit.isSuccess(exit)) return { status: "completed", failure: null }
  if (Cause.isInterruptedOnly(exit.cause)) return { status: "interrupted", failure: null }
  return { status: "failed_closed", failure: failureRow(Option.getOrNull(Cause.failureOption(exit.cause))) }
}

const address = (url: string): Effect.Effect<URL, InvalidUsage> => {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    return Effect.fail(new InvalidUsage({ problem: "URL must be a whole http or https address." }))
  parsed.hash = ""
  return Effect.succeed(parsed)
}

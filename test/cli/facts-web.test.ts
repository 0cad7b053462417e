/** Pages from a server on loopback: what becomes of them, and every bound that stops them. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { document, type Place, place, receipts } from "../fixtures/edge.ts"

type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void

/** A server of these pages; gives its origin, and notes what was asked for. */
const server = async (pages: { readonly [path: string]: Answer }) => {
  const asked: Array<string> = []
  const made = http.createServer((request, response) => {
    asked.push(request.url ?? "")
    const answer = pages[(request.url ?? "").split("?")[0] as string]
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, request)
  })
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    made.closeAllConnections()
    made.close()
  })
  return { origin: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, asked }
}

const html =
  (body: string, title = "Title"): Answer =>
  (response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><html><head><title>${title}</title><style>p{}</style></head><body>${body}</body></html>`)

const redirect =
  (to: string): Answer =>
  (response) =>
    response.writeHead(302, { location: to }).end()

const importUrl = (at: Place, url: string, ...more: ReadonlyArray<string>) =>
  at.edge(["demo", "facts", "import-url", url, "--store", "web", "--json", ...more])

const listed = async (at: Place) =>
  document(await at.edge(["demo", "facts", "list", "--store", "web", "--include-text", "--json"])).facts.map(
    (each: { fact: unknown }) => each.fact,
  )

describe("edge demo facts import-url", () => {
  it("makes a fact of a page, and says that it used the network", async () => {
    const at = place()
    const page = "<h1>Hours</h1><script>no()</script><p>Open &amp; ready<br>9 to 17.</p><p hidden>x</p>"
    const { origin } = await server({ "/hours": html(page, "Opening hours") })
    const ran = await importUrl(at, `${origin}/hours#top`, "--allow-private")
    expect(ran.code).toBe(0)
    expect(document(ran)).toMatchObject({ added: 1, changed: 0 })
    expect(await listed(at)).toEqual([
      {
        fact_id: `${origin}/hours`,
        topic: "Opening hours",
        text: "Hours\nOpen & ready\n9 to 17.\nx",
        tags: [],
        source_label: `${origin}/hours`,
      },
    ])
    const [receipt] = receipts(at, "facts")
    expect(receipt).toMatchObject({
      network_used: true,
      status: "completed",
      counts: { added: 1 },
      pages: [{ facts: 1 }],
    })
    expect(JSON.stringify(receipt)).not.toContain("127.0.0.1")
    expect(document(await importUrl(at, `${origin}/hours`, "--allow-private"))).toMatchObject({
      added: 0,
      unchanged: 1,
    })
  })

  it("makes a fact of each table row, with absolute links", async () => {
    const at = place()
    const table = `<table><caption>Prices</caption><tr><th>Item</th><th>Price</th></tr>
      <tr><td><a href="items/a?x=1">Alpha</a></td><td>5</td></tr><tr><td>Beta</td><td></td></tr></table>`
    const { origin } = await server({ "/shop/": html(table) })
    await importUrl(at, `${origin}/shop/`, "--allow-private", "--split", "html-table-rows")
    expect(await listed(at)).toMatchObject([
      {
        fact_id: `${origin}/shop/#table-1-row-1`,
        topic: `Prices: Item: Alpha (${origin}/shop/items/a?x=1)`,
        text: `Item: Alpha (${origin}/shop/items/a?x=1); Price: 5`,
      },
      { text: "Item: Beta" },
    ])
  })

  it("refuses private addresses before anything is sent", async () => {
    const at = place()
    const { origin, asked } = await server({ "/": html("x") })
    const port = new URL(origin).port
    const hosts = [
      "127.0.0.1",
      "localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
      "2130706433",
      "0x7f.1",
      "10.0.0.1",
      "169.254.169.254",
    ]
    for (const host of hosts) {
      const ran = await importUrl(at, `http://${host}:${port}/`)
      expect([host, ran.code, document(ran).error.code]).toEqual([host, 4, "facts_url_failed"])
      expect(document(ran).error.details).toMatchObject({
        network_used: false,
        problem: expect.stringContaining("private network"),
      })
    }
    expect(asked).toEqual([])
    expect(
      receipts(at, "facts").every(({ network_used, status }) => network_used === false && status === "failed_closed"),
    ).toBe(true)
  })

  it("stops at every bound, and imports nothing", async () => {
    const at = place()
    const { origin } = await server({
      "/large": html("x".repeat(5_000)),
      "/type": (response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF"),
      "/none": (response) => response.writeHead(200).end("x"),
      "/loop": redirect("/loop"),
      "/slow": () => undefined,
      "/drip": (response) => response.writeHead(200, { "content-type": "text/plain" }).write("x"),
      "/file": redirect("file:///etc/passwd"),
      "/login": redirect("http://user:secret@127.0.0.1/"),
      "/zip": (response) =>
        response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end("x"),
      "/empty": html(""),
      "/broken": (response) => response.destroy(),
    })
    const rows: ReadonlyArray<readonly [string, string, ...Array<string>]> = [
      ["/large", "larger than 1000 bytes", "--max-bytes", "1000"],
      ["/type", "neither HTML nor plain text"],
      ["/none", "neither HTML nor plain text"],
      ["/loop", "redirects more than 2 times", "--max-redirects", "2"],
      ["/slow", "took longer than", "--max-seconds", "1"],
      ["/drip", "took longer than", "--max-seconds", "1"],
      ["/file", "only http and https"],
      ["/login", "with a password"],
      ["/zip", "compressed"],
      ["/empty", "it says nothing"],
      ["/broken", "cannot be fetched (the connection was closed)"],
      ["/missing", "the server answered 404"],
    ]
    for (const [path, problem, ...more] of rows) {
      const ran = await importUrl(at, `${origin}${path}`, "--allow-private", ...more)
      expect([path, ran.code, document(ran).error.code]).toEqual([path, 4, "facts_url_failed"])
      expect(document(ran).error.message).toContain(problem)
    }
    expect(receipts(at, "facts")).toHaveLength(rows.length)
    expect(document(await at.edge(["demo", "facts", "stores", "--json"])).stores).toEqual([])
    const closed = await importUrl(at, "http://127.0.0.1:1/", "--allow-private")
    expect(document(closed).error.message).toContain("cannot be fetched (nothing answers at its port)")
    for (const wrong of [["no address"], [origin, "--max-seconds", "601"], [origin, "--max-bytes", "0"]]) {
      const [url = "", ...more] = wrong
      expect((await importUrl(at, url, ...more)).code).toBe(2)
    }
  })
})

describe("edge demo facts crawl-url", () => {
  const bounds = {
    "--max-pages": "10",
    "--max-depth": "2",
    "--max-bytes": "10000",
    "--max-redirects": "2",
    "--max-seconds": "20",
  }
  const crawl = (at: Place, url: string, given: Record<string, string> = bounds) =>
    at.edge([
      "demo",
      "facts",
      "crawl-url",
      url,
      "--store",
      "web",
      "--allow-private",
      "--json",
      ...Object.entries(given).flat(),
    ])

  const site = async () => {
    const other = await server({ "/": html("elsewhere") })
    const pages = await server({
      "/": html(
        `<p>start</p><a href="/a">a</a><a href="b#x">b</a><a href="${other.origin}/">other</a><a href="/moved">m</a>`,
        "Start",
      ),
      "/a": html('<p>page a</p><a href="/deep">deep</a><a href="/">back</a>', "A"),
      "/b": html("<p>page b</p>", "B"),
      "/deep": html('<p>deep</p><a href="/deeper">deeper</a>', "Deep"),
      "/deeper": html("<p>too deep</p>", "Deeper"),
      "/moved": redirect(`${other.origin}/`),
    })
    return { ...pages, other }
  }

  it("stays on its origin and within its depth; a page that leads elsewhere fails alone", async () => {
    const at = place()
    const { origin, asked, other } = await site()
    const ran = await crawl(at, `${origin}/`)
    expect(ran.code).toBe(0)
    expect((await listed(at)).map((fact: { topic: string }) => fact.topic)).toEqual(["Start", "A", "B", "Deep"])
    expect(other.asked).toEqual([])
    expect(asked).toEqual(["/", "/a", "/b", "/moved", "/deep"])
    const [receipt] = receipts(at, "facts")
    expect(receipt).toMatchObject({ network_used: true, status: "completed", counts: { added: 4 } })
    expect(receipt.pages.map((page: { problem: string | null }) => page.problem)).toEqual([
      null,
      null,
      null,
      "it redirects to another origin",
      null,
    ])
  })

  it("fetches no more pages than asked", async () => {
    const at = place()
    const { origin, asked } = await site()
    await crawl(at, `${origin}/`, { ...bounds, "--max-pages": "2" })
    expect(asked).toEqual(["/", "/a"])
  })

  it("needs all five bounds, and each below its ceiling", async () => {
    const at = place()
    for (const name of Object.keys(bounds)) {
      const { [name]: _, ...rest } = bounds as Record<string, string>
      expect([name, (await crawl(at, "http://127.0.0.1:1/", rest)).code]).toEqual([name, 2])
      expect([name, (await crawl(at, "http://127.0.0.1:1/", { ...bounds, [name]: "99999999" })).code]).toEqual([
        name,
        2,
      ])
    }
  })
})

/** `WebPages` over Node's own HTTP client: every address is judged at the moment of connecting, redirects included. */
import * as dns from "node:dns"
import * as http from "node:http"
import * as https from "node:https"
import * as net from "node:net"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FactsUrlFailed } from "../domain/errors/Facts.ts"
import { edgeVersion } from "./PackageRoot.ts"
import { isPrivate } from "./PrivateAddress.ts"
import { systemProblem } from "./SystemProblem.ts"
import { type Page, type PageBounds, WebPages } from "./WebPages.ts"

/** `judge` tells which addresses are private; tests have only those of their own machine to choose from. */
export const layerWith = (judge: (address: string) => boolean) =>
  Layer.succeed(
    WebPages,
    WebPages.of({
      get: Effect.fn("WebPages.get")((url, bounds) => {
        const sent = { network: false }
        const refuses = bounds.allowPrivate ? () => false : judge
        const failed = (problem: string) =>
          new FactsUrlFailed({ url: shownUrl(url), problem, network_used: sent.network })
        return Effect.tryPromise({
          try: (signal) => follow(url, bounds, { refuses, signal, sent }),
          catch: (cause) =>
            failed(cause instanceof Refused ? cause.message : `it cannot be fetched (${systemProblem(cause)})`),
        }).pipe(
          Effect.timeoutFail({
            duration: bounds.timeoutMs,
            onTimeout: () => failed(`it took longer than ${bounds.timeoutMs} ms`),
          }),
        )
      }),
    }),
  )

export const layerNode = layerWith(isPrivate)

// What a bound refuses, in words of our own.
class Refused extends Error {}

interface Fetching {
  readonly refuses: (address: string) => boolean
  readonly signal: AbortSignal
  readonly sent: { network: boolean }
}

const follow = async (start: URL, bounds: PageBounds, fetching: Fetching): Promise<Page> => {
  let url = start
  for (let hops = 0; hops <= bounds.maxRedirects; hops++) {
    const response = await request(url, fetching)
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      return await read(url, response, bounds)
    response.destroy()
    const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : undefined
    if (next === undefined) throw new Refused("it redirects to an address that is none")
    if (bounds.sameOrigin && next.origin !== start.origin) throw new Refused("it redirects to another origin")
    if (url.protocol === "https:" && next.protocol === "http:") throw new Refused("it redirects from https to http")
    url = next
  }
  throw new Refused(`it redirects more than ${bounds.maxRedirects} times`)
}

const request = (url: URL, { refuses, signal, sent }: Fetching) => {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Refused("only http and https are fetched")
  if (url.username !== "" || url.password !== "") throw new Refused("an address with a password is not fetched")
  const host = url.hostname.replace(/^\[|\]$/g, "")
  // A literal address is never looked up, so that it is judged here.
  if (net.isIP(host) !== 0 && refuses(host)) throw new Refused(privateProblem)
  const headers = {
    "user-agent": `edge/${edgeVersion}`,
    accept: "text/html, text/plain",
    "accept-encoding": "identity",
  }
  const lookup: net.LookupFunction = (name, options, done) =>
    dns.lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      if (addresses.some(({ address }) => refuses(address))) return done(new Refused(privateProblem), [])
      const [first] = addresses
      if (options.all === true || first === undefined) return done(null, addresses)
      return done(null, first.address, first.family)
    })
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const client = url.protocol === "https:" ? https : http
    const asked = client.get(url, { headers, lookup, signal, agent: false }, resolve)
    asked.on("socket", (socket) => socket.on("connect", () => (sent.network = true)))
    asked.on("error", reject)
  })
}

const privateProblem = "its address is one of this machine or of a private network"

const read = async (url: URL, response: http.IncomingMessage, { maxBytes }: PageBounds): Promise<Page> => {
  const { statusCode, headers } = response
  if (statusCode !== 200) throw new Refused(`the server answered ${statusCode}`)
  const [, type = "", charset = "utf-8"] =
    /^\s*([^;\s]+)(?:.*?;\s*charset=["']?([^"';\s]+))?/i.exec(headers["content-type"] ?? "") ?? []
  const html = ["text/html", "application/xhtml+xml"].includes(type.toLowerCase())
  if (!html && type.toLowerCase() !== "text/plain") throw new Refused("it is neither HTML nor plain text")
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw new Refused("it is compressed although that was not asked for")
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) {
      response.destroy()
      throw new Refused(`it is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk as Buffer)
  }
  return { url, html, text: decode(Buffer.concat(chunks), charset), bytes }
}

const decode = (bytes: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    throw new Refused("its character set is unknown")
  }
}

// Neither a query nor a password goes into a message.
const shownUrl = (url: URL): string => `${url.origin}${url.pathname}`

/** What a server says about the file it sends: one request, its redirects followed by hand. */

/** The server's headers in our words. */
export interface Answer {
  readonly status: number
  /** Where in the file the body starts. */
  readonly start: number
  /** The size of the whole; null where it is not said. */
  readonly total: number | null
  readonly validator: string | null
  /** The hash of the whole in hex, where the server or a redirect announced one. */
  readonly sha256: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/** What makes a further try useless. */
export class Refused extends Error {}

const redirects = new Set([301, 302, 303, 307, 308])
const mostRedirects = 10

/** Asks for the file from `offset` on, if it is still the version that `validator` names. */
export const request = async (
  url: URL,
  offset: number,
  validator: string | null,
  signal: AbortSignal,
): Promise<Answer> => {
  const continued = offset > 0 && validator !== null
  const headers = {
    // Compressed on the way, neither offsets nor lengths would mean the file.
    "accept-encoding": "identity",
    ...(continued && { range: `bytes=${offset}-`, "if-range": validator }),
  }
  let at = url
  let announced: Pick<Answer, "total" | "sha256"> = { total: null, sha256: null }
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await fetch(at.href, { headers, redirect: "manual", signal })
    announced = { total: announced.total ?? linkedSize(response), sha256: announced.sha256 ?? linkedHash(response) }
    const location = response.headers.get("location")
    if (!redirects.has(response.status) || location === null) return answerOf(response, announced)
    await response.body?.cancel()
    at = next(at, location)
  }
  throw new Refused(`it was redirected more than ${mostRedirects} times`)
}

const next = (from: URL, location: string): URL => {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : null
  if (to === null) throw new Refused("it was redirected to no address")
  // What began encrypted stays so.
  if (to.protocol !== from.protocol && to.protocol !== "https:") throw new Refused("it was redirected to http")
  return to
}

const answerOf = (response: Response, announced: Pick<Answer, "total" | "sha256">): Answer => {
  const { status, headers } = response
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(headers.get("content-range") ?? "")
  const length = status === 200 ? count(headers.get("content-length")) : null
  const own = range?.[2] === undefined ? length : Number(range[2])
  if (own !== null && announced.total !== null && own !== announced.total && status < 300)
    throw new Refused(`the server announced ${announced.total} bytes and then ${own}`)
  const tag = headers.get("etag")
  return {
    status,
    start: status === 206 && range?.[1] !== undefined ? Number(range[1]) : 0,
    total: own ?? announced.total,
    validator: tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified"),
    sha256: announced.sha256,
    body: response.body ?? empty(),
  }
}

async function* empty(): AsyncGenerator<Uint8Array> {}

const count = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

// Hugging Face says both of the file behind a redirect.
const linkedSize = (response: Response) => count(response.headers.get("x-linked-size"))
const linkedHash = (response: Response): string | null =>
  /^"?([0-9a-f]{64})"?$/.exec(response.headers.get("x-linked-etag") ?? "")?.[1] ?? null

/** Pages from the web, within bounds. Only `import-url` and `crawl-url` use it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { FactsUrlFailed } from "../domain/errors/Facts.ts"

export interface PageBounds {
  readonly maxBytes: number
  readonly maxRedirects: number
  readonly timeoutMs: number
  /** Addresses of this machine and of private networks, too. */
  readonly allowPrivate: boolean
  /** A redirect to another origin fails. */
  readonly sameOrigin: boolean
}

export interface Page {
  /** Where the page was found, after redirects. */
  readonly url: URL
  readonly html: boolean
  readonly text: string
  readonly bytes: number
}

export class WebPages extends Context.Tag("edge/WebPages")<
  WebPages,
  { readonly get: (url: URL, bounds: PageBounds) => Effect.Effect<Page, FactsUrlFailed> }
>() {}

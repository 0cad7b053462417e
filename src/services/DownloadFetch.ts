/** `Download` over Node's own `fetch`, with ranges: what broke off goes on where it stopped. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sourceParts } from "../domain/ModelRef.ts"
import { Download, DownloadFailed, type Transfer, type Transferred } from "./Download.ts"
import { type Answer, Refused, request } from "./DownloadAnswer.ts"
import { PartFile } from "./PartFile.ts"
import { systemProblem } from "./SystemProblem.ts"

export interface DownloadSettings {
  /** Where `hf:` files are. */
  readonly endpoint: string
  /** Tries that bring nothing before giving up. */
  readonly tries: number
  /** The wait before another try. */
  readonly pause: Duration.Duration
  /** How long nothing may arrive. */
  readonly stall: Duration.Duration
}

export const defaults: DownloadSettings = {
  endpoint: process.env["HF_ENDPOINT"] || "https://huggingface.co",
  tries: 5,
  pause: Duration.seconds(1),
  stall: Duration.seconds(30),
}

export const layerFetch = (settings: DownloadSettings = defaults) =>
  Layer.succeed(
    Download,
    Download.of({
      fetch: (transfer) =>
        Effect.flatMap(addressOf(settings.endpoint, transfer.source), (url) =>
          Effect.acquireUseRelease(
            // A large part takes its time to be read again, and whoever interrupts it does not wait for that.
            Effect.interruptible(attempt(0, (signal) => PartFile.open(transfer.part, transfer.source, signal))),
            (part) =>
              // What no later try could go on from is in the way.
              Effect.tapError(transferred(url, settings, transfer, part), ({ bytesKept }) =>
                bytesKept === 0 ? Effect.promise(() => part.remove()) : Effect.void,
              ),
            (part) => Effect.promise(() => part.close()),
          ),
        ),
    }),
  )

const transferred = Effect.fnUntraced(function* (
  url: URL,
  settings: DownloadSettings,
  transfer: Transfer,
  part: PartFile,
) {
  let fruitless = 0
  // The most there ever was: what is only sent again is no progress.
  let most = part.size
  while (true) {
    const round = yield* attempt(part, (signal) => oneRound(url, settings, transfer, part, signal))
    if (round.done) return yield* finished(transfer, part, round.sha256)
    fruitless = part.size > most ? 0 : fruitless + 1
    most = Math.max(most, part.size)
    if (fruitless >= settings.tries) return yield* failed(round.problem, keptOf(part))
    yield* Effect.sleep(settings.pause)
  }
})

const finished = Effect.fnUntraced(function* ({ bytes }: Transfer, part: PartFile, announced: string | null) {
  const size = part.size
  const wrongSize = bytes !== null && size !== bytes
  const sha256 = yield* attempt(part, () => part.finish())
  const wrongHash = announced !== null && sha256 !== `sha256:${announced}`
  if (wrongSize || wrongHash) {
    // Nothing of it can be trusted.
    return yield* failed(wrongSize ? `it has ${size} bytes and not ${bytes}` : "its hash is not the announced one", 0)
  }
  return { bytes: size, sha256, resumedFrom: part.resumed, hashAnnounced: announced !== null } satisfies Transferred
})

type Round =
  | { readonly done: true; readonly sha256: string | null }
  | { readonly done: false; readonly problem: string }

const addressOf = (endpoint: string, source: string) => {
  const [owner, repository, file] = sourceParts(source)
  const url = URL.parse(`${endpoint.replace(/\/+$/, "")}/${owner}/${repository}/resolve/main/${file}`)
  return url !== null && /^https?:$/.test(url.protocol)
    ? Effect.succeed(url)
    : failed("HF_ENDPOINT is no address that begins with https:// or http://", 0)
}

/** One request and as much of its answer as arrives. A connection that breaks is a problem; a refusal throws. */
const oneRound = async (
  url: URL,
  { stall }: DownloadSettings,
  transfer: Transfer,
  part: PartFile,
  signal: AbortSignal,
): Promise<Round> => {
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), Duration.toMillis(stall))
  const either = AbortSignal.any([signal, silence.signal])
  try {
    transfer.onRequest()
    const answer = await request(url, part.size, part.version?.validator ?? null, either)
    const problem = await accept(answer, transfer, part)
    if (problem !== null) return { done: false, problem }
    if (answer.status === 416) return { done: true, sha256: answer.sha256 }
    for await (const chunk of answer.body) {
      watch.refresh()
      if (answer.total !== null && part.size + chunk.length > answer.total)
        throw new Refused(`more came than the ${answer.total} bytes that were announced`)
      await part.append(chunk)
      transfer.onProgress(part.size, answer.total)
    }
    if (answer.total === null || part.size === answer.total) return { done: true, sha256: answer.sha256 }
    return { done: false, problem: `the connection ended after ${part.size} of ${answer.total} bytes` }
  } catch (cause) {
    if (cause instanceof Refused || signal.aborted || !isNetwork(cause)) throw cause
    return { done: false, problem: silence.signal.aborted ? "nothing arrived any more" : problemOf(cause) }
  } finally {
    clearTimeout(watch)
  }
}

/** Puts the part where the answer's body goes on; or says why another try is needed. */
const accept = async (answer: Answer, transfer: Transfer, part: PartFile): Promise<string | null> => {
  const { status, start, total, validator } = answer
  if (status === 416 && part.size > 0) {
    if (part.size === total && total === part.version?.total) return null
    await part.restart()
    return "the server has no more than what is here already"
  }
  if (status === 429 || status >= 500) return `the server answers ${status}`
  if (status !== 200 && status !== 206) throw new Refused(`the server answers ${status}`)
  if (total !== null && transfer.bytes !== null && total !== transfer.bytes)
    throw new Refused(`the server's file has ${total} bytes and not ${transfer.bytes}`)
  const changed = part.version !== null && total !== part.version.total
  if (start !== part.size || changed) {
    await part.restart()
    if (start > 0) return "the file has changed meanwhile"
  }
  if (total !== null && transfer.room !== null && total - part.size > transfer.room)
    throw new Refused(`it needs ${total - part.size} more bytes and ${transfer.room} are free`)
  if (part.size === 0)
    await part.begin(validator === null || total === null ? null : { source: transfer.source, validator, total })
  transfer.onProgress(part.size, total)
  return null
}

const attempt = <A>(part: PartFile | number, run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new DownloadFailed({
        problem: cause instanceof Refused ? cause.message : problemOf(cause),
        bytesKept: typeof part === "number" ? part : keptOf(part),
      }),
  })

// Only of a version that the server gave a mark can the rest be asked for.
const keptOf = (part: PartFile): number => (part.version === null ? 0 : part.size)

const failed = (problem: string, bytesKept: number) => Effect.fail(new DownloadFailed({ problem, bytesKept }))

// `fetch` wraps what happened; a file's own faults, such as a full disk, are not the network's.
const isNetwork = (cause: unknown): boolean => cause instanceof TypeError || (cause as Error).name === "AbortError"

const problemOf = (cause: unknown): string => `the transfer broke off (${systemProblem(cause)})`

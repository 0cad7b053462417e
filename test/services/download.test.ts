/** A download from servers that behave, and from servers that do not. */
import { execFileSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { onTestFinished } from "vitest"
import { Download, type Transfer } from "../../src/services/Download.ts"
import { layerFetch } from "../../src/services/DownloadFetch.ts"
import { type Behaviour, cutting, type FileServer, honest, serve, tagOf } from "../fixtures/fileServer.ts"

const file = randomBytes(300_000)
const hash = createHash("sha256").update(file).digest("hex")
const source = "hf:some/thing/thing.gguf"

const partPath = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-download-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, "thing.gguf.part")
}

const download = (server: FileServer, part: string, more: Partial<Transfer> = {}) =>
  Effect.flatMap(Download, ({ fetch }) =>
    fetch({ source, part, bytes: null, room: null, onRequest: () => {}, onProgress: () => {}, ...more }),
  ).pipe(
    Effect.provide(
      layerFetch({ endpoint: server.endpoint, tries: 3, pause: Duration.zero, stall: Duration.seconds(20) }),
    ),
  )

const started = (behave?: Behaviour) => Effect.promise(() => serve(file, behave))

const expectWhole = (part: string) => {
  expect(fs.readFileSync(part).equals(file)).toBe(true)
  expect(fs.readdirSync(path.dirname(part))).toEqual([path.basename(part)])
}

describe("a good server", () => {
  it.live("sends the file, and its hash is computed on the way", () =>
    Effect.gen(function* () {
      const server = yield* started()
      const part = partPath()
      const steps: Array<number> = []
      const arrived = yield* download(server, part, { bytes: file.length, onProgress: (done) => steps.push(done) })
      expect(arrived).toEqual({
        bytes: file.length,
        sha256: `sha256:${hash}`,
        resumedFrom: 0,
        hashAnnounced: false,
      })
      expectWhole(part)
      expect(server.seen).toEqual([
        { url: "/some/thing/resolve/main/thing.gguf", range: undefined, ifRange: undefined },
      ])
      expect(steps.at(-1)).toBe(file.length)
      expect(steps).toEqual([...steps].sort((a, b) => a - b))
    }),
  )

  it.live("redirects, and announces size and hash while it does", () =>
    Effect.gen(function* () {
      const server = yield* started(({ url }, response) => {
        if (url === "/elsewhere") return false
        const headers = { location: "/elsewhere", "x-linked-size": file.length, "x-linked-etag": `"${hash}"` }
        response.writeHead(302, headers).end()
        return true
      })
      const part = partPath()
      const arrived = yield* download(server, part)
      expect(arrived).toMatchObject({ sha256: `sha256:${hash}`, hashAnnounced: true })
      expectWhole(part)
    }),
  )

  it.live("says no length at all", () =>
    Effect.gen(function* () {
      const server = yield* started((_, response) => {
        response.writeHead(200)
        response.write(file.subarray(0, 1000))
        response.end(file.subarray(1000))
        return true
      })
      const part = partPath()
      expect(yield* download(server, part)).toMatchObject({ bytes: file.length, sha256: `sha256:${hash}` })
    }),
  )
})

describe("a cut connection", () => {
  it.live("is taken up where it broke, as often as something arrives", () =>
    Effect.gen(function* () {
      const { behave, received } = cutting(50_000, 4)
      const server = yield* started(behave)
      const part = partPath()
      let requests = 0
      const arrived = yield* download(server, part, { onProgress: received, onRequest: () => (requests += 1) })
      expect(arrived).toMatchObject({ bytes: file.length, sha256: `sha256:${hash}`, resumedFrom: 0 })
      expect(requests).toBe(server.seen.length)
      expectWhole(part)
      const starts = server.seen.map(({ range }) => Number(/\d+/.exec(range ?? "0")?.[0]))
      expect(starts).toEqual([0, 50_000, 100_000, 150_000, 200_000])
      expect(server.seen[4]?.ifRange).toBe(tagOf(file))
    }),
  )

  it.live("without anything arriving ends after a few tries, and keeps what is there for the next time", () =>
    Effect.gen(function* () {
      const { behave, received } = cutting(100_000, 1)
      const first = yield* started((asked, response, whole) => {
        if (!behave(asked, response, whole)) response.destroy()
        return true
      })
      const part = partPath()
      const failure = yield* Effect.flip(download(first, part, { onProgress: received }))
      expect(first.seen).toHaveLength(4)
      expect(failure.problem).toMatch(/^the transfer broke off/)
      expect(failure.bytesKept).toBe(100_000)
      expect(fs.statSync(part).size).toBe(100_000)

      const second = yield* started()
      const arrived = yield* download(second, part)
      expect(arrived).toMatchObject({ sha256: `sha256:${hash}`, resumedFrom: failure.bytesKept })
      expect(second.seen).toEqual([{ url: expect.anything(), range: "bytes=100000-", ifRange: tagOf(file) }])
      expectWhole(part)
    }),
  )

  it.live("by the person while the part is looked at waits for nothing, and asks for nothing", () =>
    Effect.gen(function* () {
      const server = yield* started()
      const part = partPath()
      const note = `${part}.json`
      yield* Effect.sync(() => execFileSync("mkfifo", [note]))
      let requests = 0
      const fiber = yield* Effect.fork(download(server, part, { onRequest: () => (requests += 1) }))
      // Resolves when the note is being read.
      const writer = yield* Effect.promise(() => fs.promises.open(note, "w"))
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => writer.close())
      expect([requests, server.seen]).toEqual([0, []])
    }),
  )

  it.live("by the person keeps what is there, too", () =>
    Effect.gen(function* () {
      const server = yield* started((_, response) => {
        response.writeHead(200, { etag: tagOf(file), "content-length": file.length })
        response.write(file.subarray(0, 40_000))
        return true
      })
      const part = partPath()
      let tell = () => {}
      const arrived = new Promise<void>((resolve) => {
        tell = resolve
      })
      const fiber = yield* Effect.fork(download(server, part, { onProgress: (done) => done === 40_000 && tell() }))
      yield* Effect.promise(() => arrived)
      yield* Fiber.interrupt(fiber)
      expect(fs.statSync(part).size).toBe(40_000)
      const good = yield* started()
      expect(yield* download(good, part)).toMatchObject({ sha256: `sha256:${hash}`, resumedFrom: 40_000 })
    }),
  )

  it.live("after the last byte costs one question", () =>
    Effect.gen(function* () {
      const part = partPath()
      fs.writeFileSync(part, file)
      fs.writeFileSync(`${part}.json`, JSON.stringify({ source, validator: tagOf(file), total: file.length }))
      const server = yield* started()
      expect(yield* download(server, part)).toMatchObject({ sha256: `sha256:${hash}`, resumedFrom: file.length })
      expectWhole(part)
    }),
  )
})

describe("what lies there is not continued", () => {
  it.live.each([
    ["when the file has changed on the server", { source, validator: '"old"', total: file.length }],
    ["when it is of another source", { source: "hf:a/b/c.gguf", validator: tagOf(file), total: file.length }],
    ["when it is larger than the whole", { source, validator: tagOf(file), total: 500 }],
    ["when nobody knows what it is", null],
  ])("%s", ([, note]) =>
    Effect.gen(function* () {
      const part = partPath()
      fs.writeFileSync(part, randomBytes(1000))
      if (note !== null) fs.writeFileSync(`${part}.json`, JSON.stringify(note))
      const server = yield* started()
      expect(yield* download(server, part)).toMatchObject({ sha256: `sha256:${hash}`, resumedFrom: 0 })
      expectWhole(part)
    }),
  )
})

describe("a server that cannot be trusted", () => {
  const rows: ReadonlyArray<readonly [string, Behaviour, RegExp, Partial<Transfer>?]> = [
    [
      "announces more than it has",
      (asked, response, whole) => {
        if (asked.range !== undefined) return false
        response.writeHead(200, { etag: tagOf(whole), "content-length": whole.length + 10 })
        response.write(whole, () => response.socket?.end())
        return true
      },
      // Which it is depends on how much had arrived when the connection ended: the next answer tells another length.
      /^the server has no more than what is here already$|^the transfer broke off|^the file has changed meanwhile$/,
    ],
    [
      "sends more than it announced",
      (asked, response, whole) => {
        if (asked.url !== "/x") response.writeHead(302, { location: "/x", "x-linked-size": 1000 }).end()
        else response.writeHead(200).end(whole)
        return true
      },
      /^more came than the 1000 bytes that were announced$/,
    ],
    [
      "says two sizes",
      (asked, response, whole) => {
        if (asked.url === "/x") return false
        response.writeHead(302, { location: "/x", "x-linked-size": whole.length + 1 }).end()
        return true
      },
      /^the server announced 300001 bytes and then 300000$/,
    ],
    [
      "has a file of another size than is known",
      () => false,
      /^the server's file has 300000 bytes and not 5$/,
      { bytes: 5 },
    ],
    [
      "announces another hash",
      (asked, response) => {
        if (asked.url === "/x") return false
        response.writeHead(302, { location: "/x", "x-linked-etag": `"${"0".repeat(64)}"` }).end()
        return true
      },
      /^its hash is not the announced one$/,
    ],
    [
      "redirects for ever",
      (asked, response) => {
        response.writeHead(302, { location: `/${asked.count}` }).end()
        return true
      },
      /^it was redirected more than 10 times$/,
    ],
    [
      "has no such file",
      (_, response) => {
        response.writeHead(404).end("no")
        return true
      },
      /^the server answers 404$/,
    ],
    [
      "is out of order",
      (_, response) => {
        response.writeHead(503).end()
        return true
      },
      /^the server answers 503$/,
    ],
    ["has more than there is room for", () => false, /^it needs 300000 more bytes and 1000 are free$/, { room: 1000 }],
  ]
  it.live.each(rows)("%s", ([, behave, problem, more]) =>
    Effect.gen(function* () {
      const server = yield* started(behave)
      const failure = yield* Effect.flip(download(server, partPath(), more))
      expect(failure.problem).toMatch(problem)
    }),
  )

  it.live("leaves nothing of what no later try could go on from: the server gives it no mark", () =>
    Effect.gen(function* () {
      let cutOff = () => {}
      const server = yield* started((_asked, response, whole) => {
        if (server.seen.length > 1) response.destroy()
        else response.writeHead(200, { "content-length": whole.length }).write(whole.subarray(0, 50_000))
        cutOff = () => response.destroy()
        return true
      })
      const part = partPath()
      const received = (done: number) => done >= 50_000 && cutOff()
      const failure = yield* Effect.flip(download(server, part, { onProgress: received }))
      expect(failure).toMatchObject({ bytesKept: 0, problem: expect.stringMatching(/^the transfer broke off/) })
      expect(fs.readdirSync(path.dirname(part))).toEqual([])
    }),
  )

  it.live("leaves nothing of a file whose hash is wrong", () =>
    Effect.gen(function* () {
      const server = yield* started((asked, response, whole) => {
        if (asked.url === "/x") honest(asked, response, whole)
        else response.writeHead(302, { location: "/x", "x-linked-etag": "f".repeat(64) }).end()
        return true
      })
      const part = partPath()
      expect(yield* Effect.flip(download(server, part))).toMatchObject({ bytesKept: 0 })
      expect(fs.readdirSync(path.dirname(part))).toEqual([])
    }),
  )

  it.live("that hangs up is told as it is", () =>
    Effect.gen(function* () {
      const server = yield* started((_, response) => {
        response.destroy()
        return true
      })
      const failure = yield* Effect.flip(download(server, partPath()))
      expect(failure.problem).toBe("the transfer broke off (the connection was closed)")
    }),
  )
})

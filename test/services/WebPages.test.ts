/** Which addresses are private, and that a redirect is judged like the first address. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isPrivate } from "../../src/services/PrivateAddress.ts"
import { WebPages } from "../../src/services/WebPages.ts"
import { layerWith } from "../../src/services/WebPagesNode.ts"

const bounds = { maxBytes: 1_000, maxRedirects: 3, timeoutMs: 10_000, allowPrivate: false, sameOrigin: false }

describe("a private address", () => {
  it.each(
    "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 224.0.0.1 255.255.255.255 :: ::1 fe80::1%eth0 fd00::1 ff02::1 ::ffff:8.8.8.8 64:ff9b::a00:1 2002:a00:1:: none".split(
      " ",
    ),
  )("is %s", (address) => expect(isPrivate(address)).toBe(true))

  it.each("1.1.1.1 8.8.8.8 172.32.0.1 193.0.0.1 2606:4700::1111 2a00:1450::1".split(" "))("is not %s", (address) =>
    expect(isPrivate(address)).toBe(false),
  )
})

describe("a redirect", () => {
  it.live("to a private address is refused, by number and by name", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      const server = yield* Effect.acquireRelease(
        Effect.async<http.Server>((resume) => {
          const made = http.createServer(({ url, headers }, response) => {
            asked.push(headers.host)
            response.writeHead(302, { location: (url ?? "").slice("/to/".length) }).end()
          })
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => made.close()),
      )
      const { port } = server.address() as AddressInfo
      // The server's own address passes for a public one here; every other one of this machine is private.
      const pages = yield* Effect.provide(
        WebPages,
        layerWith((address) => address !== "127.0.0.1" && isPrivate(address)),
      )
      for (const target of [`http://127.0.0.2:${port}/`, "http://[::1]/", "http://169.254.169.254/"]) {
        const error = yield* Effect.flip(pages.get(new URL(`http://127.0.0.1:${port}/to/${target}`), bounds))
        expect(error).toMatchObject({ problem: expect.stringContaining("private network"), network_used: true })
      }
      expect(asked).toEqual(Array(3).fill(`127.0.0.1:${port}`))
    }).pipe(Effect.scoped),
  )
})

/** A process that answers anything but one signed reply is never believed, and never a bug of `edge`. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { canonical } from "../../src/domain/Json.ts"
import { type DescribeError, type InvokeError, Runner } from "../../src/services/Runner.ts"
import { json } from "../fixtures/arbitraries.ts"
import { type Desk, makeDesk, pythonAt, runnerAt } from "./desk.ts"

// Answers what lies in a file beside it, whatever it is asked.
const deaf = (desk: Desk) => desk.script("deaf", `#!/bin/sh\ncat "\${0%/*}/reply"\nread -r request\nexit 0\n`)

// Signs what lies there with the secret of the request, as a tool that searched the process for it could.
const signer = (desk: Desk) =>
  desk.script(
    "signer",
    `#!${process.execPath}
const { createHmac } = require("node:crypto"), fs = require("node:fs"), path = require("node:path")
const { secret } = JSON.parse(fs.readFileSync(0, "utf8"))
const body = fs.readFileSync(path.join(path.dirname(process.argv[1]), "reply"))
const hmac = createHmac("sha256", Buffer.from(secret, "hex")).update(body).digest("hex")
fs.writeSync(1, Buffer.concat([Buffer.from('{"body":'), body, Buffer.from(',"hmac":"' + hmac + '"}\\n')]))
`,
  )

const hash = `sha256:${"0".repeat(64)}`
const request = {
  op: "invoke" as const,
  file: "/t.py",
  file_sha256: hash,
  local_modules: [],
  tool: "f",
  description_sha256: hash,
  arguments: {},
}

// What `invoke` and `describe` come to, for the bytes that the process answers.
const asking = (desk: Desk, executable: string) => {
  const layer = runnerAt(desk, { python: pythonAt(executable) })
  return (reply: string | Uint8Array, op: "invoke" | "describe" = "invoke") =>
    Effect.gen(function* () {
      desk.write("reply", reply)
      const runner = yield* Runner
      const asked: Effect.Effect<unknown, InvokeError | DescribeError> =
        op === "invoke" ? runner.invoke(request) : runner.describe("/t.py")
      return yield* Effect.match(asked, { onFailure: (error) => error._tag as string, onSuccess: () => "believed" })
    }).pipe(Effect.provide(layer), Effect.runPromise)
}

const runs = 25
const check = <A>(arbitrary: fc.Arbitrary<A>, holds: (value: A) => Promise<unknown>, numRuns = runs) =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (value) => void (await holds(value))),
      { numRuns },
    ),
  )

const good = '{"body":{"function_us":1,"outcome":"result","result":{"fee":0},"top_level_us":1},"hmac":"'
const lineOf = (hmac: string) => `${good}${hmac}"}\n`
const unbelieved = ["runner_crashed", "runner_protocol_violation"]

describe("a process that does not know the secret", () => {
  const laws: ReadonlyArray<readonly [name: string, arbitrary: fc.Arbitrary<string | Uint8Array>]> = [
    ["random bytes", fc.uint8Array({ maxLength: 200 })],
    ["random bytes and a line feed", fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.of(...bytes, 10))],
    ["a line cut anywhere", fc.nat(lineOf("a".repeat(64)).length).map((at) => lineOf("a".repeat(64)).slice(0, at))],
    ["any JSON", json.map((value) => `${canonical(value)}\n`)],
    ["any signature", fc.stringMatching(/^[0-9a-f]{64}$/).map(lineOf)],
    ["no signature", fc.constantFrom("", "0", "null", "A".repeat(64), "0".repeat(63), "0".repeat(65)).map(lineOf)],
    [
      "several lines",
      fc.array(fc.constant(lineOf("0".repeat(64))), { minLength: 2, maxLength: 9 }).map((all) => all.join("")),
    ],
  ]
  for (const [name, arbitrary] of laws) {
    it.scopedLive(`is not believed: ${name}`, () =>
      Effect.gen(function* () {
        const desk = yield* makeDesk
        const ask = asking(desk, deaf(desk))
        yield* check(arbitrary, async (reply) => expect(unbelieved).toContain(await ask(reply)))
      }),
    )
  }

  it.scopedLive("is not believed: huge lines, just over and far over the limit", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const ask = asking(desk, deaf(desk))
      for (const size of [4_194_303, 4_194_304, 4_194_305, 64_000_000]) {
        const reply = Buffer.alloc(size, "x")
        reply[size - 1] = 10
        expect(yield* Effect.promise(() => ask(reply))).toBe("runner_protocol_violation")
      }
    }),
  )
})

describe("a process that knows the secret", () => {
  it.scopedLive("is believed when it says what the protocol says", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const ask = asking(desk, signer(desk))
      const body = good.slice('{"body":'.length, -',"hmac":"'.length)
      expect(yield* Effect.promise(() => ask(body))).toBe("believed")
    }),
  )

  const time = "1"
  const wrong: ReadonlyArray<string> = [
    "{}",
    "[]",
    "null",
    "0",
    '""',
    "",
    "{",
    "\xff\xfe",
    '{"outcome":"result"}',
    '{"outcome":"described"}',
    '{"outcome":"nothing"}',
    `{"function_us":${time},"outcome":"result","result":[],"top_level_us":1}`,
    `{"function_us":${time},"outcome":"result","result":null,"top_level_us":1}`,
    `{"function_us":"1","outcome":"result","result":{},"top_level_us":1}`,
    `{"function_us":${time},"more":1,"outcome":"result","result":{},"top_level_us":1}`,
    `{"function_us":${time},"outcome":"result","result":{},"result":{},"top_level_us":1}`,
    `{"function_us":${time},"outcome":"result","result":{"a":NaN},"top_level_us":1}`,
    `{"function_us":${time},"outcome":"result","result":{"a":"\\ud800"},"top_level_us":1}`,
    `{"function_us":${time},"outcome":"result","result":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}},"top_level_us":1}`,
    `{"__proto__":{"outcome":"result"},"function_us":1,"result":{},"top_level_us":1}`,
    `{"outcome":"raised","type":"E","file":1,"line":null}`,
    `{"outcome":"bad_request","reason":"x"}`,
  ]
  it.scopedLive("is not believed when it says anything else", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const ask = asking(desk, signer(desk))
      for (const body of wrong) {
        expect([body.slice(0, 99), yield* Effect.promise(() => ask(body))]).toEqual([
          body.slice(0, 99),
          "runner_protocol_violation",
        ])
      }
      yield* check(json, async (body) => expect(await ask(canonical(body))).toBe("runner_protocol_violation"), 15)
    }),
  )

  it.scopedLive("is not believed when it answers another question", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      const ask = asking(desk, signer(desk))
      const body = good.slice('{"body":'.length, -',"hmac":"'.length)
      expect(yield* Effect.promise(() => ask(body, "describe"))).toBe("runner_protocol_violation")
      const python = { version: "3.12.0", executable: "/p", implementation: "cpython" }
      const description = { outcome: "described", python, file_sha256: hash, local_modules: [], tools: [] }
      expect(yield* Effect.promise(() => ask(JSON.stringify(description), "describe"))).toBe("believed")
      expect(yield* Effect.promise(() => ask(JSON.stringify(description)))).toBe("runner_protocol_violation")
      fs.rmSync(path.join(desk.folder, "reply"))
    }),
  )
})

import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { canonical, type JsonObject, object } from "../../src/domain/Json.ts"
import {
  type InvokeRequest,
  type RunnerReply,
  readBody,
  replyLimit,
  requestLine,
  resultLimit,
  splitReply,
} from "../../src/domain/Protocol.ts"
import { hostileNames, json } from "../fixtures/arbitraries.ts"
import { described, fileOf, given, int, left, literal, parameter, right } from "../fixtures/described.ts"

const invoke: InvokeRequest = {
  op: "invoke",
  file: "/t/tools.py",
  file_sha256: "sha256:aa",
  local_modules: [{ name: "helper", path: "helper.py", sha256: "sha256:bb" }],
  tool: "f",
  description_sha256: "sha256:cc",
  arguments: object([
    ["id", 2512292042121000001n],
    ["__proto__", "東京\u2028"],
  ]),
}

describe("requestLine", () => {
  it("describe", () => {
    expect(requestLine({ op: "describe", file: "/t/tools.py" }, "00ff", 15)).toBe(
      '{"alarm_seconds":15,"file":"/t/tools.py","op":"describe","secret":"00ff","version":1}\n',
    )
  })

  it("describe, of a file whose hash is known", () => {
    const line = requestLine({ op: "describe", file: "/t/tools.py", file_sha256: "sha256:aa" }, "00ff", 15)
    expect(line).toContain('"file_sha256":"sha256:aa"')
  })

  it("invoke", () => {
    expect(requestLine(invoke, "00ff", 15)).toBe(
      '{"alarm_seconds":15,"arguments":{"__proto__":"東京\u2028","id":2512292042121000001},"description_sha256":"sha256:cc",' +
        '"file":"/t/tools.py","file_sha256":"sha256:aa","local_modules":[{"name":"helper","path":"helper.py","sha256":"sha256:bb"}],' +
        '"op":"invoke","result_limit":65536,"secret":"00ff","tool":"f","version":1}\n',
    )
  })

  it("has the limits of the SPEC", () => {
    expect(resultLimit).toBe(65_536)
    expect(replyLimit).toBeGreaterThan(8 * resultLimit)
  })

  it.prop(
    "is one line, whatever the arguments hold",
    [json],
    ([value]) => {
      const line = requestLine({ ...invoke, arguments: object([["x", value]]) }, "00", 1)
      expect(line.indexOf("\n")).toBe(line.length - 1)
      expect(line).toContain(`"arguments":{"x":${canonical(value)}}`)
    },
    { fastCheck: { numRuns: 200 } },
  )
})

describe("splitReply", () => {
  const hmac = "0123456789abcdef".repeat(4)

  it.prop(
    "gives back what was put together",
    [fc.string({ unit: "binary" })],
    ([body]) => {
      expect(splitReply(`{"body":${body},"hmac":"${hmac}"}`)).toEqual({ body, hmac })
    },
    { fastCheck: { numRuns: 300 } },
  )

  it("covers everything before the last hmac: a forged one inside is body", () => {
    const forged = `{"outcome":"result"},"hmac":"${"f".repeat(64)}"},{`
    expect(splitReply(`{"body":${forged},"hmac":"${hmac}"}`)).toEqual({ body: forged, hmac })
  })

  it.each([
    ["nothing", ""],
    ["no hmac", '{"body":{}}'],
    ["a short hmac", `{"body":{},"hmac":"${hmac.slice(1)}"}`],
    ["a long hmac", `{"body":{},"hmac":"${hmac}0"}`],
    ["an hmac in capitals", `{"body":{},"hmac":"${hmac.toUpperCase()}"}`],
    ["space", `{"body": {}, "hmac":"${hmac}"}`],
    ["the other order", `{"hmac":"${hmac}","body":{}}`],
    ["a line end behind", `{"body":{},"hmac":"${hmac}"}\n`],
    ["text behind", `{"body":{},"hmac":"${hmac}"}x`],
    ["text in front", ` {"body":{},"hmac":"${hmac}"}`],
    ["another key", `{"body":{},"hmac":"${hmac}","x":1}`],
  ])("refuses %s", (_, line) => {
    expect(splitReply(line)).toBe(undefined)
  })
})

const place = { type: "ValueError", file: "/t/tools.py", line: 3 }
const replies: ReadonlyArray<RunnerReply> = [
  fileOf(
    described({
      metadata: { name: given("n"), output_schema: { unsupported: { path: "$", type: "set" } } },
      parameters: [
        parameter("a", literal("x", null), { written: "Literal['x', None]", default: given(9007199254740993n) }),
        parameter("b", { kind: "list", args: [{ kind: "annotated", arg: int, texts: ["t"] }] }),
        parameter("c", { kind: "unresolved", text: "Foo", error: "NameError" }),
        parameter("d", { kind: "missing" }, { kind: "var_keyword" }),
        parameter("e", { kind: "other", text: "dict" }),
      ],
    }),
  ),
  { outcome: "result", result: object([["n", 9007199254740993n]]), top_level_us: 1, function_us: 2 },
  { outcome: "raised", ...place },
  { outcome: "raised", type: "SystemExit", file: null, line: null },
  { outcome: "unsupported_result", path: "$.a[0]", type: "set" },
  { outcome: "oversized", limit: 65536 },
  { outcome: "import_failed", ...place, relative_import: true },
  { outcome: "file_unreadable", path: "/t/tools.py" },
  { outcome: "file_changed", path: "/t/helper.py" },
  { outcome: "description_changed" },
  { outcome: "module_not_frozen", name: "helper", path: "/t/helper.py" },
  { outcome: "bad_request", reason: "version" },
]
const textOf = (reply: object) => canonical(reply as JsonObject)

describe("readBody", () => {
  it.each(replies.map((reply) => [reply.outcome, reply] as const))("reads %s", (_, reply) => {
    expect(textOf(right(readBody(textOf(reply))))).toBe(textOf(reply))
  })

  it.each(replies.map((reply) => [reply.outcome, reply] as const))(
    "refuses %s with another key, or one missing",
    (_, reply) => {
      expect(left(readBody(textOf({ ...reply, extra: 1 })))).toBe("its body has an unknown shape")
      for (const key of Object.keys(reply)) {
        const { [key as "outcome"]: gone, ...rest } = reply
        expect(gone).not.toBe(undefined)
        expect(left(readBody(textOf(rest))), key).toBe("its body has an unknown shape")
      }
    },
  )

  it.each<[string, string, string]>([
    ["no JSON", "{", "its body is no JSON (the text ends early)"],
    [
      "a duplicate key",
      '{"outcome":"result","outcome":"raised"}',
      "its body is no JSON (a key stands twice in one object)",
    ],
    ["NaN", '{"outcome":"oversized","limit":NaN}', "its body is no JSON (not a JSON value)"],
    [
      "a lone surrogate",
      '{"outcome":"bad_request","reason":"\\ud83d"}',
      "its body is no JSON (half a character (lone surrogate))",
    ],
    ["an unknown outcome", '{"outcome":"toString"}', "its body has an unknown shape"],
    ["no object", "[]", "its body has an unknown shape"],
    [
      "a result that is a list",
      '{"outcome":"result","result":[],"top_level_us":1,"function_us":1}',
      "its body has an unknown shape",
    ],
    [
      "a result that is null",
      '{"outcome":"result","result":null,"top_level_us":1,"function_us":1}',
      "its body has an unknown shape",
    ],
    [
      "a time that is a text",
      '{"outcome":"result","result":{},"top_level_us":"1","function_us":1}',
      "its body has an unknown shape",
    ],
    [
      "an unknown kind of parameter",
      textOf(fileOf(described())).replace(
        '"parameters":[]',
        '"parameters":[{"hint":{"kind":"missing"},"kind":"magic","name":"x","written":null}]',
      ),
      "its body has an unknown shape",
    ],
  ])("refuses %s", (_, body, problem) => {
    expect(left(readBody(body))).toBe(problem)
  })

  it.each(hostileNames)("a result keeps a key called %s", (name) => {
    const reply = right(readBody(`{"function_us":1,"outcome":"result","result":{"${name}":1},"top_level_us":1}`))
    expect(reply.outcome === "result" && canonical(reply.result)).toBe(`{"${name}":1}`)
  })

  it.prop(
    "never throws",
    [fc.string()],
    ([body]) => {
      expect(Either.isLeft(readBody(body))).toBe(true)
    },
    { fastCheck: { numRuns: 200 } },
  )
})

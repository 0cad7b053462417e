/** What a function returns: carried without loss, or refused with the path and the type. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Came, callFile, callFrozen, freezeFile, makeDesk, runnerAt, tool, tools } from "./desk.ts"

const refused = (path: string, type: string): Came => ({ code: "unsupported_tool_result", path, type })
const result = (text: string): Came => ({ result: text })
const bare = (text: string): Came => ({ result: `{"result":${text}}` })
const nested = (depth: number) => `__import__('functools').reduce(lambda a, _: [a], range(${depth - 1}), [])`

const rows: ReadonlyArray<readonly [expression: string, came: Came]> = [
  ["{}", result("{}")],
  ["[]", bare("[]")],
  ['""', bare('""')],
  ["0", bare("0")],
  ["False", bare("false")],
  ["None", bare("null")],
  ["(1, [2, (3,)])", bare("[1,[2,[3]]]")],
  ["{'b': 1, 'a': {'d': None, 'c': True}}", result('{"a":{"c":true,"d":null},"b":1}')],
  ["1.0", bare("1")],
  ["-0.0", bare("0")],
  ["1e21", bare("1e+21")],
  ["5e-324", bare("5e-324")],
  ["0.1 + 0.2", bare("0.30000000000000004")],
  ["2512292042121000001", bare("2512292042121000001")],
  ["-9007199254740993", bare("-9007199254740993")],
  ["10 ** 5000", bare(`1${"0".repeat(5000)}`)],
  ["{'x': float('nan')}", refused("$.x", "float (NaN)")],
  ["{'x': [{'y': float('inf')}]}", refused("$.x[0].y", "float (Infinity)")],
  ["float('-inf')", refused("$", "float (-Infinity)")],
  ["__import__('datetime').datetime(2026, 1, 1)", refused("$", "datetime.datetime")],
  ["{'d': __import__('decimal').Decimal(1)}", refused("$.d", "decimal.Decimal")],
  ["{'p': [__import__('pathlib').PurePosixPath('/')]}", refused("$.p[0]", "pathlib.PurePosixPath")],
  ["{1}", refused("$", "set")],
  ["frozenset()", refused("$", "frozenset")],
  ["b'x'", refused("$", "bytes")],
  ["bytearray(b'x')", refused("$", "bytearray")],
  ["1j", refused("$", "complex")],
  ["{1: 'a'}", refused("$", "dict (key of type int)")],
  ["{'a': 1, 1: 2}", refused("$", "dict (key of type int)")],
  ["{'a': {None: 2}}", refused("$.a", "dict (key of type NoneType)")],
  ["{'odd key': object()}", refused('$["odd key"]', "object")],
  ["(n for n in [1])", refused("$", "generator")],
  ["iter([])", refused("$", "list_iterator")],
  ["f", refused("$", "function")],
  ["'\\ud83c\\udf78'", refused("$", "str (lone surrogate)")],
  ["{'a': '\\ud83d'}", refused("$.a", "str (lone surrogate)")],
  ["{'\\ud83d': 1}", refused("$", "dict (key with a lone surrogate)")],
  ["'\\U0001f378\\u2028\\x00'", bare('"🍸\u2028\\u0000"')],
  ["{'__proto__': {'constructor': 1}, 'toString': 2}", result('{"__proto__":{"constructor":1},"toString":2}')],
  [nested(200), bare("[".repeat(200) + "]".repeat(200))],
  [
    nested(201),
    { code: "unsupported_tool_result", path: expect.stringMatching(/^\$\[0\]/), type: expect.stringContaining("deep") },
  ],
]

// Each is reached by its number, so that one frozen file serves all.
const table = tools(
  `VALUES = [\n${rows.map(([expression]) => `    lambda: ${expression},\n`).join("")}]\n@edge_tool\ndef f(n: int):\n    return VALUES[n]()\n`,
)

describe("a result", () => {
  it.scopedLive("passes as it is, or is refused by path and type", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      yield* Effect.gen(function* () {
        const frozen = yield* freezeFile(desk.write("t.py", table))
        const call = (_: unknown, n: number) => callFrozen(frozen, "f", `{"n":${n}}`)
        const came = yield* Effect.forEach(rows, call, { concurrency: 4 })
        expect(rows.map(([expression], n) => [expression, came[n]])).toEqual(rows)
      }).pipe(Effect.provide(runnerAt(desk)))
    }),
  )

  const once = (body: string, came: Came) => () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      expect(yield* Effect.provide(callFile(desk.write("t.py", tool(body))), runnerAt(desk))).toEqual(came)
    })

  const oversized: Came = { code: "tool_result_oversized", limit_bytes: 65_536 }
  it.scopedLive("may take exactly 65,536 bytes", once(`return "x" * 65523`, bare(`"${"x".repeat(65_523)}"`)))
  it.scopedLive("may not take 65,537", once(`return "x" * 65524`, oversized))
  it.scopedLive("is measured as an object, too", once(`return {"a": "x" * 65529}`, oversized))
  it.scopedLive(
    "is measured in bytes, not characters",
    once(`return "é" * 30000`, { result: JSON.stringify({ result: "é".repeat(30_000) }) }),
  )
  it.scopedLive("of 40,000 two-byte characters is too large", once(`return "é" * 40000`, oversized))
  it.scopedLive("is measured with its escapes", once(`return "\\0" * 12000`, oversized))
  it.scopedLive(
    "that is a huge integer is refused without being written out",
    once(`return 1 << 10_000_000`, oversized),
  )
  it.scopedLive(
    "that shares one part a million times is refused early",
    once(`x = ["x" * 1000]\nfor n in range(30): x = [x, x]\nreturn x`, oversized),
  )
  it.scopedLive(
    "that contains itself is refused",
    once(`x = []\nx.append({"y": x})\nreturn x`, refused("$[0].y", "list (cycle)")),
  )
  it.scopedLive("may be awaited", once(`async def g(): return {"a": 1}\nreturn g()`, result('{"a":1}')))
  it.scopedLive(
    "that lies about its class is refused",
    once(`class L:\n    __class__ = dict\nreturn L()`, refused("$", "edge_tools_file.f.<locals>.L")),
  )
  it.scopedLive("of a generator function is refused", once(`yield 1`, refused("$", "generator")))
  it.scopedLive(
    "of an async generator is refused",
    once(`async def g(): yield 1\nreturn g()`, refused("$", "async_generator")),
  )
})

describe("a result with an output_schema", () => {
  const schema = `{"type": "object", "properties": {"fee": {"type": "integer"}}, "required": ["fee"], "additionalProperties": False}`
  const source = tools(
    `VALUES = [{"fee": 1}, {"fee": 1, "more": 2}, {}, {"fee": "1"}, [1], {"fee": 10 ** 30}, {"fee": 1.5}]\n@edge_tool(output_schema=${schema})\ndef f(n: int):\n    return VALUES[n]\n`,
  )
  const mismatch = { code: "tool_result_schema_mismatch" }
  const came = [
    result('{"fee":1}'),
    mismatch,
    mismatch,
    mismatch,
    mismatch,
    result(`{"fee":1${"0".repeat(30)}}`),
    mismatch,
  ]

  it.scopedLive("fits it or is tool_result_schema_mismatch", () =>
    Effect.gen(function* () {
      const desk = yield* makeDesk
      yield* Effect.gen(function* () {
        const frozen = yield* freezeFile(desk.write("t.py", source))
        for (const [n, expected] of came.entries()) {
          expect([n, yield* callFrozen(frozen, "f", `{"n":${n}}`)]).toMatchObject([n, expected])
        }
      }).pipe(Effect.provide(runnerAt(desk)))
    }),
  )
})

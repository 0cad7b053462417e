/** The file of a pending action has one spelling, and its rules are tables. */
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import { consentLines, visible } from "../../src/domain/Consent.ts"
import { fromLiteral, type JsonObject, object } from "../../src/domain/Json.ts"
import {
  type Binding,
  isExpired,
  pendingText,
  readPending,
  sealPreimage,
  sealVerdict,
} from "../../src/domain/Pending.ts"

const hash = `sha256:${"a".repeat(64)}` as const
const bound: Binding = {
  schema_version: "edge.pending.v1",
  action_id: "01234567-89ab-4cde-8f01-23456789abcd",
  created_at: "2026-01-31T12:00:00.000Z",
  expires_at: "2026-01-31T12:10:00.000Z",
  state_dir: "/home",
  tool: "append",
  execution_level: "commit",
  tools_file: "/tools/ledger.py",
  tools_file_sha256: hash,
  selection: { names: ["append"], tags: [] },
  local_modules: [{ name: "helper", path: "helper.py", sha256: hash }],
  active_set_sha256: hash,
  tool_schema_sha256: hash,
  args_sha256: hash,
  arguments: object([
    ["cents", 12345678901234567890n],
    ["rate", 0.5],
  ]),
}
const seal = { token_check: "b".repeat(64), mac: "c".repeat(64) }
const text = pendingText(bound, seal)

describe("a pending action's file", () => {
  it("is read as it was written, every digit kept", () => {
    const read = Option.getOrThrow(readPending(text))
    expect(pendingText(read, read)).toBe(text)
    expect(read.arguments["cents"]).toBe(12345678901234567890n)
  })

  it.each([
    ["a key more", text.replace("{", '{"note":null,')],
    ["a key more inside", text.replace('"selection":{', '"selection":{"note":null,')],
    ["a key twice", text.replace("{", `{"tool":"append",`)],
    ["a space", text.replace(":", ": ")],
    ["no line end", text.trimEnd()],
    ["a number spelled otherwise", text.replace("0.5", "0.50")],
    ["another order", text.replace(/^\{("[a-z_]+":"[^"]*"),(.*)\}\n$/, "{$2,$1}\n")],
    ["a path for an id", text.replace(bound.action_id, "../../../../etc/passwd")],
    ["a level that needs no person", text.replace('"commit"', '"read"')],
    ["another version", text.replace("pending.v1", "pending.v2")],
    ["a time spelled otherwise", text.replace("12:10:00.000Z", "12:10:00Z")],
    ["arguments that are no object", text.replace(/"arguments":\{[^}]*\}/, '"arguments":[]')],
    ["a MAC in capitals", text.replace("c".repeat(64), "C".repeat(64))],
    ["cut in half", text.slice(0, text.length / 2)],
    ["nothing", ""],
  ])("is no action with %s", (_, changed) => {
    expect(changed).not.toBe(text)
    expect(Option.isNone(readPending(changed))).toBe(true)
  })

  it("binds every field", () => {
    const preimages = Object.keys(bound).map((key) =>
      sealPreimage({ ...bound, [key]: fromLiteral(["other"]) } as never),
    )
    expect(new Set([sealPreimage(bound), ...preimages]).size).toBe(Object.keys(bound).length + 1)
    expect(sealPreimage({ ...bound, ...seal })).toBe(sealPreimage(bound))
  })

  it("expires at the moment that is written in it", () => {
    const end = Date.parse(bound.expires_at)
    expect([end - 1, end, end + 1].map((now) => isExpired(bound.expires_at, now))).toEqual([false, true, true])
  })
})

describe("sealVerdict", () => {
  it.each([
    [true, true, "intact"],
    [true, false, "tampered"],
    [false, true, "tampered"],
    [false, false, "wrong_token"],
  ] as const)("check %s, MAC %s: %s", (check, mac, verdict) => {
    expect(sealVerdict({ check, mac })).toBe(verdict)
  })
})

// Blanks, fillers, joiners, marks of direction, and what spelling them out could be taken for.
const odd = [
  " ",
  "a",
  "\\",
  "u{a0}",
  "\u00a0",
  "\u3000",
  "\u2800",
  "\u3164",
  "\u034f",
  "\u115f",
  "\u200d",
  "\ufe0f",
  "\u{e0061}",
  "\u202e",
  "\n",
]

describe("what a person sees before the action runs", () => {
  it("is every argument, with what is invisible spelled out", () => {
    const args = object([
      ["account", 'b\u202eob\u200b\n"x"'],
      ["cents", 5],
    ]) as JsonObject
    expect(consentLines({ ...bound, ...seal, arguments: args })).toEqual([
      "About to run:",
      "  tool   append",
      "  level  commit",
      "  file   /tools/ledger.py",
      `         ${hash}`,
      '  arg    account = "b\\u{202e}ob\\u{200b}\\n\\"x\\""',
      "  arg    cents = 5",
    ])
  })

  it("shows no code point that is invisible or passes for a space, and keeps all others", () => {
    const spelled = /\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}|\u2800|\u3164|\u034f/u
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point)
      const expected = spelled.test(character) ? `\\u{${point.toString(16)}}` : character
      if (visible(character) !== expected)
        expect([point.toString(16), visible(character)]).toEqual([point.toString(16), expected])
    }
  })

  it.prop(
    "shows apart what is apart",
    [fc.array(fc.constantFrom(...odd), { maxLength: 6 }), fc.array(fc.constantFrom(...odd), { maxLength: 6 })],
    ([left, right]) => {
      const lineOf = (name: string) => consentLines({ ...bound, ...seal, arguments: object([["a", name]]) }).at(-1)
      expect(lineOf(left.join("")) === lineOf(right.join(""))).toBe(left.join("") === right.join(""))
      expect(lineOf(left.join(""))).toMatch(/^[\x20-\x7e]*$/)
    },
  )

  it("keeps letters of every script", () => {
    expect(visible("Grüße 账户 счёт")).toBe("Grüße 账户 счёт")
  })
})

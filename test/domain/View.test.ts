import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { refusedRow } from "../../src/domain/CallRows.ts"
import { EmptyAnswer, ToolRaised } from "../../src/domain/errors/Call.ts"
import { ToolConfirmationRequired } from "../../src/domain/errors/Confirm.ts"
import { InvalidUsage } from "../../src/domain/errors/Usage.ts"
import { activeSetPreimage, type Frozen } from "../../src/domain/Frozen.ts"
import { canonical, object } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"
import { confirmCommand } from "../../src/domain/Pending.ts"
import { toolsOf } from "../../src/domain/ToolFile.ts"
import { exitOf, renderJson, toHuman, toJson, type View } from "../../src/domain/View.ts"
import { json } from "../fixtures/arbitraries.ts"
import {
  annotated,
  described,
  fileOf,
  frozenFrom,
  given,
  int,
  left,
  parameter,
  right,
  sha256,
} from "../fixtures/described.ts"
import { feeTool, statusTool } from "../fixtures/tools.ts"

const hostile = "a\u001b[31m\u0000\u009b2J\u202eb\u007f"
const run = { status: "completed", failure: null, toolCalls: [], receiptPath: `/h/${hostile}.json` } as const

const frozenSet = (tools: Frozen["tools"]): Frozen => ({
  file: `/t/${hostile}.py`,
  selection: { names: [], tags: [] },
  toolsFileSha256: "sha256:aa",
  localModules: [{ name: "h", path: `${hostile}.py`, sha256: "sha256:bb" }],
  activeSetSha256: sha256(activeSetPreimage(tools)),
  tools,
  python: { version: "3.12.0", executable: `/usr/bin/${hostile}` },
})
const odd = frozenFrom({
  metadata: { description: given(hostile), intent_tags: given([hostile]) },
  parameters: [parameter("x", annotated(int, hostile), { default: given(2512292042121000001n) })],
})
const waiting = new ToolConfirmationRequired({
  tool: hostile,
  action_id: "id",
  pending_action_path: `/h/${hostile}.json`,
  confirmation_token: "token",
  expires_at: "2026-01-31T12:00:00.000Z",
  command: confirmCommand(`/h/${hostile}.json`, "token"),
})
const raised = new ToolRaised({ exception: hostile, file: `/t/${hostile}.py`, line: 3 })
const faulty = left(
  toolsOf(
    "/t/tools.py",
    fileOf(
      described({
        file: hostile,
        parameters: [parameter("a", { kind: "missing" }), parameter("b", { kind: "missing" })],
      }),
    ),
  ),
)

const views: ReadonlyArray<View> = [
  { _tag: "Validated", frozen: frozenSet([odd, statusTool]) },
  { _tag: "Inspected", frozen: frozenSet([odd, statusTool]) },
  { _tag: "ChatRun", answerCut: false, answer: `${hostile}\nsecond line`, ...run },
  { _tag: "ChatRun", answerCut: false, answer: null, ...run, status: "failed_closed", failure: raised },
  { _tag: "CallRun", result: object([[hostile, hostile]]), ...run },
  { _tag: "CallRun", result: null, ...run, status: "failed_closed", failure: raised },
  { _tag: "Doctor", report: [{ name: "state", ok: false, found: hostile, paths: [hostile], fix: hostile }] },
  {
    _tag: "Models",
    shown: {
      kind: "where",
      ref: hostile,
      found: [{ holder: "Ollama", title: hostile, path: `/m/${hostile}`, bytes: 5, source: null }],
    },
  },
  { _tag: "Failure", failure: new InvalidUsage({ problem: hostile, hint: hostile }) },
  { _tag: "Failure", failure: faulty },
]

describe("for a person", () => {
  it.each(views.map((view, index) => [`${index} ${view._tag}`, view] as const))(
    "%s escapes control characters",
    (_, view) => {
      const { stdout, stderr } = toHuman(view)
      const text = stdout + stderr
      expect(text).toContain("\\u001b[31m\\u0000\\u009b2J\\u202e")
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      expect(text.endsWith("\n")).toBe(true)
    },
  )

  it("an answer that was cut off is called so, and no other", () => {
    const shown = (answerCut: boolean) => toHuman({ _tag: "ChatRun", answer: "The fee", answerCut, ...run }).stderr
    expect(shown(true)).toMatch(/^The answer is not whole: .*--max-tokens.*\nreceipt /)
    expect(shown(false)).toMatch(/^receipt /)
  })

  it("a chat names the tools that were called, and how each ended that did not go well", () => {
    const completed = { ...refusedRow("fee", "tool_raised"), status: "completed", code: null } as const
    const found = { ...completed, name: hostile, status: "matched" } as const
    const unknown = ["x", "", "fee ", "long".repeat(20)].map((name) => refusedRow(name, "unknown_tool"))
    const toolCalls = [completed, found, ...unknown, refusedRow(null, "malformed_tool_call")]
    const { stderr } = toHuman({ _tag: "ChatRun", answer: "3", answerCut: false, ...run, toolCalls })
    expect(stderr.split("\n").slice(0, 7)).toEqual([
      "called   fee",
      'called   "a\\u001b[31m\\u0000\\u009b2J\\u202eb\\u007f" (matched)',
      "called   x (unknown_tool)",
      'called   "" (unknown_tool)',
      'called   "fee " (unknown_tool)',
      `called   "${"long".repeat(16)}…" (unknown_tool)`,
      "called   no tool (malformed_tool_call)",
    ])
  })

  it("an answer that was cut off is called so in the run document", () => {
    const shown = (answerCut: boolean) => toJson({ _tag: "ChatRun", answer: "The fee", answerCut, ...run })
    expect(shown(true)).toMatchObject({ answer: "The fee", answer_cut: true })
    expect(shown(false)).not.toHaveProperty("answer_cut")
  })

  it("an answer keeps its lines", () => {
    expect(toHuman({ _tag: "ChatRun", answerCut: false, answer: "one\ntwo", ...run }).stdout).toBe("one\ntwo\n")
  })

  it("a result keeps its digits and the order of its keys", () => {
    const result = object([
      ["z", 2512292042121000001n],
      ["a", 1],
    ])
    expect(toHuman({ _tag: "CallRun", result, ...run }).stdout).toBe('{"z":2512292042121000001,"a":1}\n')
  })

  it("a failure says code, message and what to do", () => {
    const { stdout, stderr } = toHuman({ _tag: "Failure", failure: new EmptyAnswer({ after_thoughts: false }) })
    expect(stdout).toBe("")
    expect(stderr).toBe(`empty_answer: The model answered nothing.\n${EmptyAnswer.about.hint}\n`)
  })

  it("all faults of a file are listed, each with its code and place", () => {
    const text = toHuman({ _tag: "Failure", failure: faulty }).stderr
    expect(text.match(/missing_parameter_type_hint/g)).toHaveLength(2)
    expect(text).toContain("f(a)")
    expect(text).toContain("f(b)")
  })

  it("validate shows each tool's signature", () => {
    const text = toHuman({ _tag: "Validated", frozen: frozenSet([feeTool, statusTool]) }).stdout
    expect(text.split("\n").slice(0, 2)).toEqual([
      '✓ fee_quote     (amount: number, tier?: "basic" | "pro", note?: string or null)  read',
      "✓ order_status  (order_id: string)  read",
    ])
    expect(text).toContain("2 tools valid in /t/")
  })
})

describe("for a program", () => {
  it.each(views.map((view, index) => [`${index} ${view._tag}`, view] as const))(
    "%s is one strict JSON document with a version",
    (_, view) => {
      const document = right(readJson(renderJson(toJson(view))))
      expect(canonical(document)).toBe(canonical(toJson(view)))
      expect(canonical(document)).toMatch(/"schema_version":"edge\.[a-z.]+\.v1"/)
    },
  )

  it("an error has exactly the four fields", () => {
    const failure = new InvalidUsage({ problem: "No.", hint: "Yes." })
    expect(canonical(toJson({ _tag: "Failure", failure }))).toBe(
      '{"error":{"code":"invalid_usage","details":{"problem":"No."},"hint":"Yes.","message":"No."},"schema_version":"edge.error.v1"}',
    )
  })

  it("a chat run", () => {
    const view: View = {
      _tag: "ChatRun",
      answerCut: false,
      ...run,
      status: "failed_closed",
      answer: "safe",
      receiptPath: "/r",
      failure: new EmptyAnswer({ after_thoughts: true }),
      toolCalls: [refusedRow("x", "unknown_tool")],
    }
    expect(toJson(view)).toMatchObject({
      schema_version: "edge.demo.chat.run.v1",
      status: "failed_closed",
      answer: "safe",
      receipt_path: "/r",
      failure: {
        code: "empty_answer",
        message: "The model thought and answered nothing.",
        hint: EmptyAnswer.about.hint,
        details: { after_thoughts: true },
      },
      tool_calls: [{ name: "x", code: "unknown_tool", status: "rejected" }],
    })
  })

  it("a call run keeps every digit of its result", () => {
    const view: View = { _tag: "CallRun", ...run, result: object([["n", 18446744073709551616n]]) }
    expect(renderJson(toJson(view))).toContain('"n": 18446744073709551616')
  })
})

describe("renderJson", () => {
  it("is two spaces deep, empty ones closed at once, with a line end behind", () => {
    expect(renderJson({ b: [1n, { c: null }], a: {}, l: [], gone: undefined })).toBe(
      '{\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "a": {},\n  "l": []\n}\n',
    )
  })

  it.prop(
    "reads back as the same document",
    [json],
    ([value]) => {
      expect(canonical(right(readJson(renderJson(value))))).toBe(canonical(value))
    },
    { fastCheck: { numRuns: 300 } },
  )

  it.prop(
    "keeps integers of any size",
    [fc.bigInt()],
    ([value]) => {
      expect(renderJson(value)).toBe(`${value}\n`)
    },
    { fastCheck: { numRuns: 100 } },
  )
})

it("the exit code goes with the failure", () => {
  const failed = (failure: Exclude<Extract<View, { _tag: "ChatRun" }>["failure"], null>): View => ({
    _tag: "ChatRun",
    answerCut: false,
    ...run,
    answer: null,
    failure,
  })
  expect(exitOf({ _tag: "ChatRun", answerCut: false, ...run, answer: "x" })).toBe(0)
  expect(exitOf(failed(raised))).toBe(4)
  expect(exitOf(failed(waiting))).toBe(6)
  expect(exitOf({ _tag: "Failure", failure: new InvalidUsage({ problem: "x" }) })).toBe(2)
  expect(exitOf({ _tag: "Failure", failure: faulty })).toBe(3)
  const check = { name: "disk", found: "", paths: [], fix: null }
  expect(exitOf({ _tag: "Doctor", report: [{ ...check, ok: true }] })).toBe(0)
  expect(exitOf({ _tag: "Doctor", report: [{ ...check, ok: false }] })).toBe(5)
  expect(exitOf({ _tag: "Validated", frozen: frozenSet([odd]) })).toBe(0)
})

/** What is too large to be carried costs the tool's process, never `edge`; and what happens when `edge` itself is killed. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { document, place } from "../fixtures/edge.ts"
import { noneHolding } from "../fixtures/pids.ts"
import { type Came, callFile, makeDesk, runnerAt, tool } from "../services/desk.ts"

// The largest that this process has ever been, in bytes.
const peak = () => process.resourceUsage().maxRSS * 1024

describe("the memory of edge does not grow with", () => {
  const oversized: Came = { code: "tool_result_oversized", limit_bytes: 65_536 }
  const rows: ReadonlyArray<readonly [name: string, body: string, came: Came, most?: number]> = [
    ["a string of a gigabyte", `return {"x": "y" * (1 << 30)}`, oversized],
    ["a list of a gigabyte", `return ["y" * 100] * 10_000_000`, oversized],
    ["a gigabyte on stderr", `for n in range(1024): os.write(2, b"x" * (1 << 20))\nreturn {}`, { result: "{}" }],
    ["a gigabyte on stdout", `for n in range(1024): os.write(1, b"x" * (1 << 20))\nreturn {}`, { result: "{}" }],
    [
      "a gigabyte on the reply's descriptor",
      `for n in range(1024): os.write(3, b"x" * (1 << 20))\nreturn {}`,
      { code: "runner_protocol_violation", problem: "more than 4194304 bytes" },
    ],
    [
      "an exception's message of 200 MB",
      `raise ValueError("x" * 200_000_000)`,
      { code: "tool_raised", exception: "ValueError", file: expect.any(String), line: 5 },
      100_000_000,
    ],
  ]
  // Garbage that nobody has collected yet is some growth, but far from all that came.
  for (const [name, body, came, most = 400_000_000] of rows) {
    it.scopedLive(
      name,
      () =>
        Effect.gen(function* () {
          const desk = yield* makeDesk
          desk.deaf()
          const file = desk.write("t.py", tool(body))
          const before = peak()
          expect(yield* Effect.provide(callFile(file), runnerAt(desk, { limit: 60 }))).toEqual(came)
          expect(peak() - before).toBeLessThan(most)
        }),
      600_000,
    )
  }
})

describe("when edge is killed with SIGKILL", () => {
  it("its tool ends by the alarm that was set for it", { timeout: 600_000 }, async () => {
    const at = place()
    at.write("t.py", tool(`print("running", flush=True)\ntime.sleep(600)`))
    const run = at.start(["tools", "call", "t.py", "f"])
    await run.said("running")
    run.child.kill("SIGKILL")
    await Effect.runPromise(noneHolding(at.home))
    await run.ended
  })
})

describe("calls of many commands at once", () => {
  it("do not disturb one another, with nothing remembered yet", { timeout: 600_000 }, async () => {
    const at = place()
    at.write("t.py", tool(`return {"pid": os.getpid()}`))
    const all = await Promise.all(Array.from({ length: 4 }, () => at.edge(["tools", "call", "t.py", "f", "--json"])))
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, ""]))
    expect(new Set(all.map((ran) => document(ran).result.pid)).size).toBe(4)
    expect(fs.readdirSync(`${at.home}/receipts/call`)).toHaveLength(4)
    expect(fs.readdirSync(`${at.home}/cache`)).toEqual(["python.json"])
  })
})

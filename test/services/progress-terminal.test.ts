/** What a person at a terminal sees while waiting, by the clock of the test. */
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { Bar } from "../../src/services/Progress.ts"
import { progressOn } from "../../src/services/ProgressTerminal.ts"

/** A terminal of 60 columns that notes what is drawn; `-` is a line taken away. */
const terminal = () => {
  const seen: Array<string> = []
  let written = 0
  return {
    seen,
    write: () => {
      written += 1
    },
    progress: progressOn({
      draw: (text) => seen.push(text),
      erase: () => seen.push("-"),
      writtenSoFar: () => written,
      columns: () => 60,
    }),
  }
}

const pass = (millis: number) => TestClock.adjust(`${millis} millis`)

describe("a wait", () => {
  it.effect("is told after 300 ms, turns every 100 ms, and leaves nothing", () =>
    Effect.gen(function* () {
      const { seen, progress } = terminal()
      const over = yield* Deferred.make<string>()
      const fiber = yield* Effect.fork(progress.during("Loading", Deferred.await(over)))
      yield* pass(299)
      expect(seen).toEqual([])
      yield* pass(1)
      expect(seen).toEqual(["⠋ Loading …"])
      yield* pass(200)
      expect(seen).toEqual(["⠋ Loading …", "⠙ Loading …", "⠹ Loading …"])
      yield* Deferred.succeed(over, "done")
      expect(yield* Fiber.join(fiber)).toBe("done")
      yield* pass(10_000)
      expect(seen.slice(3)).toEqual(["-"])
    }),
  )

  it.effect("that is over by then is not told at all", () =>
    Effect.gen(function* () {
      const { seen, progress } = terminal()
      const fiber = yield* Effect.fork(progress.during("Loading", Effect.sleep("299 millis")))
      yield* pass(299)
      yield* Fiber.join(fiber)
      yield* pass(10_000)
      expect(seen).toEqual(["-"])
    }),
  )

  it.effect("that fails or is interrupted leaves nothing either", () =>
    Effect.gen(function* () {
      const { seen, progress } = terminal()
      const failing = yield* Effect.fork(progress.during("Loading", Effect.delay(Effect.fail("no"), "350 millis")))
      yield* pass(350)
      expect(yield* Fiber.await(failing)).toEqual(Exit.fail("no"))
      const endless = yield* Effect.fork(progress.during("Loading", Effect.never))
      yield* pass(350)
      yield* Fiber.interrupt(endless)
      yield* pass(10_000)
      expect(seen).toEqual(["⠋ Loading …", "-", "⠋ Loading …", "-"])
    }),
  )

  it.effect("falls silent as soon as something real is written", () =>
    Effect.gen(function* () {
      const { seen, write, progress } = terminal()
      yield* Effect.fork(progress.during("Thinking", Effect.never))
      yield* pass(400)
      write()
      yield* pass(10_000)
      expect(seen).toEqual(["⠋ Thinking …", "⠙ Thinking …"])
      yield* Effect.fork(progress.during("Running f", Effect.never))
      yield* pass(300)
      expect(seen.at(-1)).toBe("⠋ Running f …")
    }),
  )

  it.effect("beside another is told in the place of it, until it is over", () =>
    Effect.gen(function* () {
      const { seen, progress } = terminal()
      yield* Effect.fork(progress.during("Loading", Effect.never))
      yield* pass(50)
      yield* Effect.fork(progress.during("Importing", Effect.sleep("410 millis")))
      yield* pass(700)
      expect(seen).toEqual([
        "⠋ Importing …",
        "⠙ Importing …",
        "-",
        ...["⠹", "⠸", "⠼"].map((each) => `${each} Loading …`),
      ])
    }),
  )
})

describe("a bar", () => {
  it.effect("is there at once, and tells what was done, how fast, and how much is left", () =>
    Effect.gen(function* () {
      const { seen, progress } = terminal()
      const given = yield* Deferred.make<Bar>()
      yield* Effect.fork(progress.bar("m", (bar) => Effect.zipRight(Deferred.succeed(given, bar), Effect.never)))
      yield* pass(0)
      expect(seen).toEqual(["m  0 B"])
      const { update } = yield* Deferred.await(given)
      // What is there from an earlier time came at no speed.
      update(1_000, 10_000)
      yield* pass(1_000)
      update(3_000, 10_000)
      yield* pass(1_000)
      expect(seen.at(-1)).toBe("m  ██░░░░░░   30 %  3.00 kB of 10.0 kB  1.00 kB/s  7 s left")
    }),
  )
})

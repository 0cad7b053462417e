/** `Progress` on stderr, when that is a terminal. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { transferLine } from "../domain/TransferText.ts"
import { columnsOf } from "./Columns.ts"
import { Progress, type ProgressShown } from "./Progress.ts"
import { drawStatus, eraseStatus, writtenSoFar } from "./StatusLine.ts"

/** What is over by then is not worth a word. */
const patience = Duration.millis(300)
const frameTime = Duration.millis(100)
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

/** Where the line is drawn. */
export interface Status {
  readonly draw: (text: string) => void
  readonly erase: () => void
  readonly writtenSoFar: () => number
  readonly columns: () => number
}

/** Of several things that go on at once, the line tells of the one that began last. */
export const progressOn = (status: Status): ProgressShown => {
  const going: Array<object> = []
  const whileDrawing = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    line: (frame: number, now: number) => string,
    after: Duration.Duration,
    goesOn: () => boolean,
  ): Effect.Effect<A, E, R> => {
    const self = {}
    const draw = (frame: number) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (going.at(-1) === self) status.draw(line(frame, now))
      })
    const drawing = Effect.gen(function* () {
      yield* Effect.sleep(after)
      for (let frame = 0; goesOn(); frame += 1) {
        yield* draw(frame)
        yield* Effect.sleep(frameTime)
      }
    })
    const begin = Effect.suspend(() => {
      going.push(self)
      return Effect.forkDaemon(Effect.interruptible(drawing))
    })
    const end = (drawer: Fiber.Fiber<void>) =>
      Effect.map(Fiber.interrupt(drawer), () => {
        going.splice(going.indexOf(self), 1)
        status.erase()
      })
    return Effect.acquireUseRelease(begin, () => effect, end)
  }
  return {
    during: (what, effect) =>
      Effect.suspend(() => {
        // Who sees something real needs no sign any more, and would see it flicker between the lines of an answer.
        const before = status.writtenSoFar()
        const line = (frame: number) => `${frames[frame % frames.length]} ${what} …`
        return whileDrawing(effect, line, patience, () => status.writtenSoFar() === before)
      }),
    bar: (what, use) =>
      Effect.flatMap(Clock.currentTimeMillis, (started) => {
        const state = { what, done: 0, total: null as number | null }
        let first: number | null = null
        const line = (_: number, now: number) => {
          const seconds = (now - started) / 1000
          // What was there before did not come over the network just now.
          const rate = seconds > 0.5 && first !== null ? (state.done - first) / seconds : 0
          return transferLine({ ...state, rate: Math.max(0, rate) }, Math.max(20, status.columns() - 1))
        }
        const update = (done: number, total: number | null) => {
          first ??= done
          Object.assign(state, { done, total })
        }
        return whileDrawing(use({ update }), line, Duration.zero, () => true)
      }),
  }
}

/** A dumb terminal cannot take a line back. */
const canDraw = () => process.stderr.isTTY === true && process.env["TERM"] !== "dumb"

const onStderr: Status = {
  draw: drawStatus,
  erase: eraseStatus,
  writtenSoFar,
  columns: () => columnsOf(process.stderr),
}

export const layerTerminal = Layer.unwrapEffect(
  Effect.sync(() => (canDraw() ? Layer.succeed(Progress, progressOn(onStderr)) : Layer.empty)),
)

/** `Progress` on stderr, when that is a terminal. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { transferLine } from "../domain/TransferText.ts"
import { columnsOf } from "./Columns.ts"
import { Progress, type ProgressShown } from "./Progress.ts"
import { clearStatus, drawStatus } from "./StatusLine.ts"

/** What is over by then is not worth a word. */
const patience = Duration.millis(300)
const frameMillis = 100
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

const shown: ProgressShown = {
  during: (what, effect) => whileDrawing(effect, (frame) => `${frames[frame % frames.length]} ${what} …`, patience),
  bar: (what, use) =>
    Effect.suspend(() => {
      const state = { what, done: 0, total: null as number | null, rate: 0 }
      const started = performance.now()
      let first: number | null = null
      const line = () => {
        const seconds = (performance.now() - started) / 1000
        // What was there before did not come over the network just now.
        const rate = seconds > 0.5 && first !== null ? (state.done - first) / seconds : 0
        return transferLine({ ...state, rate: Math.max(0, rate) }, columns())
      }
      const update = (done: number, total: number | null) => {
        first ??= done
        Object.assign(state, { done, total })
      }
      return whileDrawing(use({ update }), line, Duration.zero)
    }),
}

const columns = () => Math.max(20, columnsOf(process.stderr) - 1)

const whileDrawing = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  line: (frame: number) => string,
  after: Duration.Duration,
): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      let frame = 0
      const draw = () => drawStatus(line(frame++))
      const timers: { first?: NodeJS.Timeout; every?: NodeJS.Timeout } = {}
      timers.first = setTimeout(() => {
        draw()
        timers.every = setInterval(draw, frameMillis)
      }, Duration.toMillis(after))
      return timers
    }),
    () => effect,
    (timers) =>
      Effect.sync(() => {
        clearTimeout(timers.first)
        clearInterval(timers.every)
        clearStatus()
      }),
  )

/** A dumb terminal cannot take a line back. */
const canDraw = () => process.stderr.isTTY === true && process.env["TERM"] !== "dumb"

export const layerTerminal = Layer.unwrapEffect(
  Effect.sync(() => (canDraw() ? Layer.succeed(Progress, shown) : Layer.empty)),
)

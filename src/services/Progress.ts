/**
 * What is happening, for a person who waits at a terminal. Into a pipe nothing of it is ever written, so by default
 * nothing is shown.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Bar {
  /** `total` is null while nobody knows it. */
  readonly update: (done: number, total: number | null) => void
}

export interface ProgressShown {
  /** Says `what` is going on for as long as the effect runs, unless it is over at once. */
  readonly during: <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** A bar for as long as the effect runs. */
  readonly bar: <A, E, R>(what: string, use: (bar: Bar) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export class Progress extends Context.Reference<Progress>()("edge/Progress", {
  defaultValue: (): ProgressShown => ({
    during: (_, effect) => effect,
    bar: (_, use) => Effect.suspend(() => use({ update: () => {} })),
  }),
}) {}

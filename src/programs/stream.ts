/** Tells `Output` what a model is saying while it says it. */
import { advanceDeltas, type Delta, type DeltaState, startDeltas } from "../domain/Deltas.ts"
import type { Output } from "../services/Output.ts"

export interface Stream {
  /** The whole message so far, whenever it has grown. */
  readonly onText: (soFar: string) => void
  /** The whole message, once. */
  readonly end: (message: string) => void
}

/** The stream of one message; a call in it has the number `id`. */
export const streamMessage = (output: typeof Output.Service, id: number, toolsAreActive: boolean): Stream => {
  let state: DeltaState = startDeltas
  const advance = (text: string, ended: boolean) => {
    const [next, deltas] = advanceDeltas(state, text, toolsAreActive, ended)
    state = next
    for (const delta of deltas) output.emit(eventOf(delta, id))
  }
  return {
    onText: (soFar) => advance(soFar, false),
    end: (message) => {
      advance(message, true)
      if (state.kind === "call") output.emit({ type: "tool-input-end", id })
    },
  }
}

const eventOf = (delta: Delta, id: number) => {
  switch (delta._tag) {
    case "Text":
      return { type: "text-delta" as const, text: delta.text }
    case "CallStart":
      return { type: "tool-input-start" as const, id }
    case "CallText":
      return { type: "tool-input-delta" as const, id, text: delta.text }
  }
}

/**
 * A message while it is generated, as deltas: what may be shown at once, what is a call being written, and what must wait
 * until it is clear which of the two it is. Thoughts are never shown.
 */
import { afterSpace, separateThoughts, startsLikeCall } from "./Reply.ts"

export type Delta =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "CallStart" }
  | { readonly _tag: "CallText"; readonly text: string }

export interface DeltaState {
  readonly kind: "undecided" | "text" | "call"
  /** How much of the message after its thoughts has been given out, in UTF-16 code units. */
  readonly given: number
}

export const startDeltas: DeltaState = { kind: "undecided", given: 0 }

/**
 * The deltas that `text`, the whole message so far, adds. `ended` says that nothing more will come; without active tools
 * nothing is ever a call.
 */
export const advanceDeltas = (
  state: DeltaState,
  text: string,
  toolsAreActive: boolean,
  ended: boolean,
): readonly [DeltaState, ReadonlyArray<Delta>] => {
  if (!ended && mayBecomeThoughts(text)) return [state, []]
  const { rest } = separateThoughts(text)
  const said = rest.trimStart()
  const kind = state.kind === "undecided" ? decide(said, toolsAreActive, ended) : state.kind
  if (kind === "undecided") return [state, []]
  // White space at the end is not part of an answer, and what follows may show that this is no end.
  const sure = kind === "text" ? said.trimEnd() : afterSpace(rest)
  const fresh = sure.slice(state.given)
  const started: ReadonlyArray<Delta> = kind === "call" && state.kind === "undecided" ? [{ _tag: "CallStart" }] : []
  if (fresh === "") return [{ ...state, kind }, started]
  const delta: Delta = kind === "text" ? { _tag: "Text", text: fresh } : { _tag: "CallText", text: fresh }
  return [{ kind, given: sure.length }, [...started, delta]]
}

const mayBecomeThoughts = (text: string): boolean => {
  const start = text.trimStart()
  return "<think>".startsWith(start.slice(0, "<think>".length)) && !start.includes("</think>")
}

// With tools active a message that starts like a dressed-up call waits for its end: it may be refused then.
const decide = (said: string, toolsAreActive: boolean, ended: boolean): DeltaState["kind"] => {
  if (said === "") return "undecided"
  if (!toolsAreActive) return "text"
  if (ended) return startsLikeCall(said) ? "call" : "text"
  if (said.startsWith("{")) return "call"
  return /^[`~[<]/.test(said) ? "undecided" : "text"
}

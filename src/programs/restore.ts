/** From an imprint on disk to a session that goes on from it: every gate before the runtime sees a byte of the state. */
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { contractText } from "../domain/Contract.ts"
import type { FrozenTool } from "../domain/Frozen.ts"
import { passGates, type ToolSet } from "../domain/Imprint.ts"
import { type Imprint, Imprints } from "../services/Imprints.ts"
import type { ModelSession } from "../services/Model.ts"
import { sha256 } from "../services/Sha256.ts"
import type { RunFacts } from "./record.ts"

/** A set of frozen tools, whatever runs them. */
export interface FrozenTools {
  readonly activeSetSha256: string
  readonly tools: ReadonlyArray<FrozenTool>
}

/** The imprint behind a path, every byte of it checked. Its receipt names it even where it is refused later. */
export const readImprint = Effect.fn("readImprint")(function* (path: string, facts: Ref.Ref<RunFacts>) {
  const imprints = yield* Imprints
  const imprint = yield* imprints.read(path)
  yield* Ref.update(facts, (known) => ({ ...known, imprint: { metadata: imprint.metadata, tokens: 0 } }))
  return imprint
})

/** Passes the gates and restores. */
export const restore = Effect.fn("restore")(function* (
  { metadata, stateFile }: Imprint,
  session: ModelSession,
  frozen: FrozenTools | null,
  facts: Ref.Ref<RunFacts>,
) {
  yield* passGates(metadata, yield* session.layout, frozen && toolSetOf(frozen))
  yield* session.loadState(stateFile, metadata)
  yield* Ref.update(facts, (known) => ({ ...known, imprint: { metadata, tokens: metadata.prefix.tokens } }))
})

/** What the gates compare of a set of tools. */
export const toolSetOf = ({ activeSetSha256, tools }: FrozenTools): ToolSet => ({
  activeSetSha256,
  toolInstructionSha256: sha256(contractText(tools)),
  tools,
})

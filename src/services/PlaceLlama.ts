/** Where a conversation lives in llama.cpp: one context with one sequence, saved, restored, and replaced when it is spoilt. */
import type { LlamaContext, LlamaContextSequence, Token } from "node-llama-cpp"
import type { Prefix } from "../domain/Imprint.ts"
import type { DraftPredictor } from "./PredictorLlama.ts"
import { sha256 } from "./Sha256.ts"

interface Parts {
  readonly context: LlamaContext
  readonly sequence: LlamaContextSequence
  readonly predictor: DraftPredictor
}

export interface Place {
  /** What is in use now; another one after a failed restore. */
  readonly now: () => Parts
  /** The tokens that a restored state stands for; none before one is restored. */
  readonly restored: () => ReadonlyArray<Token>
  /** Evaluates the tokens from the start and writes their state to the file. */
  readonly save: (tokens: ReadonlyArray<Token>, file: string) => Promise<void>
  /** Takes the state from the file if it stands for these tokens; else throws it away with its context, and throws. */
  readonly restore: (tokens: ReadonlyArray<Token>, file: string) => Promise<void>
  readonly dispose: () => Promise<void>
}

export const openPlace = async (
  createContext: () => Promise<LlamaContext>,
  createPredictor: () => DraftPredictor,
): Promise<Place> => {
  const open = async (): Promise<Parts> => {
    const context = await createContext()
    const predictor = createPredictor()
    return { context, predictor, sequence: context.getSequence({ tokenPredictor: predictor }) }
  }
  // The library wants the sequence gone before its context.
  const close = async ({ sequence, context }: Parts) => {
    await sequence.dispose()
    await context.dispose()
  }
  let parts = await open()
  let restored: ReadonlyArray<Token> = []
  return {
    now: () => parts,
    restored: () => restored,
    save: async (tokens, file) => {
      restored = []
      await parts.sequence.clearHistory()
      await parts.sequence.evaluateWithoutGeneratingNewTokens([...tokens])
      await parts.sequence.saveStateToFile(file)
    },
    restore: async (tokens, file) => {
      try {
        await parts.sequence.loadStateFromFile(file, { acceptRisk: true })
        const found = prefixOf(parts.sequence.contextTokens)
        if (found.sha256 !== prefixOf(tokens).sha256) throw new Error(`${found.tokens} other tokens`)
        // Where rolling back costs an evaluation of everything, this is the point to come back to.
        await parts.sequence.takeCheckpoint()
        restored = tokens
      } catch (cause) {
        // Nobody knows what a failed load has left in there.
        restored = []
        await close(parts)
        parts = await open()
        throw cause
      }
    },
    dispose: () => close(parts),
  }
}

/** How a run of tokens is kept in metadata. */
export const prefixOf = (tokens: ReadonlyArray<Token>): Prefix => ({
  tokens: tokens.length,
  sha256: sha256(JSON.stringify(tokens)),
})

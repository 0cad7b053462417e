/**
 * A token predictor that proposes what a draft says comes next, so that one evaluation confirms more than one token. The
 * runtime takes a proposed token only where the model itself would have chosen it.
 */
import type { LlamaModel, Token, TokenPredictor } from "node-llama-cpp"
import type { Draft } from "../domain/Draft.ts"

/**
 * How many tokens are proposed at once. node-llama-cpp 3.21.1 compares only the first of a proposal with what the model
 * chose and drops the others unread, so more would be computed for nothing.
 */
const proposalLimit = 1

export interface DraftPredictor extends TokenPredictor {
  /** Before each message: how long its prompt is, in tokens, and what drafts it; null proposes nothing. */
  readonly begin: (promptTokens: number, draft: Draft | null) => void
}

/** The base class comes with the library, which is loaded late. */
export const makePredictor = (
  library: { readonly TokenPredictor: typeof TokenPredictor },
  model: LlamaModel,
): DraftPredictor => {
  class Predictor extends library.TokenPredictor implements DraftPredictor {
    private promptTokens = 0
    private draft: Draft | null = null
    private state: ReadonlyArray<Token> = []

    begin(promptTokens: number, draft: Draft | null): void {
      this.promptTokens = promptTokens
      this.draft = draft
    }
    override reset({ stateTokens }: { readonly stateTokens: ReadonlyArray<Token> }): void {
      this.state = stateTokens
    }
    override pushTokens(tokens: ReadonlyArray<Token>): void {
      this.state = [...this.state, ...tokens]
    }
    override predictTokens(): Array<Token> {
      if (this.draft === null || this.state.length < this.promptTokens) return []
      const written = this.state.slice(this.promptTokens)
      const soFar = model.detokenize(written)
      const next = this.draft(soFar)
      return next === "" ? [] : continuation(model, written, soFar, next).slice(0, proposalLimit)
    }
  }
  return new Predictor()
}

// Tokens of the whole text where they go on from what is written; of the rest alone where they would cut it differently.
const continuation = (model: LlamaModel, written: ReadonlyArray<Token>, soFar: string, next: string): Array<Token> => {
  const all = model.tokenize(soFar + next)
  const goesOn = written.every((token, index) => all[index] === token)
  return goesOn ? all.slice(written.length) : model.tokenize(next)
}

/** Which tokens of a conversation stay the same whatever is said next, and whether they hold what they must. */
import type { LlamaModel, Token } from "node-llama-cpp"
import type { Turn } from "../domain/Contract.ts"

/**
 * The tokens that every conversation after these turns begins with, up to the last special token: text after it could be
 * cut into other tokens by what follows. `render` writes a conversation as the chat template has it.
 */
export const commonPrefix = (
  model: Pick<LlamaModel, "isSpecialToken">,
  render: (turns: ReadonlyArray<Turn>) => ReadonlyArray<Token>,
  turns: ReadonlyArray<Turn>,
): ReadonlyArray<Token> => {
  const [one, other] = ["a", "b"].map((text) => render([...turns, { role: "user", text }])) as [Token[], Token[]]
  const differs = one.findIndex((token, index) => token !== other[index])
  const common = one.slice(0, differs < 0 ? one.length : differs)
  const last = common.findLastIndex((token) => model.isSpecialToken(token))
  return common.slice(0, last + 1)
}

/** Templates may trim a turn, and tokenizers may normalise it; neither is a loss. */
export const holds = (model: Pick<LlamaModel, "detokenize">, tokens: ReadonlyArray<Token>, text: string): boolean =>
  squeezed(model.detokenize([...tokens], true)).includes(squeezed(text))

const squeezed = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "").toLowerCase()

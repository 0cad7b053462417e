/** One message out of a llama.cpp sequence: prefix reuse, the grammar from after the thoughts on, and what it cost. */
import type { LlamaContextSequence, LlamaGrammarEvaluationState, SequenceEvaluateOptions, Token } from "node-llama-cpp"
import type { Generated } from "./Model.ts"

/** What is used of a sequence, so that a test can stand in for it. */
export type Sequence = Pick<
  LlamaContextSequence,
  "evaluate" | "compareContextTokens" | "eraseContextTokenRanges" | "nextTokenIndex" | "tokenPredictions"
>

/** What is used of a model. */
export interface Vocabulary {
  readonly detokenize: (tokens: ReadonlyArray<Token>) => string
  readonly isEogToken: (token: Token) => boolean
}

export interface Generation {
  readonly vocabulary: Vocabulary
  readonly sequence: Sequence
  readonly prompt: ReadonlyArray<Token>
  readonly maxTokens: number
  readonly sampling: Pick<SequenceEvaluateOptions, "temperature" | "seed">
  /** A fresh state of the grammar; none for free text. */
  readonly grammar: LlamaGrammarEvaluationState | undefined
  /** The model may think before it speaks, and no grammar fits thoughts. */
  readonly thinks: boolean
  readonly onText: (soFar: string) => void
  readonly signal: AbortSignal
}

/** Generates until the model ends its turn, the limit is reached or the signal aborts. */
export const generate = async (given: Generation): Promise<Generated> => {
  const { prompt, sequence, vocabulary } = given
  const start = await reusablePrefix(sequence, prompt)
  const usedBefore = sequence.tokenPredictions.used
  const writing: Writing = { produced: [], ended: false, evaluations: 0 }
  if (given.thinks && given.grammar !== undefined) await think(given, writing, prompt.slice(start))
  if (!writing.ended && writing.produced.length < given.maxTokens && !given.signal.aborted) {
    const tokens = [...prompt, ...writing.produced]
    await write(given, writing, tokens.slice(await reusablePrefix(sequence, tokens)))
  }
  const text = vocabulary.detokenize(writing.produced)
  return {
    text: writing.ended ? text : wholeCharacters(text),
    cut: !writing.ended,
    tokens: {
      prompt: prompt.length,
      evaluated: prompt.length - start,
      generated: writing.produced.length,
      evaluations: writing.evaluations - (sequence.tokenPredictions.used - usedBefore),
    },
  }
}

interface Writing {
  produced: Array<Token>
  ended: boolean
  /** Tokens asked for, those that predictions had ready included. */
  evaluations: number
}

// Free of the grammar while the message is thoughts. A message that turns out not to start with thoughts is taken back, to
// be written under the grammar from its first token.
const think = async (given: Generation, writing: Writing, tokens: Array<Token>): Promise<void> => {
  const produced: Array<Token> = []
  for await (const token of given.sequence.evaluate(tokens, evaluation(given))) {
    writing.evaluations += 1
    writing.ended = given.vocabulary.isEogToken(token)
    if (writing.ended || given.signal.aborted) break
    produced.push(token)
    const text = given.vocabulary.detokenize(produced)
    const phase = phaseOf(text)
    if (phase === "answer") return
    if (phase === "thought" || produced.length >= given.maxTokens) break
    given.onText(wholeCharacters(text))
  }
  writing.produced = produced
}

const phaseOf = (text: string): "thinking" | "thought" | "answer" => {
  if (text.includes("</think>")) return "thought"
  const opening = text.trimStart().slice(0, "<think>".length)
  return "<think>".startsWith(opening) ? "thinking" : "answer"
}

const write = async (given: Generation, writing: Writing, tokens: Array<Token>): Promise<void> => {
  const options = { ...evaluation(given), ...(given.grammar && { grammarEvaluationState: given.grammar }) }
  for await (const token of given.sequence.evaluate(tokens, options)) {
    writing.evaluations += 1
    writing.ended = given.vocabulary.isEogToken(token)
    if (writing.ended || given.signal.aborted) break
    writing.produced.push(token)
    given.onText(wholeCharacters(given.vocabulary.detokenize(writing.produced)))
    if (writing.produced.length >= given.maxTokens) break
  }
}

const evaluation = ({ sampling }: Generation): SequenceEvaluateOptions => ({ ...sampling, yieldEogToken: true })

// A character may take several tokens; until the last of them its place holds U+FFFD.
const wholeCharacters = (text: string): string => text.replace(/\ufffd+$/, "")

// Keeps what the sequence already evaluated of this prompt; at least one token is left to start from.
const reusablePrefix = async (sequence: Sequence, prompt: ReadonlyArray<Token>): Promise<number> => {
  const { firstDifferentIndex } = sequence.compareContextTokens([...prompt])
  const keep = Math.min(firstDifferentIndex, prompt.length - 1)
  if (keep < sequence.nextTokenIndex) {
    await sequence.eraseContextTokenRanges([{ start: keep, end: sequence.nextTokenIndex }])
  }
  return Math.min(keep, sequence.nextTokenIndex)
}

/** The grammar holds from after the thoughts on, whatever a reasoning model does first. */
import type { LlamaGrammarEvaluationState, Token } from "node-llama-cpp"
import { describe, expect, it } from "vitest"
import { generate, type Sequence } from "../../src/services/GenerationLlama.ts"

const grammar = {} as LlamaGrammarEvaluationState
const end = 0 as Token
const tokensOf = (text: string) => [...text].map((character) => character.charCodeAt(0) as Token)
const textOf = (tokens: ReadonlyArray<Token>) => String.fromCharCode(...tokens)

/** A sequence of one-character tokens that says `free` without a grammar and `held` under one. */
const sequenceOf = (prompt: string, free: string, held: string) => {
  let context: Array<Token> = []
  const log: Array<{ readonly fed: string; readonly constrained: boolean }> = []
  const sequence = {
    get nextTokenIndex() {
      return context.length
    },
    tokenPredictions: { used: 0, unused: 0, validated: 0, refuted: 0 },
    compareContextTokens: (tokens: ReadonlyArray<Token>) => {
      const differs = tokens.findIndex((token, index) => context[index] !== token)
      return { firstDifferentIndex: differs < 0 ? tokens.length : differs }
    },
    eraseContextTokenRanges: async ([range]: ReadonlyArray<{ readonly start: number }>) => {
      context = context.slice(0, range?.start)
    },
    async *evaluate(tokens: ReadonlyArray<Token>, options: { readonly grammarEvaluationState?: unknown }) {
      const constrained = options.grammarEvaluationState === grammar
      log.push({ fed: textOf(tokens), constrained })
      context = [...context, ...tokens]
      while (true) {
        const said = textOf(context).slice(prompt.length)
        const script = constrained ? said.replace(/^(.*<\/think>)?.*$/s, "$1") + held : free
        const next = script[said.length]
        const token = next === undefined ? end : (next.charCodeAt(0) as Token)
        yield token
        context = [...context, token]
      }
    },
  }
  return { sequence: sequence as unknown as Sequence, log }
}

const run = async (
  free: string,
  held: string,
  more: { readonly thinks?: boolean; readonly maxTokens?: number } = {},
) => {
  const { sequence, log } = sequenceOf("P:", free, held)
  const heard: Array<string> = []
  const generated = await generate({
    vocabulary: { detokenize: textOf, isEogToken: (token) => token === end },
    sequence,
    prompt: tokensOf("P:"),
    maxTokens: more.maxTokens ?? 100,
    sampling: { temperature: 0 },
    grammar,
    thinks: more.thinks ?? true,
    onText: (soFar) => heard.push(soFar),
    signal: new AbortController().signal,
  })
  return { generated, log, heard }
}

describe("generate", () => {
  it("leaves thoughts free and holds what follows them", async () => {
    const { generated, log } = await run("<think>hm {</think>free", "held")
    expect(generated.text).toBe("<think>hm {</think>held")
    expect(generated.cut).toBe(false)
    expect(log).toEqual([
      { fed: "P:", constrained: false },
      { fed: ">", constrained: true },
    ])
  })

  it("takes back a message that does not think, and writes it under the grammar", async () => {
    const { generated, log } = await run("free", "held")
    expect(generated.text).toBe("held")
    expect(log.map(({ constrained }) => constrained)).toEqual([false, true])
  })

  it("takes back even what looked like the beginning of thoughts", async () => {
    const { generated, log } = await run("<th>free", "held")
    expect(generated.text).toBe("held")
    expect(log[1]).toEqual({ fed: ":", constrained: true })
  })

  it("holds a model without thoughts from its first token", async () => {
    const { generated, log } = await run("free", "held", { thinks: false })
    expect(generated.text).toBe("held")
    expect(log).toEqual([{ fed: "P:", constrained: true }])
  })

  it("lets a message end inside its thoughts", async () => {
    const { generated, log } = await run("<think>oops", "held")
    expect(generated).toMatchObject({ text: "<think>oops", cut: false })
    expect(log).toHaveLength(1)
  })

  it("says that the limit cut it, in thoughts and after them", async () => {
    expect((await run("<think>long thoughts", "held", { maxTokens: 9 })).generated).toMatchObject({
      text: "<think>lo",
      cut: true,
    })
    expect((await run("<think></think>", "held", { maxTokens: 17 })).generated).toMatchObject({
      text: "<think></think>he",
      cut: true,
    })
  })

  it("tells the text so far, each time longer", async () => {
    const { heard } = await run("free", "held", { thinks: false })
    expect(heard).toEqual(["h", "he", "hel", "held"])
  })
})

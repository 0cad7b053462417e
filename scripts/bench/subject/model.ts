/** The built-in model without the command around it, with the two messages of one chat that calls a tool. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { contractText, resultText, type Turn } from "../../../src/domain/Contract.ts"
import type { Frozen } from "../../../src/domain/Frozen.ts"
import { grammarOf } from "../../../src/domain/Grammar.ts"
import { modelLayer } from "../../../src/layers.ts"
import { Model, type ModelSession } from "../../../src/services/Model.ts"

class Session extends Context.Tag("bench/Session")<Session, ModelSession>() {}

export const openModel = async ({ tools }: Frozen, prompt: string) => {
  const model = modelLayer({ ref: Option.none(), contextSize: Option.none() })
  const session = Layer.scoped(
    Session,
    Effect.flatMap(Model, ({ open }) => open),
  )
  const runtime = ManagedRuntime.make(Layer.provide(session, model))
  const generate = (turns: ReadonlyArray<Turn>, grammar: string | null) =>
    runtime.runPromise(
      Effect.flatMap(Session, (open) =>
        open.generate({ turns, grammar, maxTokens: 512, temperature: 0, seed: null, draft: null, onText: () => {} }),
      ),
    )
  const grammar = grammarOf(tools)
  const asked: ReadonlyArray<Turn> = [
    { role: "system", text: contractText(tools) },
    { role: "user", text: prompt },
  ]
  const called = await generate(asked, grammar)
  const answered: ReadonlyArray<Turn> = [
    ...asked,
    { role: "model", text: called.text },
    { role: "user", text: resultText("calculate_fee", '{"fee":0.75}') },
  ]
  const conversations = [asked, answered]
  return {
    conversations,
    /** Both messages, with how long a token took, in milliseconds. The prompts are evaluated already. */
    decode: async (constrained: boolean) => {
      const messages: Array<string> = []
      let tokens = 0
      let milliseconds = 0
      for (const turns of conversations) {
        // Unmeasured: it brings the prompt into the sequence, so that what follows only decodes.
        await generate(turns, grammar)
        const began = performance.now()
        const message = await generate(turns, constrained ? grammar : null)
        milliseconds += performance.now() - began
        tokens += message.tokens.generated
        messages.push(message.text)
      }
      return { messages, millisecondsPerToken: milliseconds / tokens }
    },
    close: () => runtime.dispose(),
  }
}

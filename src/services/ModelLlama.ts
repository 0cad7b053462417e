/** `Model` on llama.cpp through `node-llama-cpp`: the only file that knows it. Any GGUF file, by path. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ChatHistoryItem, ChatWrapper, Llama, LlamaGrammar, LlamaModel, Token } from "node-llama-cpp"
import type { Turn } from "../domain/Contract.ts"
import {
  GpuUnavailable,
  ModelContextExceeded,
  ModelLoadFailed,
  ModelNotFound,
  ModelTemplateFailed,
  StateDirUnwritable,
} from "../domain/errors/Environment.ts"
import { ImprintArtifactCorrupt, ImprintRuntimeMismatch } from "../domain/errors/Imprint.ts"
import type { GpuChoice } from "../domain/Gpu.ts"
import { firstDifference } from "../domain/Imprint.ts"
import { threadsFor } from "../domain/Threads.ts"
import { FileHashes } from "./FileHashes.ts"
import { generate } from "./GenerationLlama.ts"
import { type GgufHeader, readGgufHeader } from "./GgufHeader.ts"
import { layoutOf } from "./LayoutLlama.ts"
import { Model, type ModelSession } from "./Model.ts"
import { openPlace, type Place, prefixOf } from "./PlaceLlama.ts"
import { makePredictor } from "./PredictorLlama.ts"
import { commonPrefix, holds } from "./PrefixLlama.ts"
import type { Sha256 } from "./Sha256.ts"
import { systemProblem } from "./SystemProblem.ts"

export interface LlamaSettings {
  readonly path: string
  readonly name: string
  /** Tokens; the model's own limit when left out, 8,192 at most. */
  readonly contextSize: number | undefined
  /** Threads that compute; left out, as many as the model's size and the idle cores suggest. */
  readonly threads: number | undefined
  readonly gpu: GpuChoice
  /** The hash that the file must have, where it is known. */
  readonly sha256?: Sha256 | undefined
  /** Which chat template: the file's own, or ChatML where it is known to be that, which saves finding out. */
  readonly template: "auto" | "chatML"
}

export const layerLlama = (settings: LlamaSettings) =>
  Layer.effect(
    Model,
    Effect.map(FileHashes, (hashes) => Model.of({ open: open(settings, hashes) })),
  )

type Library = typeof import("node-llama-cpp")

const largestContext = 8192

/** Why a path leads to no file, with a hint where a file may not be what lacks; null where it leads to one. */
const unusable = (file: string): { readonly hint?: string } | null => {
  try {
    const found = fs.statSync(file, { throwIfNoEntry: false })
    if (found === undefined) return {}
    if (found.isFile()) return null
    return { hint: `It is ${found.isDirectory() ? "a folder" : "no regular file"}: name a GGUF file.` }
  } catch (cause) {
    return { hint: `The path cannot be followed (${systemProblem(cause)}): name a GGUF file.` }
  }
}

const open = Effect.fn("ModelLlama.open")(function* (settings: LlamaSettings, hashes: typeof FileHashes.Service) {
  const problem = unusable(settings.path)
  if (problem !== null) return yield* new ModelNotFound({ ref: settings.path, ...problem })
  const header = yield* Effect.mapError(readGgufHeader(settings.path), (problem) => failedAt(settings.path, problem))
  const failed = (problem: string) => failedAt(settings.path, `${problem} (${described(header)})`)
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => failed(firstLine(cause)) })
  const hashing = Effect.mapError(hashes.of(settings.path), () => failed("it cannot be read"))
  // What was recorded when it was fetched is checked before a byte reaches the runtime.
  if (settings.sha256 !== undefined && (yield* hashing) !== settings.sha256)
    return yield* failed("its hash is not the one recorded when it was fetched")
  const library = yield* attempt(() => import("node-llama-cpp"))
  const llama = yield* openRuntime(library, settings.gpu)
  const model = yield* Effect.acquireRelease(
    attempt(() => llama.loadModel({ modelPath: settings.path })),
    dispose,
  )
  const contextSize = settings.contextSize ?? Math.min(model.trainContextSize, largestContext)
  const threads = settings.threads ?? threadsFor(header.fileBytes, os.availableParallelism(), os.loadavg()[0] ?? 0)
  const place = yield* Effect.acquireRelease(
    attempt(() =>
      openPlace(
        () => model.createContext({ contextSize, threads }),
        () => makePredictor(library, model),
      ),
    ),
    dispose,
  )
  const file_sha256 = yield* hashing
  const version = yield* attempt(() => library.getModuleVersion())
  const wrapper = chatWrapper(library, model, settings.template)
  return makeSession(
    { library, llama, model, place, version, fileSha256: file_sha256, wrapper },
    {
      name: settings.name,
      file_sha256,
      runtime: `node-llama-cpp ${version}`,
      gpu: llama.gpu === false ? null : llama.gpu,
      context_size: place.now().context.contextSize,
      gpu_layers: model.gpuLayers,
      threads,
    },
  )
})

/** The runtime on the GPU that was asked for. With `auto` there may be none; a named one must be there. */
export const openRuntime = (library: Library, gpu: GpuChoice): Effect.Effect<Llama, GpuUnavailable> =>
  Effect.tryPromise({
    try: () =>
      library.getLlama({
        build: "never",
        gpu: gpu === "off" ? false : gpu,
        logLevel: library.LlamaLogLevel.disabled,
        progressLogs: false,
      }),
    catch: () => new GpuUnavailable({ gpu }),
    // On some systems the library computes on the processor where a named GPU is missing, and says nothing.
  }).pipe(
    Effect.filterOrFail(
      (llama) => !named.has(gpu) || llama.gpu === gpu,
      () => new GpuUnavailable({ gpu }),
    ),
  )

const named: ReadonlySet<GpuChoice> = new Set(["cuda", "vulkan", "metal"])

const failedAt = (path: string, problem: string) => new ModelLoadFailed({ path, problem })

const described = ({ version, architecture, tensors, fileBytes }: GgufHeader): string =>
  `GGUF version ${version}, architecture ${architecture}, ${tensors} tensors, ${fileBytes} bytes`

// A failure to let go is not worth more than the result that is already there.
const dispose = (resource: { readonly dispose: () => Promise<void> }) =>
  Effect.ignore(Effect.promise(() => resource.dispose()))

// A file without any template gets the library's plain one.
const chatWrapper = (library: Library, model: LlamaModel, template: LlamaSettings["template"]): ChatWrapper =>
  template === "chatML"
    ? new library.ChatMLChatWrapper()
    : (library.resolveChatWrapper(model) ?? new library.GeneralChatWrapper())

interface Loaded {
  readonly library: Library
  readonly llama: Llama
  readonly model: LlamaModel
  readonly place: Place
  readonly version: string
  readonly fileSha256: Sha256
  readonly wrapper: ChatWrapper
}

const makeSession = (loaded: Loaded, identity: ModelSession["identity"]): ModelSession => {
  const { library, llama, model, place, wrapper } = loaded
  const grammars = new Map<string, LlamaGrammar>()
  const grammarFor = async (text: string) => {
    const grammar = grammars.get(text) ?? (await llama.createGrammar({ grammar: text }))
    grammars.set(text, grammar)
    return new library.LlamaGrammarEvaluationState({ model, grammar })
  }
  const vocabulary = {
    detokenize: (tokens: ReadonlyArray<Token>) => model.detokenize([...tokens]),
    isEogToken: model.isEogToken.bind(model),
  }
  return {
    identity,
    accepts: (grammar) => Effect.tryPromise({ try: () => grammarFor(grammar), catch: firstLine }),
    generate: Effect.fn("ModelLlama.generate")(function* (request) {
      const prompt = yield* render(wrapper, model, request.turns)
      const { sequence, predictor } = place.now()
      yield* keepsPrefix(place.restored(), prompt)
      const room = sequence.contextSize - prompt.length
      if (room < 1) {
        const needed_tokens = prompt.length + 1
        return yield* new ModelContextExceeded({ needed_tokens, context_tokens: sequence.contextSize })
      }
      // A refuted proposal must be rolled back, which some models can only do by evaluating all again.
      predictor.begin(prompt.length, sequence.needsCheckpoints ? null : request.draft)
      return yield* Effect.promise(async (signal) =>
        generate({
          vocabulary,
          sequence,
          prompt,
          maxTokens: Math.min(request.maxTokens, room),
          sampling: { temperature: request.temperature, ...(request.seed !== null && { seed: request.seed }) },
          grammar: request.grammar === null ? undefined : await grammarFor(request.grammar),
          thinks: wrapper.settings.segments?.thought !== undefined,
          onText: request.onText,
          signal,
        }),
      )
    }),
    layout: Effect.sync(() => layoutOf({ ...loaded, context: place.now().context, wrapper })),
    saveState: Effect.fn("ModelLlama.saveState")(function* (forms, file) {
      for (const turns of forms) {
        const tokens = yield* prefixAfter(wrapper, model, turns)
        if (!holds(model, tokens, turns[0]?.text ?? "")) continue
        const context_tokens = place.now().sequence.contextSize
        if (tokens.length >= context_tokens) {
          return yield* new ModelContextExceeded({ needed_tokens: tokens.length + 1, context_tokens })
        }
        yield* Effect.tryPromise({
          try: () => place.save(tokens, file),
          catch: (cause) => new StateDirUnwritable({ path: file, problem: firstLine(cause) }),
        })
        return { turns, prefix: prefixOf(tokens) }
      }
      return yield* new ModelTemplateFailed({
        problem: "no special token closes the profile, so its state cannot be kept",
      })
    }),
    loadState: Effect.fn("ModelLlama.loadState")(function* (file, { turns, prefix }) {
      const tokens = yield* prefixAfter(wrapper, model, turns)
      const differs = firstDifference(prefix, prefixOf(tokens))
      if (differs !== null) return yield* new ImprintRuntimeMismatch({ ...differs, field: `prefix ${differs.field}` })
      yield* Effect.tryPromise({
        try: () => place.restore(tokens, file),
        catch: (cause) =>
          new ImprintArtifactCorrupt({
            path: file,
            field: "restored state",
            learned: `${tokens.length} known tokens`,
            found: firstLine(cause),
          }),
      })
    }),
  }
}

// A prompt that does not go on from the restored state would evaluate everything again, in silence.
const keepsPrefix = (restored: ReadonlyArray<Token>, prompt: ReadonlyArray<Token>) => {
  const at = restored.findIndex((token, index) => prompt[index] !== token)
  const differs = {
    field: "prompt",
    learned: `${restored.length} tokens`,
    found: `another one from token ${at + 1} on`,
  }
  return at < 0 ? Effect.void : Effect.fail(new ImprintRuntimeMismatch(differs))
}

const prefixAfter = (wrapper: ChatWrapper, model: LlamaModel, turns: ReadonlyArray<Turn>) =>
  Effect.try({
    try: () => commonPrefix(model, (each) => written(wrapper, model, each), turns),
    catch: (cause) => new ModelTemplateFailed({ problem: firstLine(cause) }),
  })

/**
 * The conversation as the GGUF's own chat template writes it, open for the model's next turn. A template that refuses it,
 * or leaves a system turn out, is an error: the contract is never dropped in silence.
 */
const render = (wrapper: ChatWrapper, model: LlamaModel, turns: ReadonlyArray<Turn>) =>
  Effect.try({
    try: () => written(wrapper, model, turns),
    catch: (cause) => new ModelTemplateFailed({ problem: firstLine(cause) }),
  })

const written = (wrapper: ChatWrapper, model: LlamaModel, turns: ReadonlyArray<Turn>): Array<Token> => {
  const { contextText } = wrapper.generateContextState({ chatHistory: historyOf(turns) })
  const text = contextText.toString()
  // Some templates trim a turn.
  if (turns.some((turn) => turn.role === "system" && !text.includes(turn.text.trim())))
    throw new Error("it drops the system turn")
  const tokens = contextText.tokenize(model.tokenizer)
  // Wrappers write the start token whether or not the file wants one.
  return !model.tokens.shouldPrependBosToken && tokens[0] === model.tokens.bos ? tokens.slice(1) : tokens
}

/** The turns as the library's chat wrappers take them, with an open turn of the model at the end. */
export const historyOf = (turns: ReadonlyArray<Turn>): Array<ChatHistoryItem> => [
  ...turns.map(
    ({ role, text }): ChatHistoryItem => (role === "model" ? { type: role, response: [text] } : { type: role, text }),
  ),
  { type: "model", response: [] },
]

const firstLine = (cause: unknown): string =>
  cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "unknown"

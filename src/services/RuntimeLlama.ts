/** `Runtime` as node-llama-cpp finds it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openRuntime } from "./ModelLlama.ts"
import { Runtime, type RuntimeFacts } from "./Runtime.ts"

export const layerLlama = Layer.succeed(
  Runtime,
  Runtime.of({
    facts: Effect.gen(function* () {
      const library = yield* attempt(() => import("node-llama-cpp"))
      const llama = yield* Effect.mapError(openRuntime(library, "auto"), () => "it has no build for this machine")
      const devices = yield* attempt(() => llama.getGpuDeviceNames())
      const memory = llama.gpu === false ? null : yield* attempt(() => llama.getVramState())
      const version = yield* attempt(() => library.getModuleVersion())
      return {
        runtime: `node-llama-cpp ${version}`,
        gpu: llama.gpu === false ? null : llama.gpu,
        devices,
        gpuMemoryBytes: memory?.total ?? null,
      } satisfies RuntimeFacts
    }),
  }),
)

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => (cause instanceof Error ? (cause.message.split("\n")[0] ?? "unknown") : "unknown"),
  })

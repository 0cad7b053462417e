/** Tool calls without the command around them, on the layers that the commands get. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import type { Frozen } from "../../../src/domain/Frozen.ts"
import { fromLiteral, type JsonObject } from "../../../src/domain/Json.ts"
import { runnerLayer } from "../../../src/layers.ts"
import { freeze } from "../../../src/programs/freeze.ts"
import { layerNode } from "../../../src/services/OutputNode.ts"
import { Runner } from "../../../src/services/Runner.ts"

/** The tools of a file, and the time that `edge` adds to one call of one of them, in milliseconds. */
export const openTools = async (file: string) => {
  const runtime = ManagedRuntime.make(runnerLayer(Option.none()).pipe(Layer.provide(layerNode("human"))))
  const frozen: Frozen = await runtime.runPromise(freeze({ file, selection: { names: [], tags: [] } }))
  const call = overhead(frozen)
  return {
    frozen,
    coldCall: () => runtime.runPromise(call),
    callStartedAhead: () =>
      runtime.runPromise(
        // The model generates for about that long, while the process starts.
        Effect.scoped(Effect.zipRight(Effect.flatMap(Runner, startThenWait), call)),
      ),
    close: () => runtime.dispose(),
  }
}

const startThenWait = (runner: typeof Runner.Service) => Effect.zipRight(runner.startAhead, Effect.sleep("200 millis"))

// The file's own top level and the function are the developer's time.
const overhead = Effect.fnUntraced(function* (frozen: Frozen) {
  const runner = yield* Runner
  const tool = frozen.tools.find(({ name }) => name === "calculate_fee")
  if (tool === undefined) return yield* Effect.dieMessage("the file has no calculate_fee")
  const began = performance.now()
  const { topLevelMicros, functionMicros } = yield* runner.invoke({
    op: "invoke",
    file: frozen.file,
    file_sha256: frozen.toolsFileSha256,
    local_modules: frozen.localModules,
    tool: tool.name,
    description_sha256: tool.descriptionSha256,
    arguments: fromLiteral({ amount: 250 }) as JsonObject,
  })
  return performance.now() - began - (topLevelMicros + functionMicros) / 1000
})

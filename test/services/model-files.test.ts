/** Where other programs keep their models, with folders of our own in the place of theirs. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { onTestFinished } from "vitest"
import { ModelFiles } from "../../src/services/ModelFiles.ts"
import { layerNode } from "../../src/services/ModelFilesNode.ts"
import { defaultRoots } from "../../src/services/ModelFolders.ts"
import { StateDir } from "../../src/services/StateDir.ts"

const digest = "a".repeat(64)
const manifest = (layerDigest: string) =>
  JSON.stringify({ layers: [{ mediaType: "application/vnd.ollama.image.model", digest: layerDigest, size: 8 }] })

const folders = () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "edge-models-"))
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
    fs.writeFileSync(path.join(base, name), text)
  }
  const state = { path: path.join(base, "home"), read: () => Effect.succeedNone } as unknown as typeof StateDir.Service
  const roots = {
    lmStudio: [path.join(base, "lm")],
    ollama: [path.join(base, "ollama")],
    llamaCpp: [path.join(base, "llama.cpp")],
    huggingFace: [path.join(base, "hub")],
  }
  const layer = layerNode(roots).pipe(Layer.provide(Layer.succeed(StateDir, state)))
  return { base, write, layer }
}

describe("all", () => {
  it.live("reads each program's folders, and passes over what is no model", () =>
    Effect.gen(function* () {
      const { base, write, layer } = folders()
      write("home/models/o/r/own.gguf", "GGUF....")
      write("home/models/o/r/half.gguf.part", "GGUF")
      write("lm/o/r/lm.gguf", "GGUF....")
      write("lm/o/r/mmproj-lm.gguf", "GGUF....")
      write("lm/o/r/page.gguf", "<html>")
      write("lm/o/r/big-00001-of-00002.gguf", "GGUF....")
      write("lm/o/r/big-00002-of-00002.gguf", "GGUF....")
      write("ollama/manifests/host/library/qwen3/4b", manifest(`sha256:${digest}`))
      write("ollama/manifests/host/me/odd/latest", manifest("sha256:../../x"))
      write("ollama/manifests/host/me/gone/latest", manifest(`sha256:${"b".repeat(64)}`))
      write("ollama/manifests/host/me/broken/latest", "no json")
      write(`ollama/blobs/sha256-${digest}`, "GGUF....")
      write("llama.cpp/o_r_cached.gguf", "GGUF....")
      write("hub/models--o--r/snapshots/1/hf.gguf", "GGUF....")
      write("hub/datasets--o--r/snapshots/1/data.gguf", "GGUF....")
      const found = yield* Effect.flatMap(ModelFiles, ({ all }) => all).pipe(Effect.provide(layer))
      expect(found.map(({ holder, title, source }) => [holder, title, source])).toEqual([
        ["edge", "own.gguf", "hf:o/r/own.gguf"],
        ["LM Studio", "big-00001-of-00002.gguf", "hf:o/r/big-00001-of-00002.gguf"],
        ["LM Studio", "lm.gguf", "hf:o/r/lm.gguf"],
        ["Ollama", "qwen3:4b", null],
        ["llama.cpp", "o_r_cached.gguf", null],
        ["Hugging Face", "hf.gguf", "hf:o/r/hf.gguf"],
      ])
      expect(found.every(({ path: place, bytes }) => place.startsWith(base) && bytes === 8)).toBe(true)
    }),
  )
})

describe("find", () => {
  it.live.each([
    ["hf:o/r/own.gguf", "edge"],
    ["hf:o/r/lm.gguf", "LM Studio"],
    ["hf:o/r/cached.gguf", "llama.cpp"],
    ["hf:o/r/hf.gguf", "Hugging Face"],
    ["hf:o/other/lm.gguf", null],
  ] as const)("%s is with %s", ([source, holder]) =>
    Effect.gen(function* () {
      const { write, layer } = folders()
      write("home/models/o/r/own.gguf", "GGUF....")
      write("lm/o/r/own.gguf", "GGUF....")
      write("lm/o/r/lm.gguf", "GGUF....")
      write("llama.cpp/o_r_cached.gguf", "GGUF....")
      write("hub/models--o--r/snapshots/1/hf.gguf", "GGUF....")
      const found = yield* Effect.flatMap(ModelFiles, ({ find }) => find(source)).pipe(Effect.provide(layer))
      expect(Option.getOrNull(Option.map(found, (held) => held.holder))).toBe(holder)
    }),
  )
})

it("the folders of each platform, and the variables that move them", () => {
  expect(defaultRoots("linux", {}, "/h")).toEqual({
    lmStudio: ["/h/.lmstudio/models", "/h/.cache/lm-studio/models"],
    ollama: ["/h/.ollama/models", "/usr/share/ollama/.ollama/models"],
    llamaCpp: ["/h/.cache/llama.cpp"],
    huggingFace: ["/h/.cache/huggingface/hub"],
  })
  expect(defaultRoots("darwin", {}, "/h").llamaCpp).toEqual(["/h/Library/Caches/llama.cpp"])
  const moved = { OLLAMA_MODELS: "/o", LLAMA_CACHE: "/l", HF_HOME: "/f" }
  expect(defaultRoots("linux", moved, "/h")).toMatchObject({
    ollama: ["/o"],
    llamaCpp: ["/l"],
    huggingFace: ["/f/hub"],
  })
})

/** Rows about the built-in model: a whole chat against bare node-llama-cpp, and decoding with the grammar against without. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { root } from "../run.mjs"
import { timeOf } from "./processes.mjs"

export const modelRows = async ({ edge, toolsFile, prompt, folder, model }) => {
  const node = process.execPath
  const bare = path.join(root, "scripts", "bench", "bare-llama.mjs")
  const turns = path.join(folder, "conversations.json")
  const gguf = path.join(root, "models", "edge-micro", "edge-micro-q8_0.gguf")
  fs.writeFileSync(turns, JSON.stringify({ model: gguf, conversations: model.conversations }))

  const constrained = (await model.decode(true)).messages
  const free = (await model.decode(false)).messages
  const generated = spawnSync(node, [bare, turns], { encoding: "utf8" }).stdout
  assertSame("decoding without the grammar", free, constrained)
  assertSame("bare node-llama-cpp", generated.trim().split("\n").map(JSON.parse), constrained)

  const perSecond = async (withGrammar) => 1000 / (await model.decode(withGrammar)).millisecondsPerToken
  return [
    {
      what: "a cold chat with one tool call / bare node-llama-cpp generating the same",
      unit: "ms",
      budget: 1.15,
      pairs: 15,
      ours: () => timeOf(node, edge, "demo", "chat", "--tools", toolsFile, "--prompt", prompt),
      base: () => timeOf(node, bare, turns),
    },
    {
      what: "tokens per second, decoding with the grammar / without",
      unit: "tokens/s",
      budget: 0.9,
      atLeast: true,
      pairs: 31,
      ours: () => perSecond(true),
      base: () => perSecond(false),
    },
  ]
}

// Different messages would be different work.
const assertSame = (who, messages, expected) => {
  if (JSON.stringify(messages) === JSON.stringify(expected)) return
  throw new Error(`${who} generated ${JSON.stringify(messages)} instead of ${JSON.stringify(expected)}`)
}

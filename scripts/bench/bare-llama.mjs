/**
 * What a chat costs without `edge`: node-llama-cpp alone generates the same messages from the same turns, as directly as
 * it can. The argument is a JSON file: `model` (a path) and `conversations` (lists of `{role, text}`).
 */
import * as fs from "node:fs"
import { getLlama, LlamaLogLevel, resolveChatWrapper } from "node-llama-cpp"

const { model: modelPath, conversations } = JSON.parse(fs.readFileSync(process.argv[2], "utf8"))
const llama = await getLlama({ build: "never", gpu: false, logLevel: LlamaLogLevel.disabled, progressLogs: false })
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({ threads: 1, contextSize: Math.min(model.trainContextSize, 8192) })
const sequence = context.getSequence()
const wrapper = resolveChatWrapper(model)

const prompt = (turns) => {
  const item = ({ role, text }) => (role === "model" ? { type: role, response: [text] } : { type: role, text })
  const chatHistory = [...turns.map(item), { type: "model", response: [] }]
  return wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer)
}

for (const turns of conversations) {
  const tokens = prompt(turns)
  const { firstDifferentIndex: start } = sequence.compareContextTokens(tokens)
  await sequence.eraseContextTokenRanges([{ start, end: sequence.nextTokenIndex }])
  const produced = []
  for await (const token of sequence.evaluate(tokens.slice(start), { temperature: 0, yieldEogToken: true })) {
    if (model.isEogToken(token)) break
    produced.push(token)
  }
  process.stdout.write(`${JSON.stringify(model.detokenize(produced))}\n`)
}
process.stdout.write("", () => process.exit())

/** The main job, on a fresh clone too: a model on this machine calls a Python function and answers with its result. */
import { makeReady } from "./ready.mjs"
import { run } from "./run.mjs"

const prompt = "Use the calculate_fee tool for amount 250. State the exact fee."
const job = ["demo", "chat", "--tools", "./examples/tools.py", "--prompt", prompt, ...process.argv.slice(2)]

await makeReady()
const quoted = job.map((word) => (/^[\w./-]+$/.test(word) ? word : JSON.stringify(word)))
process.stdout.write(`$ edge ${quoted.join(" ")}\n`)
process.exitCode = await run(process.execPath, ["dist/edge.js", ...job])

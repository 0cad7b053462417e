/** Facts that change between two chats change the result and leave the imprint valid: it holds the contract, not the facts. */
import { expect, it } from "vitest"
import { document, type Place, place, receipts } from "../fixtures/edge.ts"

const fact = (text: string) => ({ fact_id: "p1", topic: "parking", text, tags: [], source_label: "handbook" })
const facts = (text: string) =>
  JSON.stringify({ schema_version: "edge.demo.facts.v1", store: "s", facts: [fact(text)] })

const importText = async (at: Place, text: string) => {
  const ran = await at.edge(["demo", "facts", "import", at.write("facts.json", facts(text)), "--store", "s", "--json"])
  expect(ran.code).toBe(0)
}

it("a look-up learned into an imprint finds what was imported since", async () => {
  const at = place()
  await importText(at, "The garage closes at eight.")
  const learned = await at.edge([
    "demo",
    "learn",
    "run",
    "--sample",
    "synthetic_profile_v1",
    "--facts-store",
    "s",
    "--max-tokens",
    "20",
    "--json",
  ])
  expect([learned.code, learned.stderr]).toEqual([0, ""])
  const imprint = document(learned).neural_imprint.path as string
  const ask = ["demo", "chat", "--with-imprint", imprint, "--facts-store", "s", "--json", "--include-text"]
  const chat = () => at.edge([...ask, "--prompt", "Look up the parking"])
  expect((await chat()).code).toBe(0)
  await importText(at, "The garage closes at nine.")
  expect((await chat()).code).toBe(0)
  const [first, second] = receipts(at, "chat")
  for (const receipt of [first, second]) {
    expect(receipt.tool_instruction_mode).toBe("imprint")
    expect(receipt.neural_imprint.tokens_restored).toBeGreaterThan(100)
    expect(receipt.tool_calls[0]).toMatchObject({ name: "local_facts_lookup", status: "matched", rows: 1 })
  }
  expect(second.neural_imprint.imprint_id).toBe(first.neural_imprint.imprint_id)
  expect(second.tool_calls[0].result_sha256).not.toBe(first.tool_calls[0].result_sha256)
  expect(first.tool_calls[0].result.rows[0].text).toBe("The garage closes at eight.")
  expect(second.tool_calls[0].result.rows[0].text).toBe("The garage closes at nine.")
}, 300_000)

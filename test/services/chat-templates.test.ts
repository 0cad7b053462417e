/** Whatever a model's chat template allows, the whole contract reaches the prompt. */
import * as Either from "effect/Either"
import * as library from "node-llama-cpp"
import { describe, expect, it } from "vitest"
import { contractText, resultText, type Turn } from "../../src/domain/Contract.ts"
import { toolOf } from "../../src/domain/Tool.ts"
import { historyOf } from "../../src/services/ModelLlama.ts"
import { caseTools } from "../fixtures/model-cases.ts"

const tools = caseTools.map((each) => Either.getOrThrow(toolOf(each)))
const contract = contractText(tools)
const turns: ReadonlyArray<Turn> = [
  { role: "system", text: contract },
  { role: "user", text: "fee for 18" },
  { role: "model", text: '{"tool_name":"calculate_fee","arguments":{"amount":18}}' },
  { role: "user", text: resultText("calculate_fee", '{"fee":0.054}') },
]

const rendered = (wrapper: library.ChatWrapper): string =>
  wrapper.generateContextState({ chatHistory: historyOf(turns) }).contextText.toString()

const expectWhole = (text: string) => {
  for (const line of contract.split("\n")) expect(text).toContain(line)
  expect(text).toContain("fee for 18")
  expect(text).toContain('Tool result for calculate_fee: {"fee":0.054}')
}

const wrappers = Object.entries(library.chatWrappers).filter(([name]) => !/template/i.test(name))

describe("every wrapper of node-llama-cpp", () => {
  it("is a real list", () => expect(wrappers.length).toBeGreaterThan(15))

  it.each(wrappers)("%s delivers the whole contract", (_, Wrapper) => {
    expectWhole(rendered(new (Wrapper as new () => library.ChatWrapper)()))
  })
})

const message = "{{ '<' + m['role'] + '>' + m['content'] + '</>' }}"
const alternation =
  "{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('roles must alternate') }}{% endif %}"
const templates: ReadonlyArray<readonly [string, string]> = [
  [
    "without a system role",
    `{% for m in messages %}{% if m['role'] == 'system' %}{{ raise_exception('no system role') }}{% endif %}${message}{% endfor %}`,
  ],
  [
    "that drops system turns in silence",
    `{% for m in messages %}{% if m['role'] != 'system' %}${message}{% endif %}{% endfor %}`,
  ],
  [
    "that demands alternation from the first user turn on",
    `{% for m in messages %}${alternation}${message}{% endfor %}`,
  ],
]

describe("a Jinja template", () => {
  it.each(templates)("%s delivers the whole contract", (_, template) => {
    expectWhole(rendered(new library.JinjaTemplateChatWrapper({ template })))
  })
})

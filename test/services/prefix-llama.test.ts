/** Where the part of a conversation ends that nothing said later can change. */

import type { Token } from "node-llama-cpp"
import * as library from "node-llama-cpp"
import { describe, expect, it } from "vitest"
import type { Turn } from "../../src/domain/Contract.ts"
import { imprintForms } from "../../src/domain/Profile.ts"
import { historyOf } from "../../src/services/ModelLlama.ts"
import { commonPrefix, holds } from "../../src/services/PrefixLlama.ts"

// Tokens are characters, and `<` and `>` the special ones.
const model = {
  isSpecialToken: (token: Token | undefined) => token !== undefined && "<>".includes(String.fromCharCode(token)),
  detokenize: (tokens: ReadonlyArray<Token>) => String.fromCharCode(...tokens),
}
const tokens = (text: string) => [...text].map((character) => character.charCodeAt(0) as Token)

const template = (turns: ReadonlyArray<Turn>) => turns.map(({ role, text }) => `<${role}>${text}\n`).join("")

// As templates do that know no system role.
const merging = (turns: ReadonlyArray<Turn>) => {
  const [first, second, ...rest] = turns
  if (first?.role !== "system" || second === undefined) return template(turns)
  return template([{ role: "user", text: `${first.text}\n\n${second.text}` }, ...rest])
}

const prefix = (write: (turns: ReadonlyArray<Turn>) => string, turns: ReadonlyArray<Turn>) =>
  commonPrefix(model, (each) => tokens(write(each)), turns)

const [system = [], user = []] = imprintForms("Profile:\n- t.")

describe("the prefix", () => {
  it("ends on the last special token before what the user says", () => {
    expect(model.detokenize(prefix(template, system))).toBe("<system>Profile:\n- t.\n<user>")
  })

  it("does not hold a profile that the template merges into the user's turn, and holds it in a turn of its own", () => {
    const merged = prefix(merging, system)
    expect(model.detokenize(merged)).toBe("<user>")
    expect(holds(model, merged, "Profile:\n- t.")).toBe(false)
    const own = prefix(merging, user)
    expect(model.detokenize(own)).toBe("<user>Profile:\n- t.\n<model>Ready.\n<user>")
    expect(holds(model, own, "Profile:\n- t.")).toBe(true)
  })

  it("is empty where a template has no special token", () => {
    const plain = (turns: ReadonlyArray<Turn>) => turns.map(({ text }) => text).join("\n")
    expect(prefix(plain, system)).toEqual([])
  })

  it("holds a text that the template trimmed", () => {
    expect(holds(model, tokens("<system>Profile:\n- t.\n<"), "Profile:\n- t. \n")).toBe(true)
  })
})

// What a wrapper marks as special becomes `<…>`, whichever tokens a model has for it.
const writtenBy = (wrapper: library.ChatWrapper) => (turns: ReadonlyArray<Turn>) =>
  wrapper
    .generateContextState({ chatHistory: historyOf(turns) })
    .contextText.values.map((value) => (typeof value === "string" ? value : `<${value.toString()}>`))
    .join("")

describe("every wrapper of node-llama-cpp", () => {
  const wrappers = Object.entries(library.chatWrappers).filter(([name]) => !/template/i.test(name))

  it("is a real list", () => expect(wrappers.length).toBeGreaterThan(15))

  const text = "Profile:\n[fact]\n- likes tea."
  const keeps = (Wrapper: unknown) => {
    const write = writtenBy(new (Wrapper as new () => library.ChatWrapper)())
    return imprintForms(text).some((turns) => holds(model, prefix(write, turns), text))
  }

  // These are plain text between plain headings. Where nothing closes a profile, learning says so.
  const plain = ["general", "alpacaChat", "falconChat"]

  it.each(wrappers)(
    "%s keeps the profile whole in one of the forms, unless it has no special tokens",
    (name, Wrapper) => {
      expect(keeps(Wrapper)).toBe(!plain.includes(name))
    },
  )
})

/** The profile, letter by letter. */
import * as fs from "node:fs"
import { describe, expect, it } from "vitest"
import { contractText } from "../../src/domain/Contract.ts"
import { hiddenTurns, imprintForms, profileBody, systemText, unsupported } from "../../src/domain/Profile.ts"
import { builtInSamples } from "../../src/domain/samples/builtIn.ts"
import { correctionOf, frozenCases, sampleOf } from "../fixtures/learning.ts"

const golden = JSON.parse(fs.readFileSync(new URL("../golden/profiles.json", import.meta.url), "utf8"))
const { tools } = frozenCases(["calculate_fee"])

const mixed = sampleOf({
  records: [
    { record_id: "2", kind: "goal", text: "second" },
    { record_id: "1", kind: "habit", text: "third.\n" },
    { record_id: "10", kind: "goal", text: "first 🍸" },
  ],
  corrections: [
    correctionOf({ correction_id: "b", overlay: { tone: "warm", a: 2n ** 64n } }),
    correctionOf({ correction_id: "a", overlay: { tone: "cold", z: true, m: null, n: 1.5 } }),
    correctionOf({ correction_id: "f1", correction_type: "fact_correction", overlay: { x: 1 }, supports: ["s", "t"] }),
    correctionOf({ correction_id: "f2", correction_type: "fact_correction", overlay: { y: 1 }, supports: ["s", "s"] }),
    correctionOf({ correction_id: "f3", correction_type: "fact_correction", overlay: { y: 2 }, supports: ["s", "f3"] }),
    correctionOf({ correction_id: "e", correction_type: "eval_feedback", overlay: { good: true } }),
  ],
})

const samples = { ...Object.fromEntries(builtInSamples), mixed }

describe("the profile body", () => {
  it.each(Object.entries(samples))("of %s is the golden one", (name, sample) => {
    expect(profileBody(sample)).toBe(golden[name])
  })

  it("is the same for the same content in any order", () => {
    const turned = { ...mixed, records: [...mixed.records].reverse(), corrections: [...mixed.corrections].reverse() }
    expect(profileBody(turned)).toBe(golden.mixed)
  })

  it("says which corrections too little supports", () => {
    expect(unsupported(mixed)).toEqual(["f2", "f3"])
  })
})

describe("what the model reads", () => {
  it("is the profile, an empty line and the contract", () => {
    expect(systemText("[k]\n- t", tools)).toBe(`Profile:\n[k]\n- t\n\n${contractText(tools)}`)
  })

  it("is the profile alone without tools", () => {
    expect(systemText("[k]\n- t", [])).toBe("Profile:\n[k]\n- t")
  })

  it("is a system turn, or a user turn that is answered", () => {
    expect(imprintForms("x")).toEqual([
      [{ role: "system", text: "x" }],
      [
        { role: "user", text: "x" },
        { role: "model", text: "Ready." },
      ],
    ])
  })

  it("gets a contract that comes later in a hidden turn", () => {
    expect(hiddenTurns(tools)).toEqual([
      { role: "user", text: contractText(tools) },
      { role: "model", text: "Ready." },
    ])
  })
})

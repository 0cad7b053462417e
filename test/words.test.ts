/** What the words of the command line say about the output, read once for the parser and for the output alike. */
import { describe, expect, it } from "vitest"
import { readWords } from "../src/words.ts"

const tools = ["tools", "validate", "t.py"]

describe("the output mode", () => {
  it.each<[string, ReadonlyArray<string>, string, ReadonlyArray<string>]>([
    ["none", tools, "human", tools],
    ["--json", ["tools", "--json", "validate", "t.py"], "json", [...tools, "--json"]],
    ["--json=true", [...tools, "--json=true"], "json", [...tools, "--json"]],
    ["--json=false", [...tools, "--json=false"], "human", tools],
    ["--json=off", [...tools, "--json=off"], "human", tools],
    ["--json true", ["--json", "true", ...tools], "json", [...tools, "--json"]],
    ["--json false", ["--json", "false", ...tools], "human", tools],
    ["--JSON", [...tools, "--JSON"], "json", [...tools, "--json"]],
    ["--json twice", [...tools, "--json", "--json"], "json", [...tools, "--json"]],
    ["--json before a tool called y", ["tools", "call", "--json", "y"], "json", ["tools", "call", "y", "--json"]],
    ["--events", ["demo", "chat", "--events=yes"], "events", ["demo", "chat", "--events"]],
    ["--events=false beside --json", ["--events=false", "--json"], "json", ["--json"]],
    ["--prompt=--json", ["--prompt=--json"], "human", ["--prompt=--json"]],
    ["--prompt with the word in it", ["--prompt", "say --json"], "human", ["--prompt", "say --json"]],
    ["behind --", [...tools, "--", "--json"], "human", [...tools, "--", "--json"]],
    ["before --", [...tools, "--json", "--", "x"], "json", [...tools, "--json", "--", "x"]],
    ["a flag before it", ["--interactive", "--json"], "json", ["--interactive", "--json"]],
    ["an option nobody knows before it", ["--bogus", "--json"], "json", ["--bogus", "--json"]],
    ["a negative number before it", ["--seed", "-5", "--json"], "json", ["--seed", "-5", "--json"]],
  ])("%s", (_, typed, mode, words) => {
    expect(readWords(typed)).toEqual({ words, mode, fault: null })
  })
})

describe("refused", () => {
  it.each<[string, ReadonlyArray<string>, string, string]>([
    [
      "--prompt without a value",
      ["demo", "chat", "--prompt", "--json"],
      "human",
      "--prompt has no value before --json. To give it that very text, write --prompt=--json",
    ],
    [
      "--token without a value, with --json elsewhere",
      ["--json", "--token", "--python=p"],
      "json",
      "--token has no value before --python=p. To give it that very text, write --token=--python=p",
    ],
    ["a flag that is neither", ["--json=maybe"], "json", "--json is true or false, not maybe."],
    ["both at once", ["--events", "--json"], "json", "--events and --json exclude each other."],
  ])("%s", (_, typed, mode, problem) => {
    const read = readWords(typed)
    expect([read.mode, read.fault?.problem]).toEqual([mode, problem])
  })
})

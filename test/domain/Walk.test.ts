/** Typed words through the command tree: where they lead, and what is said about the wrong ones. */
import { describe, expect, it } from "vitest"
import { edge } from "../../src/cli.ts"
import { everyCommand } from "../../src/domain/CommandTree.ts"
import { walk } from "../../src/domain/Walk.ts"
import { treeOf } from "../../src/tree.ts"

const tree = treeOf(edge)
const words = (line: string) => line.split(" ").filter((word) => word !== "")

describe("the tree", () => {
  it("holds every command, and each says what it does", () => {
    const commands = everyCommand(tree)
    const paths = commands.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(["edge tools pending list", "edge chat", "edge demo chat", "edge models fetch"]),
    )
    for (const { node } of commands) {
      expect(node.description).toMatch(/^\S.*\.$/)
      for (const { name, description } of node.options)
        expect([name, description]).toEqual([name, expect.stringMatching(/\S.*\.$/)])
    }
  })

  it("has the short forms as what they stand for", () => {
    const demo = tree.commands.find(({ name }) => name === "demo")
    for (const name of ["chat", "receipt"]) {
      expect(tree.commands.find((each) => each.name === name)).toEqual(
        demo?.commands.find((each) => each.name === name),
      )
    }
  })

  it("reads options as they are declared", () => {
    const chat = tree.commands.find(({ name }) => name === "chat")
    const option = (name: string) => chat?.options.find((each) => each.name === name)
    expect(option("--gpu")).toMatchObject({ choices: ["auto", "off", "cuda", "vulkan", "metal"], required: false })
    expect(option("--tool")).toMatchObject({ value: "NAME", repeated: true })
    expect(option("--json")).toMatchObject({ value: null, required: false })
    const confirm = everyCommand(tree).find(({ path }) => path === "edge tools confirm")?.node
    expect(confirm?.options.find(({ name }) => name === "--token")).toMatchObject({ value: "TOKEN", required: true })
    expect(confirm?.args).toMatchObject([{ name: "PENDING", required: true }])
  })
})

describe("words", () => {
  it.each([
    ["", "edge", false],
    ["tools", "edge tools", false],
    ["tools call t.py f --help", "edge tools call", true],
    ["chat --prompt --help", "edge chat", false],
    ["chat --prompt -5", "edge chat", false],
    ["chat --prompt=--nothing --help", "edge chat", true],
    ["demo receipt list --json", "edge demo receipt list", false],
  ])("%j lead to %s", (line, path, help) => {
    expect(walk(tree, words(line))).toMatchObject({ path, help, unknown: null })
  })

  it.each([
    ["toolz", "edge has no command toolz.", "Did you mean tools?"],
    ["tools vlidate x.py", "edge tools has no command vlidate.", "Did you mean validate?"],
    ["tools zebra", "edge tools has no command zebra.", "It has validate, inspect, call, confirm and pending."],
    ["receipt nope", "edge receipt has no command nope.", "It has list."],
    ["chat --prmpt hello", "edge chat has no option --prmpt.", "Did you mean --prompt?"],
    ["chat --max-token=3", "edge chat has no option --max-token.", "Did you mean --max-tokens?"],
    ["tools validate --bogus-thing", "edge tools validate has no option --bogus-thing.", undefined],
    ["tools --json validate", "edge tools has no option --json.", undefined],
  ])("%j are told what was meant", (line, problem, meant) => {
    expect(walk(tree, words(line)).unknown).toEqual({ problem, meant })
  })
})

describe("a value that is none of the choices", () => {
  const choices = everyCommand(tree).flatMap(({ path, node }) =>
    node.options.filter((option) => option.choices.length > 0).map((option) => ({ path, option })),
  )

  it("is named with its option and all choices, wherever an option has any", () => {
    expect(choices.length).toBeGreaterThan(8)
    for (const { path, option } of choices) {
      const problem = `${option.name} must be one of ${option.choices.join(", ")}.`
      const asked = (...more: ReadonlyArray<string>) => walk(tree, [...path.split(" ").slice(1), ...more]).unknown
      for (const value of ["zzzzzz", "", option.choices[0]?.toUpperCase() ?? "", "--json"]) {
        expect(asked(option.name, value)).toMatchObject({ problem })
        expect(asked(`${option.name}=${value}`, "--json")).toMatchObject({ problem })
      }
      expect(asked(option.name)).toMatchObject({ problem })
      for (const value of option.choices) {
        expect([asked(option.name, value), asked(`${option.name}=${value}`)]).toEqual([null, null])
      }
    }
  })

  it("does not stand in the way of who asks for help", () => {
    expect(walk(tree, words("chat --gpu x --help"))).toMatchObject({ path: "edge chat", help: true, unknown: null })
  })

  it("is told apart from no value at all", () => {
    expect(walk(tree, words("facts list --store")).unknown?.problem).toBe("--store needs a value: --store STORE.")
  })
})

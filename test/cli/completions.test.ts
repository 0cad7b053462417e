/** Completions: what a shell offers, and where they are put. */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { edge as command } from "../../src/cli.ts"
import { everyCommand } from "../../src/domain/CommandTree.ts"
import { completionScript } from "../../src/domain/Completions.ts"
import { treeOf } from "../../src/tree.ts"
import { place } from "../fixtures/edge.ts"

const tree = treeOf(command)

/** What bash offers after these words, the last of which is being typed. */
const offered = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const quoted = words.map((word) => `'${word}'`).join(" ")
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _edge; printf '%s\\n' "\${COMPREPLY[@]}"`
  const ran = spawnSync("bash", ["--norc", "-c", `${completionScript("bash", tree)}\n${ask}`], {
    env: { ...process.env, LC_ALL: "C", BASH_ENV: "" },
    encoding: "utf8",
  })
  expect(ran.stderr).toBe("")
  return ran.stdout.split("\n").filter((line) => line !== "")
}

describe("bash", () => {
  it.each([
    [["edge", "to"], ["tools"]],
    [
      ["edge", "tools", "c"],
      ["call", "confirm"],
    ],
    [
      ["edge", "tools", "pending", ""],
      ["list", "show", "prune", "reject", "--help"],
    ],
    [["edge", "chat", "--gpu", "v"], ["vulkan"]],
    [["edge", "demo", "chat", "--max"], ["--max-tokens"]],
    [["edge", "chat", "--prompt", "--m"], []],
  ])("%j", (words, found) => expect(offered(words)).toEqual(found))
})

it.each(["bash", "zsh", "fish"] as const)("the %s script knows every command and option", (shell) => {
  const script = completionScript(shell, tree)
  for (const { path: place, node } of everyCommand(tree)) {
    expect(script).toContain(`"${place}"`)
    for (const { name } of node.options) expect(script).toContain(shell === "fish" ? `-l ${name.slice(2)}` : name)
  }
})

describe("edge completions", () => {
  it.each(["bash", "zsh", "fish"] as const)("%s prints the script alone", async (shell) => {
    expect(await place().edge(["completions", shell])).toEqual({
      code: 0,
      stdout: completionScript(shell, tree),
      stderr: "",
    })
  })

  it.each([
    ["bash", ".local/share/bash-completion/completions/edge"],
    ["zsh", ".local/share/zsh/site-functions/_edge"],
    ["fish", ".config/fish/completions/edge.fish"],
  ] as const)("install puts the %s script where the shell looks, and edits nothing else", async (shell, file) => {
    const at = place()
    at.write(".zshrc", "mine")
    const env = { HOME: at.folder, SHELL: `/bin/${shell}`, XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" }
    const ran = await at.edge(["completions", "install"], env)
    expect(ran.stdout).toContain(`are in ${file}\n`)
    expect(fs.readFileSync(path.join(at.folder, file), "utf8")).toBe(completionScript(shell, tree))
    expect(fs.readFileSync(path.join(at.folder, ".zshrc"), "utf8")).toBe("mine")
    expect(ran.code).toBe(0)
  })

  it("install that cannot write says how to do without", async () => {
    const at = place()
    const ran = await at.edge(["completions", "install"], { SHELL: "/bin/bash", XDG_DATA_HOME: at.write("taken", "") })
    expect(ran.code).toBe(5)
    expect(ran.stderr).toMatch(/^state_dir_unwritable: .*\nPrint it and put it elsewhere: edge completions bash\n$/)
  })

  it("install says which shells there are", async () => {
    const ran = await place().edge(["completions", "install"], { SHELL: "/bin/tcsh" })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain("$SHELL names tcsh; there are completions for bash, zsh, fish.")
  })
})

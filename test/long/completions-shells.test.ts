/**
 * The completions in the shells themselves: installed where each shell looks, loaded by it, and asked. bash is needed for
 * more than this; the other shells are asked only where they are installed.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { type Place, place, python, root } from "../fixtures/edge.ts"

/** What the shell offers for the last word of a line, in the home where the completions were installed. */
type Ask = (at: Place, line: string) => ReadonlyArray<string>

const run = (at: Place, command: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
  const ran = spawnSync(command, args, {
    cwd: at.folder,
    env: { ...process.env, ...around(at), ...env },
    encoding: "utf8",
    // A shell that waits for something else would wait for ever.
    timeout: 120_000,
  })
  expect([ran.error, ran.status, ran.stderr]).toEqual([undefined, 0, ""])
  return ran.stdout
}

const around = ({ folder }: Place) => ({
  HOME: folder,
  XDG_DATA_HOME: "",
  XDG_CONFIG_HOME: "",
  TERM: "dumb",
  LC_ALL: "C",
  BASH_ENV: "",
  PATH: `${path.join(folder, "bin")}${path.delimiter}${process.env["PATH"]}`,
})

/** fish looks for completions of what is on the path only. */
const withEdge = (): Place => {
  const at = place()
  fs.mkdirSync(path.join(at.folder, "bin"))
  fs.symlinkSync(path.join(root, "dist", "edge.js"), path.join(at.folder, "bin", "edge"))
  return at
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "")

const askBash: Ask = (at, line) => {
  const words = line.split(" ")
  const script = path.join(at.folder, ".local/share/bash-completion/completions/edge")
  const asked = [
    `source ${script}`,
    `COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
    `COMP_CWORD=${words.length - 1}`,
    // As bash itself would: by the function that the script has registered.
    `$(complete -p edge | sed 's/.*-F \\([^ ]*\\).*/\\1/') edge`,
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]
  return linesOf(run(at, "bash", ["--norc", "-c", asked.join("\n")]))
}

// fish has a command for it, and finds the file by itself.
const askFish: Ask = (at, line) =>
  linesOf(run(at, "fish", ["-c", `complete -C '${line}'`])).map((each) => each.replace(/\t.*/s, ""))

// On a terminal, by the tab key. What is added as a match is noted on its way.
const askZsh: Ask = (at, line) => {
  const hits = path.join(at.folder, "hits")
  fs.rmSync(hits, { force: true })
  at.write(
    ".zshrc",
    `fpath=(~/.local/share/zsh/site-functions $fpath)
autoload -Uz compinit && compinit -u -d ~/.zcompdump
PROMPT='READY> '
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a added
  builtin compadd -A added "$@"
  print -rl -- $added >>${hits}
  builtin compadd "$@"
}
over() { print OVER }
comppostfuncs=(over)
`,
  )
  const steps = at.write(
    "steps.json",
    JSON.stringify([
      ["READY> ", `${line}\t`],
      ["OVER", "\u0015exit\n"],
    ]),
  )
  const terminal = path.join(root, "test", "fixtures", "on_terminal.py")
  run(at, python, [terminal, steps, "zsh", "-i"], { ZDOTDIR: at.folder })
  return linesOf(fs.readFileSync(hits, "utf8"))
}

const isInstalled = (shell: string) => spawnSync(shell, ["-c", ":"]).status === 0

const shells: ReadonlyArray<readonly [string, Ask]> = [
  ["bash", askBash],
  ...(
    [
      ["zsh", askZsh],
      ["fish", askFish],
    ] as const
  ).filter(([shell]) => isInstalled(shell)),
]

const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["edge mod", ["models"]],
  ["edge models f", ["fetch"]],
  ["edge tools pending p", ["prune"]],
  ["edge chat --t", ["--temperature", "--threads", "--tool", "--tool-tag", "--tools", "--tools-manifest"]],
  ["edge demo chat --t", ["--temperature", "--threads", "--tool", "--tool-tag", "--tools", "--tools-manifest"]],
  ["edge chat --gpu v", ["vulkan"]],
  ["edge receipt list --status=done --kind c", ["call", "chat", "confirm"]],
  ["edge tools validate t", ["tools.py"]],
]

describe.each(shells)("%s", (shell, ask) => {
  it("offers what the command line takes", async () => {
    const at = withEdge()
    at.write("tools.py", "")
    const installed = await at.edge(["completions", "install"], { ...around(at), SHELL: `/usr/bin/${shell}` })
    expect(installed.code).toBe(0)
    for (const [line, words] of rows) expect([line, [...ask(at, line)].sort()]).toEqual([line, words])
  })
})

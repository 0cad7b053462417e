/** `edge completions`: prints a shell's script, or puts it where that shell looks. No file of the user's own is edited. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type { CommandNode } from "../domain/CommandTree.ts"
import { completionScript, type Shell, shells } from "../domain/Completions.ts"
import { StateDirUnwritable } from "../domain/errors/Environment.ts"
import { InvalidUsage } from "../domain/errors/Usage.ts"
import type { View } from "../domain/View.ts"

export const print = (shell: Shell, tree: CommandNode): View => ({
  _tag: "Completions",
  shown: { shell, script: completionScript(shell, tree), path: null, next: "" },
})

/** What the environment says about the user. */
export interface Surroundings {
  readonly home: string
  /** `$SHELL`, `$XDG_DATA_HOME` and `$XDG_CONFIG_HOME`. */
  readonly shell: string | undefined
  readonly data: string | undefined
  readonly config: string | undefined
}

export const install = Effect.fn("completions.install")(function* (tree: CommandNode, around: Surroundings) {
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  const name = path.basename(around.shell ?? "")
  const shell = shells.find((each) => each === name)
  if (shell === undefined) {
    const problem = `$SHELL names ${name === "" ? "no shell" : name}; there are completions for ${shells.join(", ")}.`
    return yield* new InvalidUsage({
      problem,
      hint: "Print one and put it where your shell looks: edge completions bash",
    })
  }
  const data = around.data || path.join(around.home, ".local", "share")
  const config = around.config || path.join(around.home, ".config")
  const target = {
    bash: path.join(data, "bash-completion", "completions", "edge"),
    zsh: path.join(data, "zsh", "site-functions", "_edge"),
    fish: path.join(config, "fish", "completions", "edge.fish"),
  }[shell]
  const script = completionScript(shell, tree)
  yield* files.makeDirectory(path.dirname(target), { recursive: true }).pipe(
    Effect.zipRight(files.writeFileString(target, script)),
    Effect.mapError(() => {
      const hint = `Print it and put it elsewhere: edge completions ${shell}`
      return new StateDirUnwritable({ path: target, problem: "it cannot be written", hint })
    }),
  )
  const shown = { shell, script, path: target, next: nextStep(shell, path.dirname(target)) }
  return { _tag: "Completions", shown } satisfies View as View
})

const nextStep = (shell: Shell, folder: string): string =>
  ({
    bash: "Start a new shell. (It needs the package bash-completion, which most systems have.)",
    zsh: `If ~/.zshrc does not name that folder yet, add this before compinit, and start a new shell:\n  fpath=(${folder} $fpath)`,
    fish: "Start a new shell.",
  })[shell]

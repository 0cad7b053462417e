/** The bound action against the tools as they are frozen now: nothing may differ. */
import type { LocalModule } from "./Description.ts"
import { ToolSchemaChanged, ToolsFileChanged } from "./errors/Call.ts"
import { ActiveSetChanged, LocalModulesChanged } from "./errors/Confirm.ts"
import type { Frozen } from "./Frozen.ts"
import type { Action } from "./Pending.ts"
import { shellWord } from "./Shell.ts"

export type BindingDifference = ToolsFileChanged | LocalModulesChanged | ActiveSetChanged | ToolSchemaChanged

/** The first thing that is not as it was; undefined when all is. */
export const bindingDifference = (bound: Action, frozen: Frozen): BindingDifference | undefined => {
  if (bound.tools_file_sha256 !== frozen.toolsFileSha256) return fileChanged(bound)
  const modules = changedModules(bound.local_modules, frozen.localModules)
  if (modules.length > 0) return new LocalModulesChanged({ modules })
  const tool = frozen.tools.find(({ name }) => name === bound.tool)
  if (tool?.toolSchemaSha256 !== bound.tool_schema_sha256) return new ToolSchemaChanged({ tool: bound.tool })
  if (bound.active_set_sha256 !== frozen.activeSetSha256) return new ActiveSetChanged({ tool: bound.tool })
  return undefined
}

/** The code is not what it was when the action was asked for, and an action never moves to other code. */
export const fileChanged = ({ tools_file, tool }: Action, path = tools_file): ToolsFileChanged =>
  new ToolsFileChanged({
    path,
    hint: `This action stays bound to the file as it was. Ask again: edge tools call ${shellWord(tools_file)} ${tool} --args '{...}'`,
  })

/** The names of modules that only one side has, or that differ. */
export const changedModules = (
  before: ReadonlyArray<LocalModule>,
  now: ReadonlyArray<LocalModule>,
): ReadonlyArray<string> => {
  const lines = (modules: ReadonlyArray<LocalModule>) =>
    modules.map((each) => JSON.stringify([each.name, each.path, each.sha256]))
  const [old, current] = [new Set(lines(before)), new Set(lines(now))]
  const names = [...old, ...current]
    .filter((line) => !(old.has(line) && current.has(line)))
    .map((line) => (JSON.parse(line) as ReadonlyArray<string>)[0] as string)
  return [...new Set(names)].sort()
}

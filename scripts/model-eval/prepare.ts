/** Cases made ready for the product's chat: their tools frozen by it, their turns built by it, their calls checked by it. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { checkCall } from "../../src/domain/Call.ts"
import { type ChatState, type Step, startPrompt, step } from "../../src/domain/Chat.ts"
import type { Turn } from "../../src/domain/Contract.ts"
import type { FileDescription } from "../../src/domain/Description.ts"
import type { Frozen, FrozenLookups, FrozenTool } from "../../src/domain/Frozen.ts"
import type { Issue } from "../../src/domain/Issues.ts"
import { canonical, fromLiteral, type JsonObject, object, ordered, own } from "../../src/domain/Json.ts"
import { builtInLookup } from "../../src/domain/Lookup.ts"
import { systemText } from "../../src/domain/Profile.ts"
import { toolsOf } from "../../src/domain/ToolFile.ts"
import { systemTurns } from "../../src/programs/chat.ts"
import { freeze } from "../../src/programs/freeze.ts"
import { frozenOf } from "../../src/programs/lookups.ts"
import { Runner } from "../../src/services/Runner.ts"
import { type Case, callsOf, type ExpectedCall, lookupName, readCases } from "./cases.ts"

export class CasesInvalid extends Data.TaggedError("cases_invalid")<{
  readonly file: string
  readonly issues: ReadonlyArray<Issue>
}> {
  override get message() {
    return [
      `${this.file} is no set of cases:`,
      ...this.issues.map(({ path, problem }) => `  ${path}: ${problem}`),
    ].join("\n")
  }
}

export interface Prepared {
  readonly expected: Case
  readonly frozen: Frozen | FrozenLookups
  /** The conversation up to and with the user turn that the model is to react to. */
  readonly turns: ReadonlyArray<Turn>
  /** The same after the expected calls and their results. */
  readonly turnsGiven: ReadonlyArray<Turn>
}

/** The cases of a text over the tools of a file, which is imported once; or everything that is wrong with them. */
export const prepare = Effect.fn("evaluation.prepare")(function* (file: string, text: string, toolsFile: string) {
  const invalid = (issues: ReadonlyArray<Issue>) => new CasesInvalid({ file, issues })
  const cases = yield* Either.mapLeft(readCases(text), invalid)
  const description = yield* Effect.flatMap(Runner, (runner) => runner.describe(toolsFile))
  const known = yield* toolsOf(toolsFile, description)
  const names = new Set([lookupName, ...known.map(({ name }) => name)])
  const unknown = cases.flatMap(({ id, tools }) =>
    tools.filter((name) => !names.has(name)).map((name) => ({ path: id, problem: `${toolsFile} has no tool ${name}` })),
  )
  if (unknown.length > 0) return yield* invalid(unknown)
  const prepared = yield* Effect.forEach(cases, (each) =>
    Effect.map(frozenFor(toolsFile, each.tools), (frozen) => prepareCase(each, frozen)),
  ).pipe(Effect.provide(layerDescribed(description)))
  const issues = prepared.flatMap((each) => (Either.isLeft(each) ? each.left : []))
  if (issues.length > 0) return yield* invalid(issues)
  return { known, prepared: prepared.flatMap((each) => (Either.isRight(each) ? [each.right] : [])) }
})

/** A case over its frozen tools, or what its own calls get wrong. */
export const prepareCase = (
  expected: Case,
  frozen: Frozen | FrozenLookups,
): Either.Either<Prepared, ReadonlyArray<Issue>> => {
  const issues = [...toolIssues(expected, frozen.tools), ...callIssues(expected, frozen.tools)]
  if (issues.length > 0)
    return Either.left(issues.map(({ path, problem }) => ({ path: `${expected.id} ${path}`, problem })))
  const start = opening(expected, frozen)
  return Either.right({
    expected,
    frozen,
    turns: start.turns,
    turnsGiven: callsOf(expected).reduce(played, start).turns,
  })
}

// What the file's one import described; each case freezes its own choice of tools from it.
const layerDescribed = (description: FileDescription) =>
  Layer.effect(
    Runner,
    Effect.map(Runner, (runner) => Runner.of({ ...runner, describe: () => Effect.succeed(description) })),
  )

const lookups = frozenOf([builtInLookup("evaluation")], null)

// No command of the product mixes both; to the model they are one set.
const frozenFor = Effect.fnUntraced(function* (file: string, names: ReadonlyArray<string>) {
  const python = names.filter((name) => name !== lookupName)
  if (python.length === 0) return lookups
  const frozen: Frozen = yield* freeze({ file, selection: { names: python, tags: [] } })
  if (python.length === names.length) return frozen
  const tools = [...frozen.tools, ...lookups.tools].sort((left, right) => (left.name < right.name ? -1 : 1))
  return { ...frozen, tools } satisfies Frozen
})

const opening = (expected: Case, frozen: Frozen | FrozenLookups): ChatState => {
  const system: ReadonlyArray<Turn> =
    expected.profile === undefined
      ? systemTurns({ frozen, imprint: null })
      : [{ role: "system", text: systemText(expected.profile, frozen.tools) }]
  const asked = startPrompt(frozen.tools, system, expected.prompt)
  return expected.rejected === undefined ? asked : said(asked, textOf(expected.rejected))[0]
}

const said = (state: ChatState, text: string): Step => step(state, { _tag: "ModelSaid", message: { text, cut: false } })

// The expected call and its result, as if the model had made it.
const played = (state: ChatState, { call, result }: ExpectedCall): ChatState => {
  const [calling, action] = said(
    state,
    textOf({ tool_name: call.tool_name, arguments: argumentsOf(state.tools, call) }),
  )
  if (action._tag !== "Execute") throw new Error("expected calls have been checked")
  return step(calling, { _tag: "ToolReturned", call: action.call, result: canonical(result) })[0]
}

/** A call as the contract writes it. */
const textOf = ({ tool_name, arguments: args }: { readonly tool_name: string; readonly arguments: JsonObject }) =>
  ordered(
    object([
      ["tool_name", tool_name],
      ["arguments", args],
    ]),
  )

// In the order of the schema, which is the order of the grammar.
const argumentsOf = (tools: ReadonlyArray<FrozenTool>, call: ExpectedCall["call"]): JsonObject => {
  const args = call.arguments ?? queryFor(call.query_has ?? [])
  const accepted = tools.find(({ name }) => name === call.tool_name)?.arguments ?? []
  return object(accepted.flatMap(({ name }) => (Object.hasOwn(args, name) ? [[name, own(args, name) ?? null]] : [])))
}

const queryFor = (has: NonNullable<ExpectedCall["call"]["query_has"]>): JsonObject =>
  fromLiteral({ query: has.map((word) => (typeof word === "string" ? word : word[0])).join(" ") }) as JsonObject

// Another kind of tool ends a conversation by itself, so that there would be no answer to look at.
const toolIssues = ({ tools: names }: Case, tools: ReadonlyArray<FrozenTool>): ReadonlyArray<Issue> =>
  tools
    .filter((tool) => tool.returnDirect || tool.executionLevel !== "read")
    .map(({ name }) => ({
      path: `tools[${names.indexOf(name)}]`,
      problem: "must be a read tool without return_direct",
    }))

const callIssues = ({ steps, rejected }: Case, tools: ReadonlyArray<FrozenTool>): ReadonlyArray<Issue> => {
  const check = (path: string, name: string, args: JsonObject): ReadonlyArray<Issue> =>
    Either.match(checkCall(tools, name, args), {
      onLeft: ({ message }) => [{ path, problem: message }],
      onRight: () => [],
    })
  const expected = steps.flatMap(({ call, or = [] }, index) =>
    call?.arguments === undefined
      ? []
      : [
          ...check(`steps[${index}].call`, call.tool_name, call.arguments),
          ...or.flatMap((args, at) => check(`steps[${index}].or[${at}]`, call.tool_name, args)),
        ],
  )
  const accepted = rejected !== undefined && check("rejected", rejected.tool_name, rejected.arguments).length === 0
  return accepted ? [...expected, { path: "rejected", problem: "must be a call that the product rejects" }] : expected
}

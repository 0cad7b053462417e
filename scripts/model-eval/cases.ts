/** The cases of an evaluation: their format, and everything that is wrong with a file of them. */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { callLimit } from "../../src/domain/Chat.ts"
import { activeToolLimit } from "../../src/domain/Frozen.ts"
import { type Issue, issuesOf } from "../../src/domain/Issues.ts"
import { isObject, type JsonObject } from "../../src/domain/Json.ts"
import { readJson } from "../../src/domain/JsonReader.ts"

export const kinds = [
  "choice",
  "neighbours",
  "strings",
  "numbers",
  "boolean",
  "enum",
  "optional",
  "array",
  "two_step",
  "missing",
  "rejected",
  "no_tool",
  "small_talk",
  "facts",
  "empty",
  "several_fields",
  "profile",
] as const

/** `edge`'s own look-up, which may stand among the tools of a case. */
export const lookupName = "local_facts_lookup"

const Text = Schema.String.pipe(Schema.minLength(1, { message: () => "must not be empty" }))
const list = <A, I>(items: Schema.Schema<A, I>) =>
  Schema.Array(items).pipe(Schema.minItems(1, { message: () => "must hold at least one" }))
const unlessLeftOut = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Arguments = Schema.declare((value): value is JsonObject => isObject(value as never), { identifier: "Arguments" })

/** Texts that must all be there; of a list within the list any one. */
const Words = list(Schema.Union(Text, list(Text)))
export type Words = typeof Words.Type

const ExactCall = Schema.Struct({ tool_name: Text, arguments: Arguments })

const Call = Schema.Struct({
  tool_name: Text,
  arguments: unlessLeftOut(Arguments),
  query_has: unlessLeftOut(Words),
}).pipe(
  Schema.filter(({ tool_name, arguments: args, query_has }) => {
    if ((args === undefined) === (query_has === undefined)) return "must have either arguments or query_has"
    return query_has === undefined || tool_name === lookupName || `must not have query_has, which is for ${lookupName}`
  }),
)

const Step = Schema.Struct({
  call: unlessLeftOut(Call),
  or: unlessLeftOut(list(Arguments)),
  result: unlessLeftOut(Arguments),
  answer: unlessLeftOut(Words),
  no_call: unlessLeftOut(Schema.Literal(true)),
  has: unlessLeftOut(Words),
}).pipe(
  Schema.filter((step) => {
    const keys = Object.keys(step).sort().join(" ")
    if (forms.has(keys)) return undefined
    return "must be call with result (and or, beside arguments), answer, or no_call (and has)"
  }),
  Schema.filter(
    ({ call, or }) => or === undefined || call?.query_has === undefined || "must not have or with query_has",
  ),
)
export type Step = typeof Step.Type

const forms: ReadonlySet<string> = new Set(["call result", "call or result", "answer", "no_call", "has no_call"])

const Case = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^[a-z0-9_-]+$/, { message: () => "must be small letters, digits, - and _" })),
  language: Schema.Literal("en", "zh"),
  kind: Schema.Literal(...kinds),
  tools: list(Text).pipe(
    Schema.maxItems(activeToolLimit, { message: () => `must name at most ${activeToolLimit} tools` }),
    Schema.filter((tools) => new Set(tools).size === tools.length || "must not name a tool twice"),
  ),
  profile: unlessLeftOut(Text),
  prompt: Text,
  rejected: unlessLeftOut(ExactCall),
  steps: list(Step),
}).pipe(
  Schema.filter((each) => [
    ...(["profile", "rejected"] as const).flatMap((key) =>
      (each[key] !== undefined) === (each.kind === key)
        ? []
        : [{ path: [key], message: `must stand in every case of kind ${key}, and in no other` }],
    ),
    ...each.steps.flatMap((step, index) => stepIssues(each.tools, each.steps, step, index)),
  ]),
)
export type Case = typeof Case.Type

const Cases = list(Case).pipe(
  Schema.filter((cases) => {
    const ids = cases.map(({ id }) => id)
    return ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [{ path: [index, "id"], message: "must not stand twice" }] : [],
    )
  }),
)

/** The cases that a text holds, or everything that is wrong with it; places begin with the case's id. */
export const readCases = (text: string): Either.Either<ReadonlyArray<Case>, ReadonlyArray<Issue>> =>
  Either.flatMap(
    Either.mapLeft(readJson(text), ({ problem, at }) => [
      { path: `line ${text.slice(0, at).split("\n").length}`, problem },
    ]),
    (json) =>
      Either.mapLeft(decode(json), (error) =>
        distinct(issuesOf(error).map((issue) => ({ ...issue, path: byId(issue.path, json) }))),
      ),
  )

/** A call that a case expects. */
export interface ExpectedCall {
  readonly call: typeof Call.Type
  readonly or: ReadonlyArray<JsonObject>
  readonly result: JsonObject
}

/** The calls that must happen, in order. */
export const callsOf = ({ steps }: Case): ReadonlyArray<ExpectedCall> =>
  steps.flatMap(({ call, or = [], result }) =>
    call === undefined || result === undefined ? [] : [{ call, or, result }],
  )

/** What the last message must hold, and whether the case is about not calling at all. */
export const endOf = ({ steps }: Case): { readonly has: Words; readonly refuses: boolean } | null => {
  const last = steps.at(-1)
  if (last === undefined || last.call !== undefined) return null
  return { has: last.answer ?? last.has ?? [], refuses: last.no_call === true && steps.length === 1 }
}

/** `count` of the items, spread over all of them; all where there are no more. */
export const evenly = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  const kept = Math.min(count, items.length)
  const before = (index: number) => Math.floor((index * kept) / items.length)
  return items.filter((_, index) => before(index + 1) > before(index))
}

const decode = Schema.decodeUnknownEither(Cases, { onExcessProperty: "error", errors: "all" })

const stepIssues = (tools: ReadonlyArray<string>, steps: ReadonlyArray<Step>, { call }: Step, index: number) => {
  const issue = (message: string) => [{ path: ["steps", index], message }]
  if (call === undefined)
    return index < steps.length - 1 ? issue("must be the last step: it ends the conversation") : []
  if (index >= callLimit) return issue(`must not be a call: a prompt has at most ${callLimit}`)
  return tools.includes(call.tool_name) ? [] : issue("must call one of the case's tools")
}

// Members of a union may complain alike.
const distinct = (issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> =>
  issues.filter(
    ({ path, problem }, index) => issues.findIndex((each) => each.path === path && each.problem === problem) === index,
  )

const byId = (path: string, json: unknown): string => {
  const [, index, rest = ""] = /^\[(\d+)\]\.?(.*)$/.exec(path) ?? []
  if (index === undefined) return path
  const id = Array.isArray(json) ? json[Number(index)]?.id : undefined
  return `${typeof id === "string" ? id : `[${index}]`} ${rest}`.trim()
}

/** What the requests for a call have in common, and how many of those come out right: where advice to developers comes from. */
import type { FrozenTool } from "../../src/domain/Frozen.ts"
import { canonical, isObject, type JsonObject } from "../../src/domain/Json.ts"
import { schemaOfType } from "../../src/domain/ValueType.ts"
import { lookupName } from "./cases.ts"
import type { Outcome } from "./converse.ts"
import { type Share, share } from "./tally.ts"

export interface TraitRow {
  readonly trait: string
  /** The first message calls the right tool. */
  readonly tool: Share
  /** Every call is wholly right. */
  readonly calls: Share
}

/** A row for each trait that the outcomes show. Left out are look-ups of facts, and calls that correct a shown one. */
export const traitsOf = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<TraitRow> => {
  const asked = outcomes.flatMap(askedOf)
  return traits.flatMap(([trait, has]) => {
    const scores = asked.filter(has).map(({ outcome }) => outcome.score)
    if (scores.length === 0) return []
    const [tool, calls] = [scores.map(({ firstTool }) => firstTool), scores.map((score) => score.calls)]
    return [{ trait, tool: share(tool), calls: share(calls) }]
  })
}

/** A request for a call: its tool, and the tools beside. */
interface Asked {
  readonly outcome: Outcome
  readonly prompt: string
  readonly chinese: boolean
  readonly tool: FrozenTool
  readonly others: ReadonlyArray<FrozenTool>
}

const askedOf = (outcome: Outcome): ReadonlyArray<Asked> => {
  const { expected, frozen } = outcome.prepared
  const name = expected.steps[0]?.call?.tool_name
  const tool = frozen.tools.find((each) => each.name === name)
  if (tool === undefined || name === lookupName || expected.rejected !== undefined) return []
  const others = frozen.tools.filter((each) => each !== tool)
  return [{ outcome, prompt: expected.prompt, chinese: expected.language === "zh", tool, others }]
}

const offered = (least: number, most: number) => (asked: Asked) =>
  asked.others.length + 1 >= least && asked.others.length + 1 <= most

// `in` and `of` tell nothing; a plural is the same word.
const telling = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.replace(/s$/, "")))
const shareWord = (left: string, right: string): boolean => [...telling(left)].some((word) => telling(right).has(word))

const namesTool = ({ prompt, tool }: Asked) => shareWord(prompt, tool.name)
const isDescribed = ({ tool }: Asked) =>
  Object.values(tool.parameters["properties"] as JsonObject).every((each) => isObject(each) && "description" in each)
const isChinese = ({ tool }: Asked) => /\p{Script=Han}/u.test(tool.description)
const hasTwin = ({ tool, others }: Asked) => others.some(({ name }) => shareWord(name, tool.name))
const hasTwoOfOneType = ({ tool }: Asked) => {
  const required = tool.arguments.flatMap(({ required, type }) => (required ? [canonical(schemaOfType(type))] : []))
  return new Set(required).size < required.length
}

const traits: ReadonlyArray<readonly [string, (asked: Asked) => boolean]> = [
  ["any", () => true],
  ["one tool offered", offered(1, 1)],
  ["two", offered(2, 2)],
  ["three or four", offered(3, 4)],
  ["five to eight", offered(5, 8)],
  ["the request has a word of the tool's name (English)", (asked) => !asked.chinese && namesTool(asked)],
  ["it has none (English)", (asked) => !asked.chinese && !namesTool(asked)],
  ["every parameter described", isDescribed],
  ["not every one", (asked) => !isDescribed(asked)],
  ["Chinese request, Chinese docstring", (asked) => asked.chinese && isChinese(asked)],
  ["Chinese request, English docstring", (asked) => asked.chinese && !isChinese(asked)],
  ["another tool's name shares a word", hasTwin],
  ["none does", (asked) => asked.others.length > 0 && !hasTwin(asked)],
  ["two required parameters of one type", hasTwoOfOneType],
  ["all of different types", (asked) => asked.tool.arguments.length > 1 && !hasTwoOfOneType(asked)],
]

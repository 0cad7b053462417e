/**
 * The GBNF grammar of a frozen set, for llama.cpp: plain text that does not start with `{`, or exactly one call to an
 * active tool with arguments that fit its schema. Keys stand in the order of the schema, without spaces.
 */
import type { Argument } from "./Arguments.ts"
import { canonical, type Json } from "./Json.ts"
import type { Tool } from "./Tool.ts"
import type { ValueType } from "./ValueType.ts"

/** The grammar's text; its root rule is `root`. */
export const grammarOf = (tools: ReadonlyArray<Tool>): string => {
  const rules = new Rules()
  const calls = tools.map((tool) => rules.add(callBody(tool, rules)))
  const call = `${literal('{"tool_name":')} (${calls.join(" | ")}) "}"`
  return [`root ::= ${calls.length === 0 ? "text" : `${call} | text`}`, ...rules.lines, ...fixedRules].join("\n")
}

class Rules {
  readonly lines: Array<string> = []
  add(body: string): string {
    const name = `r${this.lines.length}`
    this.lines.push(`${name} ::= ${body}`)
    return name
  }
}

// Text: anything but a call, and no leading white space, so that a call cannot hide behind it.
const fixedRules = [
  "text ::= [^{\\x00\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff] [^\\x00]*",
  'string ::= "\\"" char* "\\""',
  'char ::= [^"\\\\\\x00-\\x1f] | "\\\\" (["\\\\/bfnrt] | "u" plain)',
  // Four hex digits outside the surrogates: characters beyond the basic plane are written as they are.
  "plain ::= [0-9a-cA-CefEF] hex hex hex | [dD] [0-7] hex hex",
  "hex ::= [0-9a-fA-F]",
  'integer ::= "-"? ("0" | [1-9] [0-9]*)',
  // Whole numbers beyond 15 digits take an exponent, so that every one of them is a float; none is infinite, and none that
  // is not zero becomes it.
  'number ::= "-"? (whole | decimal | scientific)',
  'whole ::= "0" | [1-9] [0-9]{0,14}',
  'decimal ::= ("0" | [1-9] [0-9]{0,20}) "." [0-9]{1,25}',
  'scientific ::= [0-9] more ([-+]? [0-9]{1,2} | [-+]? [12] [0-9] [0-9] | "+"? "30" [0-7]) | tiny',
  'tiny ::= [1-9] more "-3" ([01] [0-9] | "2" [0-3]) | [3-9] more "-324"',
  'more ::= ("." [0-9]{1,17})? [eE]',
  'boolean ::= "true" | "false"',
]

const literal = (text: string): string => JSON.stringify(text)

const callBody = (tool: Tool, rules: Rules): string =>
  `${literal(`${JSON.stringify(tool.name)},"arguments":{`)} ${argumentsBody(tool.arguments, rules)} "}"`

// From the last argument to the first: what may follow once an argument is written, and while none is yet.
const argumentsBody = (args: ReadonlyArray<Argument>, rules: Rules): string => {
  let first = '""'
  let rest = '""'
  for (const argument of [...args].reverse()) {
    const pair = `${literal(`${JSON.stringify(argument.name)}:`)} ${valueBody(argument.type, rules)}`
    const [afterFirst, afterRest] = [first, rest].map((body) => (body === '""' ? body : rules.add(body))) as [
      string,
      string,
    ]
    first = `(${pair} ${afterRest}${argument.required ? "" : ` | ${afterFirst}`})`
    rest = `("," ${pair} ${afterRest}${argument.required ? "" : ` | ${afterRest}`})`
  }
  return first
}

const valueBody = (type: ValueType, rules: Rules): string => {
  const body = plainBody(type, rules)
  return type.nullable ? `(${body} | "null")` : body
}

const plainBody = (type: ValueType, rules: Rules): string => {
  if (type.kind === "primitive") return type.type
  if (type.kind === "enum") return `(${type.values.map((value: Json) => literal(canonical(value))).join(" | ")})`
  const item = rules.add(valueBody(type.items, rules))
  return `("[" (${item} ("," ${item})*)? "]")`
}

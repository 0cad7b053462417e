/** The keywords and types of JSON Schema 2020-12, and what somebody meant who wrote another. */
import { nearest } from "./Nearest.ts"

// Of keywords that lie equally near, the first is meant.
const keywords = [
  ...["minimum", "maximum", "required"],
  ...["$schema", "$ref", "$defs", "$comment", "title", "description", "default", "deprecated", "readOnly", "writeOnly"],
  ...["examples", "type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
  ...["dependentRequired", "properties", "patternProperties", "additionalProperties", "propertyNames"],
  ...["minProperties", "maxProperties", "unevaluatedProperties", "items", "prefixItems", "contains", "minContains"],
  ...["maxContains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems", "minLength", "maxLength", "pattern"],
  ...["format", "contentEncoding", "contentMediaType", "contentSchema", "exclusiveMinimum"],
  ...["exclusiveMaximum", "multipleOf"],
]

// From older drafts, OpenAPI and the parts that edge refuses by name: nothing to propose, and nothing to call unknown.
const others = [
  "definitions",
  "dependencies",
  "nullable",
  "$id",
  "$anchor",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
]

const types = ["object", "array", "string", "integer", "number", "boolean", "null"]

const typesOfPython: { readonly [name: string]: string } = {
  dict: "object",
  list: "array",
  tuple: "array",
  str: "string",
  text: "string",
  int: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  none: "null",
}

export const isKeyword = (word: string): boolean => keywords.includes(word) || others.includes(word)

export const isType = (word: unknown): boolean => types.includes(word as string)

export const insteadOfKeyword = (word: string): string => {
  const [meant] = nearest(
    word.replace(/[_\s-]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    keywords,
    1,
  )
  return meant === undefined ? 'Leave it out; a note can be a "$comment".' : `Did you mean "${meant}"?`
}

export const insteadOfType = (word: unknown): string => {
  const name = typeof word === "string" ? word.toLowerCase() : ""
  const meant = Object.hasOwn(typesOfPython, name) ? typesOfPython[name] : nearest(name, types, 1)[0]
  return meant === undefined ? `Write one of ${types.join(", ")}.` : `Write "${meant}".`
}

/** A schema's verdict in few words: where and what, without the value. */
import * as ParseResult from "effect/ParseResult"

export interface Issue {
  /** `tools[1].name`; empty for the value itself. */
  readonly path: string
  readonly problem: string
}

/**
 * Messages of our own start with "must"; the schema library's repeat the value, so they are replaced: `whole` is said of
 * the value itself where it is another kind of thing.
 */
export const issuesOf = (error: ParseResult.ParseError, whole = wrong): ReadonlyArray<Issue> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ _tag, message, path }) => ({
    path: pathText(path),
    problem:
      _tag === "Missing"
        ? "is missing"
        : _tag === "Unexpected"
          ? "is unknown"
          : message.startsWith("must ")
            ? message
            : path.length === 0
              ? whole
              : wrong,
  }))

const wrong = "has the wrong type or value"

const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`)).join("")

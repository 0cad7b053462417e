/**
 * What every error class of `edge` carries on the class itself: the exit code, when it happens, what to do about it.
 *
 * A class's `_tag` is the documented code. Its fields become the document's `details`, so a field never holds an argument
 * value, a result or the message of somebody's exception.
 */
import type { Json } from "../Json.ts"

/** 1 a bug, 2 wrong usage, 3 an input file is wrong, 4 failed closed, 5 the environment lacks something, 6 waits for a person. */
export type ExitCode = 1 | 2 | 3 | 4 | 5 | 6

export interface About {
  readonly exit: ExitCode
  /** One sentence for `docs/errors.md`. */
  readonly when: string
  /** The next thing to do, where the instance has no better `hint`. */
  readonly hint: string
}

export interface Documented {
  readonly _tag: string
  readonly message: string
  readonly hint?: string
}

/** The four fields by which every failure is shown. */
export interface FailureFields {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly details: { readonly [key: string]: Json }
}

export const aboutOf = (error: Documented): About => (error.constructor as unknown as { readonly about: About }).about

/** The paths among its details, which its message may repeat. */
export const pathsOf = ({ details }: Pick<FailureFields, "details">): ReadonlyArray<string> =>
  Object.values(details).filter((each): each is string => typeof each === "string" && each.startsWith("/"))

export const failureFields = (error: Documented): FailureFields => {
  const { _tag, hint: _, name: __, message: ___, ...details } = error as Documented & Record<string, Json>
  return { code: _tag, message: error.message, hint: error.hint ?? aboutOf(error).hint, details }
}

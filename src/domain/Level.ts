/** What an execution level allows. */
import type { ExecutionLevel } from "./Tool.ts"

export type Origin = "request" | "confirmation"

/** A `commit` tool runs only after a person's confirmation; the others run after the checks. */
export const decide = (level: ExecutionLevel, origin: Origin): "run" | "confirm" =>
  level === "commit" && origin === "request" ? "confirm" : "run"

/** What the state folder holds is written through here: a refusal of the file system is `StateDirUnwritable`. */
import * as Effect from "effect/Effect"
import { StateDirUnwritable } from "../domain/errors/Environment.ts"
import { systemProblem } from "./SystemProblem.ts"

/** Runs what reads or writes `path`. */
export const attempt = <A>(path: string, run: () => Promise<A>): Effect.Effect<A, StateDirUnwritable> =>
  Effect.tryPromise({ try: run, catch: (cause) => new StateDirUnwritable({ path, problem: systemProblem(cause) }) })

/** Nothing of that name is on this disk: what to type to get it, or what was perhaps meant. */
import { ModelNotFound } from "./errors/Environment.ts"
import { fetchCommand, nearestModels, readModelRef } from "./ModelRef.ts"

export const modelAbsent = (ref: string): ModelNotFound => {
  if (readModelRef(ref)._tag === "Repository")
    return new ModelNotFound({ ref, nearest: [], hint: `To get it, type: ${fetchCommand(ref)}` })
  const nearest = nearestModels(ref)
  if (nearest[0] === undefined) return new ModelNotFound({ ref, nearest })
  return new ModelNotFound({ ref, nearest, hint: `Did you mean ${nearest[0]}? To get it: ${fetchCommand(nearest[0])}` })
}

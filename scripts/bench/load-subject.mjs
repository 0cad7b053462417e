/** Loads one of the subjects. */
import { loadSource } from "../load-source.mjs"

export const loadSubject = (name) => loadSource(`scripts/bench/subject/${name}.ts`)

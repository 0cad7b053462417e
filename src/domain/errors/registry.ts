/** Every documented error, by the part of `edge` it belongs to. `docs/errors.md` is made from this table. */
import type { About, Documented } from "./About.ts"
import * as Call from "./Call.ts"
import * as Confirm from "./Confirm.ts"
import * as Discovery from "./Discovery.ts"
import * as Environment from "./Environment.ts"
import * as Facts from "./Facts.ts"
import * as Imprint from "./Imprint.ts"
import * as Learn from "./Learn.ts"
import * as Receipts from "./Receipts.ts"
import { toolFaultClasses } from "./ToolFaults.ts"
import * as Usage from "./Usage.ts"

export interface ErrorClass {
  readonly about: About
  new (fields: never): Documented
}

export interface ErrorGroup {
  readonly title: string
  readonly classes: ReadonlyArray<ErrorClass>
}

const classesOf = (module: object): ReadonlyArray<ErrorClass> =>
  Object.values(module).filter((each): each is ErrorClass => typeof each === "function" && "about" in each)

export const errorGroups: ReadonlyArray<ErrorGroup> = [
  { title: "Usage", classes: classesOf(Usage) },
  { title: "Tools files", classes: [...classesOf(Discovery), ...toolFaultClasses] },
  { title: "Calls", classes: classesOf(Call) },
  { title: "Confirmation", classes: classesOf(Confirm) },
  { title: "Learning and imprints", classes: [...classesOf(Learn), ...classesOf(Imprint)] },
  { title: "Receipts", classes: classesOf(Receipts) },
  { title: "Facts and manifests", classes: classesOf(Facts) },
  { title: "Models and environment", classes: classesOf(Environment) },
]

/** The documented code of a class. */
export const codeOf = (Class: ErrorClass): string => new Class({} as never)._tag

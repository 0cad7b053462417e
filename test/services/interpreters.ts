/** Interpreters of all kinds: found by the real search, or scripts that answer as one. */
import * as path from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { vi } from "vitest"
import { Python } from "../../src/services/Python.ts"
import * as PythonNode from "../../src/services/PythonNode.ts"
import { type Desk, memoryState } from "./desk.ts"

/** Nothing that this machine has set names an interpreter. */
export const nothingNamed = () => {
  vi.stubEnv("EDGE_PYTHON", "")
  vi.stubEnv("VIRTUAL_ENV", "")
}

export const searching = (named: string | undefined, state = new Map<string, string>(), seconds = 10) =>
  PythonNode.layerNode(Option.fromNullable(named), Duration.seconds(seconds)).pipe(Layer.provide(memoryState(state)))

/** The interpreter, or the error in its place. */
export const found = (named?: string, state?: Map<string, string>, seconds?: number) =>
  Effect.flatMap(Python, (python) => python.interpreter).pipe(
    Effect.either,
    Effect.map((either) => (either._tag === "Right" ? either.right : either.left)),
    Effect.provide(searching(named, state, seconds)),
  )

/** A script that answers the probe as a Python of that version would, and notes that it was asked. */
export const answers = (version: string, executable: string) =>
  `#!/bin/sh\necho asked >> "$0.asked"\necho '{"version":"${version}","executable":"${executable}"}'\n`

export const stub = (desk: Desk, name: string, version = "3.12.1") =>
  desk.script(name, answers(version, path.join(desk.folder, name)))

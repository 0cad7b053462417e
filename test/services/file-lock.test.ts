/** A lock that goes with its holder. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onTestFinished } from "vitest"
import { tryLock } from "../../src/services/FileLock.ts"
import { holding } from "../fixtures/lockHolder.ts"

const lockFile = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-lock-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, "odd ?#% name.lock")
}

const beside = (file: string) => fs.readdirSync(path.dirname(file))

it("is one's alone until it is given back, and leaves nothing behind", () => {
  const file = lockFile()
  const giveBack = tryLock(file)
  expect(giveBack).not.toBeNull()
  expect(beside(file)).toEqual([path.basename(file)])
  expect([tryLock(file), tryLock(file)]).toEqual([null, null])
  giveBack?.()
  expect(beside(file)).toEqual([])
  tryLock(file)?.()
  expect(beside(file)).toEqual([])
})

it.scoped("is refused while another process has it, and to be had when that is killed, its file left behind", () =>
  Effect.gen(function* () {
    const file = lockFile()
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* holding(file)
        expect(tryLock(file)).toBeNull()
      }),
    )
    expect(beside(file)).toContain(path.basename(file))
    const giveBack = tryLock(file)
    expect(giveBack).not.toBeNull()
    giveBack?.()
  }),
)

it("fails where the file cannot be made", () => {
  expect(() => tryLock(path.join(lockFile(), "no such folder", "x.lock"))).toThrow(/ENOENT/)
})

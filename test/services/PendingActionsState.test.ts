/** Pending actions on a real folder: sealed, private, claimed once, swept with their arguments. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { onTestFinished } from "vitest"
import { object } from "../../src/domain/Json.ts"
import type { Action } from "../../src/domain/Pending.ts"
import { type CrashPoint, CrashPoints } from "../../src/services/CrashPoints.ts"
import { PendingActions } from "../../src/services/PendingActions.ts"
import { layerState } from "../../src/services/PendingActionsState.ts"
import { layerNode } from "../../src/services/PendingFilesNode.ts"
import { StateDir } from "../../src/services/StateDir.ts"

const hash = `sha256:${"a".repeat(64)}` as const
const secret = "SECRET_123"
const action: Action = {
  tool: "append",
  execution_level: "commit",
  tools_file: "/tools/ledger.py",
  tools_file_sha256: hash,
  selection: { names: [], tags: [] },
  local_modules: [],
  active_set_sha256: hash,
  tool_schema_sha256: hash,
  args_sha256: hash,
  arguments: object([
    ["api_key", secret],
    ["cents", 12345678901234567890n],
  ]),
}

const freshHome = () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "edge-pending-"))
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
  return home
}

const at = (home: string) =>
  layerState().pipe(
    Layer.provide(layerNode),
    Layer.provide(
      Layer.succeed(StateDir, {
        path: home,
        ready: () => Effect.void,
        write: () => Effect.die("unused"),
        read: () => Effect.die("unused"),
        list: () => Effect.die("unused"),
      }),
    ),
  )

const textOf = (home: string): string => {
  const names = fs.readdirSync(home, { recursive: true, encoding: "utf8" })
  return names
    .map((name) => path.join(home, name))
    .filter((file) => fs.statSync(file).isFile())
    .map((file) => `${file}\n${fs.readFileSync(file, "utf8")}`)
    .join("\n")
}

const minutes = (count: number) => TestClock.adjust(`${count} minutes`)

const codeOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(effect), (result) => (Either.isLeft(result) ? result.left._tag : "done"))

/** Stops whoever reaches the point first until `go` is done; says when it is there. */
const holdAt = Effect.fnUntraced(function* (point: CrashPoint) {
  const there = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  const stopped = { done: false }
  const crashPoints = {
    at: (reached: CrashPoint) =>
      Effect.suspend(() => {
        if (reached !== point || stopped.done) return Effect.void
        stopped.done = true
        return Effect.zipRight(Deferred.succeed(there, undefined), Deferred.await(go))
      }),
  }
  return { there, go, crashPoints }
})

const test = (name: string, body: (home: string) => Effect.Effect<void, unknown, PendingActions>) =>
  it.effect(name, () => {
    const home = freshHome()
    return body(home).pipe(Effect.provide(at(home)))
  })

describe("a pending action", () => {
  test("is private, and its token is nowhere on disk", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      yield* actions.claim(yield* actions.open(file, token))
      const everything = textOf(home)
      for (const form of ["hex", "base64", "base64url"] as const) {
        expect(everything).not.toContain(Buffer.from(token, "hex").toString(form))
      }
    }))

  test("is refused after any change of a single byte", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      const bytes = fs.readFileSync(file)
      const codes = new Set<string>()
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = Buffer.from(bytes)
        changed[index] = (bytes[index] as number) ^ 1
        fs.writeFileSync(file, changed)
        codes.add(yield* codeOf(actions.open(file, token)))
      }
      expect([...codes]).toEqual(["pending_action_tampered"])
      fs.writeFileSync(file, bytes)
      expect(yield* codeOf(actions.open(file, token))).toBe("done")
    }))

  test("tells a wrong token from a changed file", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      const other = yield* actions.create(action)
      const wrong = [
        other.token,
        token.toUpperCase(),
        token.slice(1),
        `${token}0`,
        ` ${token}`,
        "",
        "é".repeat(64),
        "g".repeat(64),
      ]
      for (const each of wrong) expect(yield* codeOf(actions.open(file, each))).toBe("confirmation_token_invalid")
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('cents":1', 'cents":2'))
      expect(yield* codeOf(actions.open(file, token))).toBe("pending_action_tampered")
      expect(yield* codeOf(actions.open(path.join(path.dirname(file), "none.json"), token))).toBe(
        "pending_action_not_found",
      )
      expect(yield* codeOf(actions.open("/dev/zero", token))).toBe("pending_action_not_found")
    }))

  test("is the same action in a copy", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      const copy = path.join(home, "copy.json")
      fs.copyFileSync(file, copy)
      yield* actions.claim(yield* actions.open(copy, token))
      expect(yield* codeOf(actions.open(file, token))).toBe("confirmation_already_claimed")
      expect(yield* codeOf(actions.open(actionId, token))).toBe("confirmation_already_claimed")
      yield* actions.finish(actionId, { state: "executed", code: null, receipt_path: null })
      expect(yield* codeOf(actions.open(copy, token))).toBe("confirmation_already_claimed")
      expect(yield* codeOf(actions.open(file, token))).toBe("confirmation_already_claimed")
    }))

  test("belongs to its state folder, by whatever name that is reached", (home) =>
    Effect.gen(function* () {
      const { path: file, token } = yield* Effect.flatMap(PendingActions, (actions) => actions.create(action))
      const openIn = (place: string) =>
        codeOf(Effect.flatMap(PendingActions, (actions) => actions.open(file, token))).pipe(Effect.provide(at(place)))
      expect(yield* openIn(freshHome())).toBe("pending_action_elsewhere")
      const link = path.join(freshHome(), "link")
      fs.symlinkSync(home, link)
      expect(yield* openIn(link)).toBe("done")
    }))

  test("is claimed by one of many, and the others get one answer", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      const pending = yield* actions.open(file, token)
      const results = yield* Effect.all(
        Array.from({ length: 50 }, () => Effect.either(actions.claim(pending))),
        { concurrency: "unbounded" },
      )
      expect(results.filter(Either.isRight)).toHaveLength(1)
      const refusals = results.filter(Either.isLeft).map(({ left }) => JSON.stringify(left))
      expect(new Set(refusals).size).toBe(1)
      expect(refusals[0]).toContain("confirmation_already_claimed")
    }))
})

describe("time", () => {
  test("sweeps an expired action with its arguments, whoever touches the folder", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      const copy = path.join(home, "copy.json")
      fs.copyFileSync(file, copy)
      yield* minutes(9)
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["pending"])
      yield* minutes(1)
      yield* actions.create(action)
      expect(fs.existsSync(file)).toBe(false)
      expect(fs.readFileSync(path.join(home, "pending", `${actionId}.claim`), "utf8")).not.toContain(secret)
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["expired", "pending"])
      for (const each of [file, copy, actionId]) {
        expect(yield* codeOf(actions.open(each, token))).toBe("confirmation_expired")
      }
      expect((yield* actions.prune).map(({ id }) => id)).toEqual([actionId])
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["pending"])
      expect(yield* codeOf(actions.open(file, token))).toBe("pending_action_not_found")
      expect(yield* codeOf(actions.open(copy, token))).toBe("confirmation_expired")
    }))

  test("is looked at again when the claim is held", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      const pending = yield* actions.open(file, token)
      yield* minutes(10)
      expect(yield* codeOf(actions.claim(pending))).toBe("confirmation_expired")
      expect((yield* actions.list).map(({ state, path }) => [state, path])).toEqual([["expired", null]])
    }))

  test("lets a sweep and a confirmation race for one claim: the sweep wins", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      const pending = yield* actions.open(file, token)
      const { there, go, crashPoints } = yield* holdAt("claim.written")
      const confirming = yield* Effect.fork(
        Effect.provideService(codeOf(actions.claim(pending)), CrashPoints, crashPoints),
      )
      yield* Deferred.await(there)
      yield* minutes(10)
      yield* actions.list
      expect(fs.existsSync(file)).toBe(false)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(confirming)).toBe("confirmation_expired")
    }))

  test("lets a sweep and a confirmation race for one claim: the confirmation wins", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      const pending = yield* actions.open(file, token)
      const { there, go, crashPoints } = yield* holdAt("confirm.claimed")
      const claimAndHold = Effect.zipRight(actions.claim(pending), crashPoints.at("confirm.claimed"))
      const confirming = yield* Effect.fork(codeOf(claimAndHold))
      yield* Deferred.await(there)
      yield* minutes(10)
      yield* actions.list
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(confirming)).toBe("done")
      yield* actions.finish(actionId, { state: "executed", code: null, receipt_path: "r" })
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["executed"])
    }))

  test("removes what a writer that died left behind, arguments and all", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { there, go, crashPoints } = yield* holdAt("action.written")
      const writing = yield* Effect.fork(
        Effect.provideService(codeOf(actions.create(action)), CrashPoints, crashPoints),
      )
      // As good as killed here, until the end of the test.
      yield* Deferred.await(there)
      yield* TestClock.setTime(Date.now() + 5 * 60_000)
      yield* actions.list
      expect(textOf(home)).toContain(secret)
      yield* TestClock.setTime(Date.now() + 11 * 60_000)
      yield* actions.list
      expect(textOf(home)).not.toContain(secret)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(writing)).toBe("state_dir_unwritable")
    }))
})

describe("a rejection", () => {
  test("is final, for copies too, and takes the arguments away", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      const copy = path.join(home, "copy.json")
      fs.copyFileSync(file, copy)
      expect(yield* actions.reject(file)).toBe(actionId)
      expect(fs.existsSync(file)).toBe(false)
      for (const each of [file, copy, actionId]) {
        expect(yield* codeOf(actions.open(each, token))).toBe("pending_action_rejected")
        expect(yield* codeOf(actions.reject(each))).toBe("pending_action_rejected")
      }
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["rejected"])
      expect(yield* actions.prune).toEqual([])
      yield* minutes(10)
      expect(yield* actions.prune).toHaveLength(1)
      expect(fs.readdirSync(path.join(home, "pending"))).toEqual([])
    }))

  test("comes too late for what was confirmed, and the other way round", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const first = yield* actions.create(action)
      const pending = yield* actions.open(first.path, first.token)
      yield* actions.claim(pending)
      expect(yield* codeOf(actions.reject(first.path))).toBe("confirmation_already_claimed")
      const second = yield* actions.create(action)
      const opened = yield* actions.open(second.path, second.token)
      yield* actions.reject(second.actionId)
      expect(yield* codeOf(actions.claim(opened))).toBe("pending_action_rejected")
    }))

  test("needs an action", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      expect(yield* codeOf(actions.reject(path.join(home, "none.json")))).toBe("pending_action_not_found")
      fs.writeFileSync(path.join(home, "other.json"), "{}")
      expect(yield* codeOf(actions.reject(path.join(home, "other.json")))).toBe("pending_action_tampered")
    }))
})

describe("the journal", () => {
  test("shows a claim without an outcome, keeps it through a prune, and never gives it again", () =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token } = yield* actions.create(action)
      yield* actions.claim(yield* actions.open(file, token))
      // This process lives, and might still be at it.
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["claimed"])
      yield* minutes(1)
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["outcome_unknown"])
      yield* minutes(10)
      expect((yield* actions.list).map(({ state, path }) => [state, path])).toEqual([["outcome_unknown", null]])
      expect(yield* actions.prune).toEqual([])
      expect(yield* codeOf(actions.open(file, token))).toBe("confirmation_already_claimed")
    }))

  test("counts a claim that cannot be read as a claim", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      fs.writeFileSync(path.join(home, "pending", `${actionId}.claim`), "")
      expect(yield* codeOf(actions.open(file, token))).toBe("confirmation_already_claimed")
      expect((yield* actions.list).map(({ state }) => state)).toEqual(["outcome_unknown"])
    }))

  test("names files that are no actions, and prune removes them", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, actionId } = yield* actions.create(action)
      fs.copyFileSync(file, path.join(home, "pending", "copy.json"))
      const states = (yield* actions.list).map(({ id, state }) => [id, state])
      expect(new Map(states as Array<[string, string]>)).toEqual(
        new Map([
          ["copy", "unreadable"],
          [actionId, "pending"],
        ]),
      )
      expect((yield* actions.prune).map(({ id }) => id)).toEqual(["copy"])
      expect((yield* actions.show(file)).pending?.arguments).toEqual(action.arguments)
      expect(yield* codeOf(actions.show("copy"))).toBe("pending_action_not_found")
    }))

  test("claims nothing where the claim cannot be written", (home) =>
    Effect.gen(function* () {
      const actions = yield* PendingActions
      const { path: file, token, actionId } = yield* actions.create(action)
      const pending = yield* actions.open(file, token)
      fs.renameSync(path.join(home, "pending"), path.join(home, "away"))
      fs.writeFileSync(path.join(home, "pending"), "a file where the folder should be")
      const exit = yield* Effect.exit(actions.claim(pending))
      expect(Exit.isFailure(exit) && JSON.stringify(exit.cause)).toContain("state_dir_unwritable")
      expect(fs.readdirSync(path.join(home, "away"))).toEqual([`${actionId}.json`])
    }))
})

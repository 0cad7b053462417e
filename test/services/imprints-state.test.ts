/** Imprints on disk: private, whole or not there, and every byte accounted for. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ImprintDraft, Imprints } from "../../src/services/Imprints.ts"
import { layerState } from "../../src/services/ImprintsState.ts"
import { sha256 } from "../../src/services/Sha256.ts"
import { layerNode } from "../../src/services/StateDirNode.ts"
import { place } from "../fixtures/edge.ts"
import { learned } from "../fixtures/learning.ts"

const draft: ImprintDraft = {
  ...learned,
  sample_id: "s1",
  peer_id: "p1",
  app_id: "a1",
  profile_sha256: sha256("profile"),
  turns: [{ role: "system", text: "Profile:\n[k]\n- t 🍸" }],
  prefix: { tokens: 3, sha256: sha256("[1,2,3]") },
}
const state = "the state of a model"

const inHome = <A, E>(test: (imprints: typeof Imprints.Service, home: string) => Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const home = path.join(place().home, "imprints")
    process.env["EDGE_HOME"] = path.dirname(home)
    const layer = layerState.pipe(Layer.provide(layerNode))
    return Effect.flatMap(Imprints, (imprints) => test(imprints, home)).pipe(Effect.provide(layer))
  })

const make = (imprints: typeof Imprints.Service) =>
  Effect.scoped(
    Effect.gen(function* () {
      const made = yield* imprints.begin
      fs.writeFileSync(made.stateFile, state)
      return yield* Effect.flatMap(made.seal(draft), made.keep)
    }),
  )

const mode = (file: string) => fs.statSync(file).mode & 0o777

describe("an imprint", () => {
  it.live("is private, and reads as it was written", () =>
    inHome((imprints, home) =>
      Effect.gen(function* () {
        const { folder, metadata } = yield* make(imprints)
        expect(path.dirname(folder)).toBe(home)
        expect([mode(home), mode(folder)]).toEqual([0o700, 0o700])
        expect(fs.readdirSync(folder).map((name) => mode(path.join(folder, name)))).toEqual([0o600, 0o600])
        const read = yield* imprints.read(folder)
        expect(read.metadata).toEqual(metadata)
        expect(read.metadata).toMatchObject({ ...draft, state_bytes: state.length, state_sha256: sha256(state) })
      }),
    ),
  )

  it.live("is found by its folder, its metadata, the receipt of its learning and its id", () =>
    inHome((imprints, home) =>
      Effect.gen(function* () {
        const { folder, metadata } = yield* make(imprints)
        const receipt = path.join(home, "r.json")
        const told = { schema_version: "edge.demo.learn.receipt.v1", neural_imprint: { path: folder } }
        fs.writeFileSync(receipt, JSON.stringify(told))
        for (const named of [folder, path.join(folder, "metadata.json"), receipt, metadata.imprint_id]) {
          expect((yield* imprints.read(named)).folder).toBe(folder)
        }
        for (const named of [home, path.join(home, "none"), path.join(folder, "state.bin"), "..", ""]) {
          expect((yield* Effect.flip(imprints.read(named)))._tag).toBe("imprint_not_found")
        }
      }),
    ),
  )

  it.live("with any byte of its metadata flipped is damaged", () =>
    inHome((imprints) =>
      Effect.gen(function* () {
        const { folder } = yield* make(imprints)
        const file = path.join(folder, "metadata.json")
        const whole = fs.readFileSync(file)
        for (let at = 0; at < whole.length; at += 1) {
          const flipped = Buffer.from(whole)
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
          fs.writeFileSync(file, flipped)
          const error = yield* Effect.flip(imprints.read(folder))
          expect(error._tag, `byte ${at}`).toBe("imprint_artifact_corrupt")
        }
      }),
    ),
  )

  it.live.each<readonly [string, string, (file: string) => void]>([
    ["one byte flipped", "state_sha256", (file) => fs.writeFileSync(file, state.replace("t", "u"))],
    ["cut in half", "state_bytes", (file) => fs.truncateSync(file, state.length / 2)],
    ["empty", "state_bytes", (file) => fs.truncateSync(file)],
    ["gone", "state_bytes", (file) => fs.rmSync(file)],
  ])("whose state is %s is damaged", ([, field, damage]) =>
    inHome((imprints) =>
      Effect.gen(function* () {
        const { folder, stateFile } = yield* make(imprints)
        damage(stateFile)
        expect(yield* Effect.flip(imprints.read(folder))).toMatchObject({ _tag: "imprint_artifact_corrupt", field })
      }),
    ),
  )

  it.live("is listed, the damaged one too, and removed; nothing elsewhere is", () =>
    inHome((imprints, home) =>
      Effect.gen(function* () {
        const kept = yield* make(imprints)
        const damaged = yield* make(imprints)
        fs.truncateSync(damaged.stateFile)
        const tags = (yield* imprints.list).map(({ _tag, folder }) => [_tag, folder])
        expect(tags).toEqual([
          ["Whole", kept.folder],
          ["Damaged", damaged.folder],
        ])
        const outside = path.join(path.dirname(home), "outside")
        fs.cpSync(kept.folder, outside, { recursive: true })
        expect((yield* Effect.flip(imprints.remove(outside)))._tag).toBe("imprint_not_found")
        yield* imprints.remove(damaged.folder)
        yield* imprints.remove(kept.metadata.imprint_id)
        expect(fs.readdirSync(home)).toEqual([])
        expect(fs.existsSync(outside)).toBe(true)
      }),
    ),
  )

  it.live("that was not kept leaves nothing, nor does what a killed process left", () =>
    inHome((imprints, home) =>
      Effect.gen(function* () {
        // No process has this number.
        fs.mkdirSync(path.join(home, ".learning-999999999-x"), { recursive: true })
        const inside = yield* Effect.scoped(
          Effect.gen(function* () {
            const made = yield* imprints.begin
            fs.writeFileSync(made.stateFile, state)
            yield* made.seal(draft)
            return { names: fs.readdirSync(home), listed: yield* imprints.list }
          }),
        )
        expect(inside.names).toEqual([expect.stringMatching(`^\\.learning-${process.pid}-`)])
        expect(inside.listed).toEqual([])
        expect(fs.readdirSync(home)).toEqual([])
      }),
    ),
  )
})

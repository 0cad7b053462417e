/** Imports that are stopped in the middle: by a signal, and by kill -9. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, type Place, place } from "../fixtures/edge.ts"

const manyFacts = (at: Place): void => {
  const rows = Array.from({ length: 300_000 }, (_, index) =>
    JSON.stringify({ fact_id: `f${index}`, topic: `topic ${index}`, text: `a text about number ${index} and more` }),
  )
  at.write("many.json", `{"schema_version":"edge.demo.facts.v1","store":"s","facts":[${rows.join(",")}]}`)
  at.write(
    "one.json",
    '{"schema_version":"edge.demo.facts.v1","store":"s","facts":[{"fact_id":"one","topic":"One","text":"x"}]}',
  )
}

/** Resolves when there is a file of the folder whose name and size pass. */
const written = (folder: string, passes: (name: string, size: number) => boolean): Promise<void> =>
  new Promise((resolve) => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const watcher = fs.watch(folder, () => {
      const found = fs.readdirSync(folder).some((name) => {
        const entry = fs.statSync(path.join(folder, name), { throwIfNoEntry: false })
        return entry !== undefined && passes(name, entry.size)
      })
      if (!found) return
      watcher.close()
      resolve()
    })
  })

describe("an import that is stopped", () => {
  it("by Ctrl-C leaves no store and no file", async () => {
    const at = place()
    manyFacts(at)
    const folder = path.join(at.home, "facts")
    const started = written(folder, (name) => name.endsWith(".tmp"))
    const run = at.start(["demo", "facts", "import", "many.json", "--store", "s"])
    await started
    run.child.kill("SIGINT")
    expect((await run.ended).code).toBe(130)
    expect(fs.readdirSync(folder)).toEqual([])
  }, 600_000)

  // The file of changes is there from the start of the import; what was changed comes into it at the commit.
  it.each([
    ["starts", 0],
    ["commits", 1],
  ] as const)(
    "by kill -9 when it %s leaves nothing of it or all, and the next import goes through",
    async (_, least) => {
      const at = place()
      manyFacts(at)
      const folder = path.join(at.home, "facts")
      await at.edge(["demo", "facts", "import", "one.json", "--store", "s"])
      const started = written(folder, (name, size) => name === "s.db-wal" && size >= least)
      const run = at.start(["demo", "facts", "import", "many.json", "--store", "s"])
      // Where this process is late, the import may be over.
      await Promise.race([started, run.ended])
      run.child.kill("SIGKILL")
      await run.ended
      const { total } = document(await at.edge(["demo", "facts", "list", "--store", "s", "--json"]))
      expect([1, 300_001]).toContain(total)
      const again = document(await at.edge(["demo", "facts", "import", "many.json", "--store", "s", "--json"]))
      const [added, unchanged] = total === 1 ? [300_000, 0] : [0, 300_000]
      expect(again).toMatchObject({ added, changed: 0, unchanged })
    },
    600_000,
  )
})

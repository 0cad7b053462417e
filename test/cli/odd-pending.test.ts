/** What does not belong into the folder of pending actions: shown, never taken for an action, and not removed unless it is a file. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, type Place, place, root } from "../fixtures/edge.ts"

const example = path.join(root, "examples", "commit_tools.py")
const args = '{"account":"a","cents":1}'
const uuid = "00000000-0000-4000-8000-000000000000"

const waitingOf = async (at: Place) =>
  document(await at.edge(["tools", "call", example, "append_entry", "--args", args, "--json"])).pending_action

const pending = async (at: Place, command: "list" | "prune") => {
  const shown = document(await at.edge(["tools", "pending", command, "--json"]))
  return (shown.actions ?? shown.removed)
    .map(({ action_id, state }: { action_id: string; state: string }) => `${state} ${action_id}`)
    .sort()
}

describe("the folder of pending actions", () => {
  it("lists what is none as unreadable, and prune removes only regular files of it", async () => {
    const at = place()
    const { action_id } = await waitingOf(at)
    const inside = (name: string) => path.join(at.home, "pending", name)
    const files = [
      ".claim",
      "..claim",
      "x.claim",
      "notes",
      "two\nlines.json",
      ".x.json.tmp",
      `${uuid}.txt`,
      `a${uuid}.json`,
    ]
    for (const name of files) fs.writeFileSync(inside(name), "{}")
    fs.mkdirSync(inside("folder"))
    fs.mkdirSync(inside(`${uuid}.json`))
    execFileSync("mkfifo", [inside("pipe.json")])
    fs.symlinkSync("nowhere", inside("link.json"))
    // One that is being written, and one that somebody who died was writing.
    const temporary = [`.${uuid}.claim.${uuid}.tmp`, `.${action_id}.json.${uuid}.tmp`] as const
    for (const name of temporary) fs.writeFileSync(inside(name), "")
    fs.utimesSync(inside(temporary[0]), 0, 0)
    const foreign = [...files.map((name) => path.basename(name, ".json")), "folder", uuid, "pipe", "link"]
    const expected = [`pending ${action_id}`, ...foreign.map((id) => `unreadable ${id}`)].sort()
    expect(await pending(at, "list")).toEqual(expected)
    expect(fs.readdirSync(path.dirname(inside("x")))).not.toContain(temporary[0])
    const shown = document(await at.edge(["tools", "pending", "show", inside("pipe.json"), "--json"]))
    expect(shown.action).toMatchObject({ action_id: "pipe", state: "unreadable", path: inside("pipe.json") })

    const removed = files.map((name) => `unreadable ${path.basename(name, ".json")}`).sort()
    expect(await pending(at, "prune")).toEqual(removed)
    expect(fs.readdirSync(path.dirname(inside("x"))).sort()).toEqual(
      ["folder", `${uuid}.json`, "pipe.json", "link.json", temporary[1], `${action_id}.json`].sort(),
    )
    expect(await pending(at, "prune")).toEqual([])
  })

  it("takes whatever stands in a claim's place for a claim", async () => {
    const at = place()
    const { action_id, confirmation_token } = await waitingOf(at)
    execFileSync("mkfifo", [path.join(at.home, "pending", `${action_id}.claim`)])
    expect(await pending(at, "list")).toEqual([`outcome_unknown ${action_id}`])
    const ran = await at.edge(["tools", "confirm", action_id, "--token", confirmation_token, "--json"])
    expect([ran.code, document(ran).error.code]).toEqual([4, "confirmation_already_claimed"])
    expect(fs.existsSync(path.join(at.folder, "ledger.txt"))).toBe(false)
  })
})

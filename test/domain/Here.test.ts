/** Paths as a person reads them: shorter, and still the same file. */
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { ToolConfirmationRequired } from "../../src/domain/errors/Confirm.ts"
import { ToolsFileNotFound } from "../../src/domain/errors/Discovery.ts"
import { anywhere, type Here, pathFrom, textFrom } from "../../src/domain/Here.ts"
import type { ModelsShown } from "../../src/domain/ModelsView.ts"
import { confirmCommand, type Pending } from "../../src/domain/Pending.ts"
import type { Receipt } from "../../src/domain/Receipt.ts"
import { renderJson, toHuman, toJson, type View } from "../../src/domain/View.ts"

const here: Here = { folder: "/home/me/work", home: "/home/me", edge: "node '/opt/edge/dist/edge.js'", columns: 80 }

describe("pathFrom", () => {
  it.each([
    ["/home/me/work/examples/tools.py", "examples/tools.py"],
    ["/home/me/work", "."],
    ["/home/me/work/-t.py", "./-t.py"],
    ["/home/me/work/~t.py", "./~t.py"],
    ["/home/me/t.py", "~/t.py"],
    ["/home/me/.local/share/edge/r.json", "~/.local/share/edge/r.json"],
    ["/home/meg/t.py", "/home/meg/t.py"],
    ["/home/me/workshop/t.py", "~/workshop/t.py"],
    ["/etc/t.py", "/etc/t.py"],
    ["/", "/"],
    ["t.py", "t.py"],
  ])("%s is %s", (whole, shown) => expect(pathFrom(here, whole)).toBe(shown))

  it("climbs where that is shorter", () => {
    expect(pathFrom({ ...here, folder: "/srv/data/a" }, "/srv/data/b/t.py")).toBe("../b/t.py")
  })

  const absolute = fc
    .array(fc.constantFrom("a", "b", "home", "me", "~", "-x", "x y"), { maxLength: 5 })
    .map((parts) => `/${parts.join("/")}`)

  it.prop("names the same file, and is never longer", [absolute, absolute, absolute], ([folder, home, whole]) => {
    const shown = pathFrom({ ...anywhere, folder, home }, whole)
    expect(path.resolve(folder, shown.replace(/^~(?=\/)/, home))).toBe(whole)
    expect(shown.length).toBeLessThanOrEqual(whole.length)
  })

  it("is how paths inside a text are written, the longer ones of two first", () => {
    const paths = ["/home/me/a", "/home/me/a/$&/b"]
    const folder = "/home/me/a/$&"
    expect(textFrom(here, "in /home/me/a and /home/me/a/$&/b", paths)).toBe("in ~/a and ~/a/$&/b")
    expect(textFrom({ ...here, folder }, "in /home/me/a and /home/me/a/$&/b", paths)).toBe("in .. and b")
  })

  it("leaves every path whole for who is nowhere", () => {
    expect(pathFrom(anywhere, "/a/b")).toBe("/a/b")
  })
})

describe("views", () => {
  const receiptPath = "/home/me/.local/share/edge/receipts/call/r.json"
  const file = "/home/me/work/it's.json"
  const waiting = new ToolConfirmationRequired({
    tool: "f",
    action_id: "id",
    pending_action_path: file,
    confirmation_token: "ab",
    expires_at: "2026-01-31T12:00:00.000Z",
    command: confirmCommand(file, "ab"),
  })
  const asked: View = {
    _tag: "CallRun",
    status: "confirmation_required",
    result: null,
    failure: waiting,
    toolCalls: [],
    receiptPath,
  }

  it("show a person short paths, and a program whole ones", () => {
    const done: View = { ...asked, status: "completed", failure: null }
    expect(toHuman(done, here).stderr).toBe("receipt  ~/.local/share/edge/receipts/call/r.json\n")
    expect(toJson(done)).toMatchObject({ receipt_path: receiptPath })
    const gone: View = { _tag: "ImprintDeleted", folder: "/home/me/.local/share/edge/imprints/1" }
    expect(toHuman(gone, here).stdout).toBe("~/.local/share/edge/imprints/1 is deleted.\n")
    expect(toJson(gone)).toMatchObject({ path: gone.folder })
    const missing: View = { _tag: "Failure", failure: new ToolsFileNotFound({ path: "/home/me/work/t.py" }) }
    expect(toHuman(missing, here).stderr).toMatch(/^tools_file_not_found: No readable tools file at t\.py\.\n/)
    expect(toJson(missing)).toMatchObject({ error: { message: "No readable tools file at /home/me/work/t.py." } })
  })

  const state = "/home/me/.local/share/edge"
  const fetched = {
    name: "m",
    source: "hf:a/b/m.gguf",
    bytes: 5,
    sha256: null,
    path: `${state}/models/m.gguf`,
  } as const
  const held = { holder: "edge", title: "m", path: `${state}/models/m.gguf`, bytes: 5, source: null } as const
  const models = (shown: ModelsShown): View => ({ _tag: "Models", shown })
  const rows: ReadonlyArray<readonly [string, View, ReadonlyArray<string>]> = [
    [
      "what the doctor found",
      {
        _tag: "Doctor",
        report: [
          { name: "state", ok: false, found: `${state} can be read`, paths: [state], fix: `chmod 700 '${state}'` },
          {
            name: "python",
            ok: true,
            found: "3.12  /home/me/work/.venv/bin/python",
            paths: [`/home/me/work/.venv/bin/python`],
            fix: null,
          },
        ],
      },
      // In quotes no shell would expand it.
      ["~/.local/share/edge can be read", `fix: chmod 700 '${state}'`, "3.12  .venv/bin/python\n"],
    ],
    ["where a model lies", models({ kind: "where", ref: "m", found: [held] }), ["~/.local/share/edge/models/m.gguf"]],
    [
      "a list of models",
      models({ kind: "list", rows: [], others: [held], memoryBytes: 1 }),
      ["~/.local/share/edge/models/m.gguf"],
    ],
    [
      "what would be fetched",
      models({ kind: "plan", freeBytes: 1, fetched: { ...fetched, resumed_from: 0, hash_announced: false } }),
      ["into          ~/.local/share/edge/models/m.gguf"],
    ],
    [
      "what was fetched",
      models({ kind: "here", fetched: { ...fetched, resumed_from: 0, hash_announced: false } }),
      ["file    ~/.local/share/edge/models/m.gguf"],
    ],
    [
      "a receipt",
      { _tag: "LocalOnly", path: receiptPath, receipt: {} as Receipt },
      ["receipt     ~/.local/share/edge/receipts/call/r.json"],
    ],
    [
      "an action that waits",
      {
        _tag: "Pending",
        shown: {
          _tag: "Shown",
          entry: {
            id: "id",
            state: "pending",
            path: `${state}/pending/id.json`,
            claim: null,
            outcome: null,
            pending: { tool: "f", tools_file: "/home/me/work/t.py", arguments: {} } as unknown as Pending,
          },
        },
      },
      ["file     t.py\n"],
    ],
    [
      "completions",
      {
        _tag: "Completions",
        shown: { shell: "fish", script: "", path: "/home/me/.config/fish/completions/edge.fish", next: "" },
      },
      ["are in ~/.config/fish/completions/edge.fish"],
    ],
  ]

  it.each(rows)("show short paths in %s, and whole ones in its document", (_, view, texts) => {
    const { stdout } = toHuman(view, { ...here, columns: anywhere.columns })
    for (const text of texts) expect(stdout).toContain(text)
    expect(renderJson(toJson(view))).not.toMatch(/"[^"]*~/)
    expect(renderJson(toJson(view))).toMatch(/"[^"]*\/home\/me\//)
  })

  it("say how to confirm where the shell finds no edge, and only there", () => {
    const command = String.raw`node '/opt/edge/dist/edge.js' tools confirm '/home/me/work/it'\''s.json' --token 'ab'`
    expect(toHuman(asked, here).stderr).toContain(`Where the shell does not find edge:\n${command}\n`)
    expect(toHuman(asked, { ...here, edge: "edge" }).stderr).not.toContain("Where the shell")
    expect(toHuman(asked, here).stdout).toBe(`${waiting.command}\n`)
    expect(toJson(asked)).toMatchObject({
      pending_action: { command: `${command.replace(/^.*edge.js'/, "edge")} --json` },
    })
  })
})

/** Wrong input on the command line: its own code, a hint, the right exit code, one document, never a stack trace. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, importTool, type Place, place, root } from "../fixtures/edge.ts"

const examples = path.join(root, "examples", "tools.py")
const bad = `${importTool}@edge_tool\ndef f(a: dict):\n    return {}\n`

interface Row {
  readonly name: string
  readonly args: ReadonlyArray<string>
  readonly files?: Record<string, string>
  readonly env?: Record<string, string>
  readonly code: string
  readonly exit: number
}

const chat = (...more: ReadonlyArray<string>) => ["demo", "chat", "--prompt", "p", ...more]

const rows: ReadonlyArray<Row> = [
  { name: "an unknown command", args: ["bogus"], code: "invalid_usage", exit: 2 },
  { name: "an unknown subcommand", args: ["tools", "bogus"], code: "invalid_usage", exit: 2 },
  { name: "a missing argument", args: ["tools", "validate"], code: "invalid_usage", exit: 2 },
  { name: "a mistyped flag", args: ["demo", "chat", "--prmpt", "p"], code: "invalid_usage", exit: 2 },
  { name: "a flag in a file's place", args: ["tools", "validate", "--bogus"], code: "invalid_usage", exit: 2 },
  { name: "no prompt", args: ["demo", "chat"], code: "invalid_usage", exit: 2 },
  { name: "a number that is none", args: chat("--max-tokens", "many"), code: "invalid_usage", exit: 2 },
  { name: "a number out of range", args: chat("--max-tokens", "0"), code: "invalid_usage", exit: 2 },
  { name: "a selection without tools", args: chat("--tool", "f"), code: "tool_selection_requires_tools", exit: 2 },
  {
    name: "a tool that is not there",
    args: ["tools", "inspect", examples, "--tool", "x"],
    code: "unknown_tool_selected",
    exit: 2,
  },
  {
    name: "a tag that is not there",
    args: chat("--tools", examples, "--tool-tag", "x"),
    code: "unknown_tool_selected",
    exit: 2,
  },
  {
    name: "arguments that are no JSON",
    args: ["tools", "call", examples, "calculate_fee", "--args", "{amount:1}"],
    code: "invalid_usage",
    exit: 2,
  },
  { name: "no such file", args: ["tools", "validate", "none.py"], code: "tools_file_not_found", exit: 3 },
  { name: "a folder as the file", args: ["tools", "validate", "."], code: "tools_file_not_found", exit: 3 },
  {
    name: "a syntax error",
    args: ["tools", "validate", "t.py"],
    files: { "t.py": "def" },
    code: "tools_file_import_failed",
    exit: 3,
  },
  {
    name: "a raise at top level",
    args: ["tools", "validate", "t.py"],
    files: { "t.py": "1 / 0" },
    code: "tools_file_import_failed",
    exit: 3,
  },
  {
    name: "an exit at top level",
    args: ["tools", "validate", "t.py"],
    files: { "t.py": "raise SystemExit(0)" },
    code: "tools_file_import_failed",
    exit: 3,
  },
  {
    name: "no tools",
    args: ["tools", "validate", "t.py"],
    files: { "t.py": "x = 1" },
    code: "no_tools_found",
    exit: 3,
  },
  {
    name: "a bad hint",
    args: ["tools", "validate", "t.py"],
    files: { "t.py": bad },
    code: "unsupported_type_hint",
    exit: 3,
  },
  {
    name: "a bad hint in chat",
    args: chat("--tools", "t.py"),
    files: { "t.py": bad },
    code: "unsupported_type_hint",
    exit: 3,
  },
  {
    name: "a script that is none",
    args: chat("--model", "script:s.json"),
    files: { "s.json": "{}" },
    code: "model_script_invalid",
    exit: 3,
  },
  {
    name: "no interpreter",
    args: ["tools", "validate", examples, "--python", "/nowhere/python3"],
    code: "python_not_found",
    exit: 5,
  },
  {
    name: "a folder as interpreter",
    args: ["tools", "validate", examples, "--python", "."],
    code: "python_not_found",
    exit: 5,
  },
  { name: "a file without a name", args: ["tools", "validate", ""], code: "invalid_usage", exit: 2 },
  { name: "a chat's file without a name", args: chat("--tools", ""), code: "invalid_usage", exit: 2 },
  { name: "no such model", args: chat("--model", "none.gguf"), code: "model_not_found", exit: 5 },
  {
    name: "a model behind a file",
    args: chat("--model", "file/m.gguf"),
    files: { file: "" },
    code: "model_not_found",
    exit: 5,
  },
  {
    name: "a model that is none",
    args: chat("--model", "m.gguf"),
    files: { "m.gguf": "GGUF, or so it says" },
    code: "model_load_failed",
    exit: 5,
  },
]

const prepare = (at: Place, files: Record<string, string> = {}) => {
  for (const [name, text] of Object.entries(files)) at.write(name, text)
}

describe("wrong input", () => {
  it.each(rows)("$name is $code", async ({ args, files, env, code, exit }) => {
    const at = place()
    prepare(at, files)
    const ran = await at.edge([...args, "--json"], env)
    expect(ran.code).toBe(exit)
    const { schema_version, error } = document(ran)
    expect(schema_version).toBe("edge.error.v1")
    expect(error.code).toBe(code)
    expect(error.message).not.toBe("")
    expect(error.hint).not.toBe("")
    expect(ran.stdout + ran.stderr).not.toMatch(/\.ts:|\.cjs:|at Object\./)
  })

  it("is told to a person on stderr, in a line with the code and one with the hint", async () => {
    const ran = await place().edge(["tools", "validate", "none.py"])
    expect(ran.stdout).toBe("")
    expect(ran.stderr.split("\n")).toEqual([
      expect.stringMatching(/^tools_file_not_found: No readable tools file at .*none\.py\.$/),
      "Check the path: it must name one file that can be read, not a folder.",
      "",
    ])
  })

  it("names every fault of a file in one run", async () => {
    const at = place()
    at.write("t.py", `${bad}@edge_tool\ndef g(b, *c): ...\n`)
    const ran = await at.edge(["tools", "validate", "t.py", "--json"])
    expect(document(ran).error.details.faults.map((fault: any) => [fault.code, fault.line, fault.parameter])).toEqual([
      ["unsupported_type_hint", 2, "a"],
      ["missing_parameter_type_hint", 5, "b"],
      ["unsupported_parameter_kind", 5, "*c"],
    ])
  })

  it("is a state folder that cannot be written, before anything runs", async () => {
    const at = place()
    at.write("blocked", "a file where the folder should be")
    at.write("t.py", `${importTool}@edge_tool\ndef f() -> dict:\n    open("ran", "w")\n    return {}\n`)
    const ran = await at.edge(["tools", "call", "t.py", "f", "--json"], { EDGE_HOME: path.join(at.folder, "blocked") })
    expect(ran.code).toBe(5)
    expect(document(ran).error.code).toBe("state_dir_unwritable")
    expect(fs.existsSync(path.join(at.folder, "ran"))).toBe(false)
  })
})

describe("says what to do", () => {
  it.each<[string, ReadonlyArray<string>, string]>([
    [
      "to who quotes JSON the other way round",
      ["tools", "call", examples, "calculate_fee", "--args", "{'a':1}"],
      `--args '{"amount":250}'`,
    ],
    ["to who chooses by name from no file", chat("--tool", "f"), "--tool chooses from a tools file"],
    [
      "to who chooses in two ways",
      chat("--tool", "f", "--tool-tag", "g"),
      "--tool and --tool-tag choose from a tools file",
    ],
    ["to who wants to run a broken file", ["tools", "validate", "t.py"], "first `pip install ./runner`"],
  ])("%s", async (_, args, hint) => {
    const at = place()
    at.write("t.py", `${importTool}@edge_tool(tags=["a"])\ndef f(): ...\n`)
    expect((await at.edge(args)).stderr).toContain(hint)
  })

  it("to who mistypes an argument of the decorator", async () => {
    const at = place()
    at.write("t.py", `${importTool}@edge_tool(tags=["a"])\ndef f(): ...\n`)
    const ran = await at.edge(["tools", "validate", "t.py"])
    expect(ran.stderr).toContain("unexpected keyword argument 'tags'; did you mean 'intent_tags'? It takes name,")
    expect(ran.stderr).toMatch(/tools_file_import_failed: .* TypeError at t\.py:2\.\n/)
  })
})

describe("a number out of range", () => {
  it.each([
    ["--temperature", "NaN", "a number from 0 to 100"],
    ["--temperature", "-1", "a number from 0 to 100"],
    ["--temperature", "Infinity", "a number from 0 to 100"],
    ["--context-size", "255", "an integer from 256 to 16777216"],
    ["--seed", "-1", "an integer from 0 to 4294967295"],
    ["--max-tokens", "1000001", "an integer from 1 to 1000000"],
    ["--max-tokens", "abc", "an integer from 1 to 1000000"],
    ["--confirm-ttl", "0", "an integer from 1 to 604800"],
  ])("%s %s names the option and its range", async (option, value, range) => {
    const ran = await place().edge([...chat(), option, value, "--json"])
    expect([ran.code, document(ran).error.code, document(ran).error.message]).toEqual([
      2,
      "invalid_usage",
      `${option} must be ${range}.`,
    ])
  })
})

describe("a value that is none of the choices", () => {
  const gpus = "auto, off, cuda, vulkan, metal"
  const kinds = "chat, call, confirm, facts, learn, fetch"
  it.each<[string, ReadonlyArray<string>, string, string, string]>([
    ["", ["receipt", "list", "--kind", "x"], "--kind", kinds, "edge receipt list --help"],
    [" and what was meant", ["receipt", "list", "--kind=chats"], "--kind", kinds, "Did you mean chat? See"],
    [" of the long form", ["demo", "receipt", "list", "--kind", "x"], "--kind", kinds, "edge demo receipt list --help"],
    [
      " of a status",
      ["receipt", "list", "--status", "done"],
      "--status",
      "completed, failed_closed, confirmation_required, interrupted",
      "edge receipt list --help",
    ],
    [" of a chat", chat("--gpu", "nvidia"), "--gpu", gpus, "edge demo chat --help"],
    [" of the short form of a chat", ["chat", "--gpu", "CUDA"], "--gpu", gpus, "Did you mean cuda? See edge chat"],
    [
      " of an import",
      ["facts", "import-url", "http://localhost/", "--store", "s", "--split", "row"],
      "--split",
      "page, html-table-rows",
      "edge facts import-url --help",
    ],
    [" that is not there", ["receipt", "list", "--kind="], "--kind", kinds, "edge receipt list --help"],
  ])("is told with its option and the choices%s", async (_, args, option, choices, hint) => {
    const ran = await place().edge([...args, "--json"])
    expect(ran.code).toBe(2)
    const { code, message, hint: said } = document(ran).error
    expect([code, message]).toEqual(["invalid_usage", `${option} must be one of ${choices}.`])
    expect(said).toContain(hint)
  })
})

describe("the output mode", () => {
  it("is one decision, however --json is spelled", async () => {
    const at = place()
    expect(document(await at.edge(["tools", "validate", examples, "--json=true"])).valid).toBe(true)
    expect((await at.edge(["tools", "validate", examples, "--json=false"])).stdout).toMatch(/^✓ calculate_fee/)
    const both = await at.edge([...chat("--events"), "--json"])
    expect([both.code, document(both).error.code]).toEqual([2, "invalid_usage"])
  })

  it("is not switched by an option's value", async () => {
    const at = place()
    at.write("s.json", '["fine"]')
    const model = ["--model", "script:s.json"]
    const forgotten = await at.edge(["demo", "chat", ...model, "--prompt", "--json"])
    expect([forgotten.code, forgotten.stdout]).toEqual([2, ""])
    expect(forgotten.stderr).toContain("write --prompt=--json\n")
    expect((await at.edge(["demo", "chat", ...model, "--prompt=--json"])).stdout).toBe("fine\n")
  })
})

it.each(["", " \n"])("a prompt without a word, %j, is refused before a model is asked", async (prompt) => {
  const ran = await place().edge(["chat", "--prompt", prompt])
  expect([ran.code, ran.stdout]).toEqual([2, ""])
  expect(ran.stderr).toContain("invalid_usage: --prompt is empty.\n")
})

it.each([
  ["bogus", "--help"],
  ["demo", "bogus", "-h"],
  ["chat", "--bogus", "--help"],
])("help on what is not there, %s %s, is a mistake that is named", async (...words) => {
  const ran = await place().edge(words)
  expect([ran.code, ran.stdout]).toEqual([2, ""])
  expect(ran.stderr).toMatch(/^invalid_usage: .* has no (command|option) /)
})

describe("help and version", () => {
  it("prints the version of package.json", async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
    expect(await place().edge(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("prints help without terminal codes into a pipe", async () => {
    const ran = await place().edge(["demo", "chat", "--help"])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain("--prompt TEXT")
    expect(ran.stdout).not.toContain("\u001b")
  })
})

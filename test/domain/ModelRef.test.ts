/** What `--model` may name, and the catalog's own shape. */
import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Catalog, catalog } from "../../src/domain/ModelCatalog.ts"
import { fetchCommand, fitsMemory, nearestModels, readModelRef, sourceParts } from "../../src/domain/ModelRef.ts"

describe("the catalog", () => {
  it("is what its Schema says", () => {
    expect(Schema.decodeUnknownSync(Catalog, { onExcessProperty: "error" })(catalog)).toEqual(catalog)
  })

  it("has no name twice, goes from small to large, and holds one built-in model", () => {
    expect(new Set(catalog.map(({ name }) => name)).size).toBe(catalog.length)
    expect(catalog.map(({ bytes }) => bytes)).toEqual(catalog.map(({ bytes }) => bytes).sort((a, b) => a - b))
    expect(catalog.filter(({ source }) => source === null).map(({ name }) => name)).toEqual(["edge-micro"])
    expect(catalog.map(({ name }) => name)).toEqual(expect.arrayContaining(["qwen3.5-9b-4bit", "qwen3.5-27b-4bit"]))
  })

  it("has open licences only, and each file is its source's", () => {
    for (const { source, file, license } of catalog) {
      expect(["Apache-2.0", "MIT"]).toContain(license)
      if (source !== null) expect(source.endsWith(`/${file}`)).toBe(true)
    }
  })
})

describe("a --model value", () => {
  it.each([
    ["script:replies.json", { _tag: "Script", file: "replies.json" }],
    ["./m.gguf", { _tag: "File", path: "./m.gguf" }],
    ["models/m", { _tag: "File", path: "models/m" }],
    ["m.GGUF", { _tag: "File", path: "m.GGUF" }],
    ["qwen9", { _tag: "Unknown", ref: "qwen9" }],
    ["", { _tag: "Unknown", ref: "" }],
  ])("%j", (ref, expected) => expect(readModelRef(ref)).toEqual(expected))

  it("is a name of the catalog, in letters of any size", () => {
    expect(readModelRef("qwen3-4b")).toMatchObject({ _tag: "Repository", model: { name: "qwen3-4b" } })
    expect(readModelRef("Qwen3-4B")).toMatchObject({ _tag: "Repository", model: { name: "qwen3-4b" } })
    expect(readModelRef("edge-micro")).toMatchObject({ _tag: "BuiltIn" })
  })

  it.each([
    ["qwen3.5-9b-4bits", ["qwen3.5-9b-4bit", "qwen3.5-27b-4bit"]],
    ["qwen3.5-9b", ["qwen3.5-9b-4bit"]],
    ["smolm3-3b", ["smollm3-3b"]],
    ["something-else-entirely", []],
  ])("%s is near to the right names", (ref, names) => {
    expect(nearestModels(ref).slice(0, Math.max(1, names.length))).toEqual(names)
  })

  it("is a file of any repository, of which less is known", () => {
    expect(readModelRef("hf:some/thing-GGUF/thing.Q4_K_M.gguf")).toEqual({
      _tag: "Repository",
      model: {
        name: "hf:some/thing-GGUF/thing.Q4_K_M.gguf",
        source: "hf:some/thing-GGUF/thing.Q4_K_M.gguf",
        file: "thing.Q4_K_M.gguf",
        bytes: null,
        bytes_approximate: true,
      },
    })
    expect(sourceParts("hf:some/thing-GGUF/thing.gguf")).toEqual(["some", "thing-GGUF", "thing.gguf"])
  })

  it.each(["hf:some/../thing.gguf", "hf:a/b/../c.gguf", "hf:/b/c.gguf", "hf:a/b/c.gguf?x=y", "hf:a/b/c.bin"])(
    "%s is no source, so that no path leaves the folder of models",
    (ref) => expect(readModelRef(ref)._tag).not.toBe("Repository"),
  )

  it("says what to type", () => expect(fetchCommand("qwen3-4b")).toBe("edge models fetch qwen3-4b"))
})

it.each([
  [5_455_584, 1_000_000_000, true],
  [5_680_000_000, 8_000_000_000, true],
  [5_680_000_000, 6_000_000_000, false],
  [16_700_000_000, 16_000_000_000, false],
])("a file of %i bytes in a memory of %i: %s", (bytes, memory, fits) => expect(fitsMemory(bytes, memory)).toBe(fits))

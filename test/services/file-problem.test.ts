import * as fs from "node:fs"
import { expect, it } from "vitest"
import { fileProblem } from "../../src/services/FileProblem.ts"

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (cause) {
    return cause
  }
}

it.each([
  ["a file that is not there", () => fs.readFileSync("no such file"), "there is no such file or folder"],
  ["a folder", () => fs.readFileSync("."), "it is a folder"],
  ["a path through a file", () => fs.readFileSync("package.json/x"), "a part of its path is no folder"],
  [
    "a file that is there already",
    () => fs.writeFileSync("package.json", "", { flag: "wx" }),
    "something of this name is there already",
  ],
])("%s", (_, run, words) => {
  expect(fileProblem(thrownBy(run))).toBe(words)
})

it("a code without words is told as it is, and what has none is unknown", () => {
  expect(fileProblem(Object.assign(new Error(), { code: "EIO" }))).toBe("EIO")
  expect(fileProblem(new Error("text"))).toBe("unknown error")
})

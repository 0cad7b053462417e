import * as fs from "node:fs"
import { expect, it } from "vitest"
import { systemProblem } from "../../src/services/SystemProblem.ts"

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
  expect(systemProblem(thrownBy(run))).toBe(words)
})

it("a code without words is told as it is, and what has none is unknown", () => {
  expect(systemProblem(Object.assign(new Error(), { code: "EIO" }))).toBe("EIO")
  expect(systemProblem(new Error("text"))).toBe("unknown error")
})

it("a fault of the network is told alike, thrown as it is or wrapped by fetch", () => {
  const refused = Object.assign(new Error(), { code: "ECONNREFUSED" })
  expect(systemProblem(refused)).toBe("nothing answers at its port")
  expect(systemProblem(new TypeError("fetch failed", { cause: refused }))).toBe("nothing answers at its port")
  const unasked = new TypeError("fetch failed", { cause: new Error("bad port") })
  expect(systemProblem(unasked)).toBe("bad port")
  const unsigned = Object.assign(new Error(), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
  expect(systemProblem(unsigned)).toBe("its certificate is signed by itself")
})

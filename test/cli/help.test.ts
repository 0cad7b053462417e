/** Help, word for word: a change of it is seen, and meant. `npx vitest run test/cli/help.test.ts -u` writes the files anew. */
import * as path from "node:path"
import { expect, it } from "vitest"
import { place, root } from "../fixtures/edge.ts"

it.each([
  ["edge", []],
  ["edge-chat", ["chat"]],
])("the help of %s is the golden one", async (name, command) => {
  const ran = await place().edge([...command, "--help"])
  expect([ran.code, ran.stderr]).toEqual([0, ""])
  await expect(ran.stdout).toMatchFileSnapshot(path.join(root, "test", "golden", "help", `${name}.txt`))
})

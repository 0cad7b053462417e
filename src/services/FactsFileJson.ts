/** `FactsFile` over a streaming JSON parser: memory stays the same however large the file is. */
import { createReadStream } from "node:fs"
import * as fs from "node:fs/promises"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { FactsFileInvalid, unreadable } from "../domain/errors/Facts.ts"
import { type Fact, type FactFault, readFact } from "../domain/Fact.ts"
import { type FactBatch, FactsFile } from "./FactsFile.ts"
import { FactsJson } from "./FactsJson.ts"
import { notRegular, systemProblem } from "./SystemProblem.ts"

/** How much of the file becomes one batch, in bytes; and how many faults are told one by one. */
const batchBytes = 4 << 20
const faultLimit = 1_000

export const layerJson = Layer.succeed(
  FactsFile,
  FactsFile.of({
    read: (path) =>
      // Suspended, so that whoever runs the stream again reads the file again.
      Stream.suspend(() =>
        Stream.fromAsyncIterable(batches(path), (cause) =>
          cause instanceof FactsFileInvalid ? cause : unread(path, cause),
        ),
      ),
  }),
)

async function* batches(path: string): AsyncGenerator<FactBatch> {
  const bytesInAll = await sizeOf(path)
  const faults = new Faults()
  let facts: Array<Fact> = []
  let indexes: Array<number> = []
  let count = 0
  let bytesRead = 0
  let batched = 0
  const document = new FactsJson({
    fault: faults.add,
    fact: (value) => {
      const fact = readFact(value, count)
      if (Either.isRight(fact)) {
        facts.push(fact.right)
        indexes.push(count)
      } else for (const fault of fact.left) faults.add(fault)
      count += 1
    },
  })
  const batch = () => {
    const ready = { facts, indexes, bytesRead, bytesInAll }
    facts = []
    indexes = []
    batched = bytesRead
    return ready
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    bytesRead += (chunk as Buffer).length
    document.write(chunk as Buffer)
    if (bytesRead - batched >= batchBytes) yield batch()
  }
  document.end()
  yield batch()
  if (faults.count > 0) throw new FactsFileInvalid({ path, faults: faults.kept, fault_count: faults.count })
}

// A pipe that the shell made, as `<(command)` does, has its writer; one that lies in a folder would wait for one.
const ofTheShell = /^\/(dev\/(stdin|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/

const sizeOf = async (path: string): Promise<number> => {
  const stat = await fs.stat(path)
  if (stat.isFIFO() && !ofTheShell.test(path)) throw Object.assign(new Error("a pipe"), { code: notRegular })
  return stat.size
}

class Faults {
  readonly kept: Array<FactFault> = []
  count = 0
  readonly add = (fault: FactFault): void => {
    this.count += 1
    if (this.kept.length < faultLimit) this.kept.push(fault)
  }
}

const unread = (path: string, cause: unknown) => {
  const problem = unreadable(systemProblem(cause))
  return new FactsFileInvalid({ path, faults: [{ index: null, path: "the file", problem }], fault_count: 1 })
}

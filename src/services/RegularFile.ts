/**
 * Files that somebody else may have put there, read whole. What is no regular file is refused as it is opened: a pipe
 * would wait for a writer, and a device go on for ever.
 */
import * as fs from "node:fs/promises"
import { notRegular } from "./SystemProblem.ts"

/** More than any file that a person writes, or that `edge` writes for one. */
const mostBytes = 67_108_864

// Absent on Windows, which has no pipes among its files.
const withoutWaiting = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/** The bytes of a regular file of at most `limit` bytes; rejects with the system's `code`, or one as it would say it. */
export const readRegular = async (file: string, limit: number = mostBytes): Promise<Buffer> => {
  const handle = await fs.open(file, withoutWaiting)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw problem(stat.isDirectory() ? "EISDIR" : notRegular, "no regular file")
    const chunks: Array<Buffer> = []
    // `end` is the last byte's index, so that one byte too many is seen; a file may be larger than it says.
    for await (const chunk of handle.createReadStream({ end: limit, autoClose: false })) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    if (bytes.length > limit) throw problem("EFBIG", "too large")
    return bytes
  } finally {
    await handle.close()
  }
}

const problem = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * The growing file of a download, with its hash, and beside it a note of what the server called the version it holds: only
 * the same version is ever continued.
 */
import { createHash, type Hash } from "node:crypto"
import { createReadStream } from "node:fs"
import * as fs from "node:fs/promises"
import type { Sha256 } from "./Sha256.ts"

/** The server's own mark of one version of a file. */
export interface Version {
  readonly source: string
  /** A strong entity tag or a date; without one nothing can be continued. */
  readonly validator: string
  readonly total: number
}

export class PartFile {
  size = 0
  /** How much of it was there from an earlier time, and still is. */
  resumed = 0
  version: Version | null = null
  private hash: Hash = createHash("sha256")
  private readonly path: string
  private readonly handle: fs.FileHandle
  private constructor(path: string, handle: fs.FileHandle) {
    this.path = path
    this.handle = handle
  }

  /** Opens the file; what it holds counts only when it is a part of this source. */
  static async open(path: string, source: string, signal: AbortSignal): Promise<PartFile> {
    const part = new PartFile(path, await fs.open(path, "a+", 0o600))
    try {
      const note = await readNote(`${path}.json`)
      const { size } = await part.handle.stat()
      // Nothing is changed for who has given up, and perhaps the lock.
      signal.throwIfAborted()
      if (note === null || note.source !== source || size > note.total) await part.restart()
      else await part.resume(note, size, signal)
      signal.throwIfAborted()
      return part
    } catch (cause) {
      await part.close()
      throw cause
    }
  }

  private async resume(note: Version, size: number, signal: AbortSignal): Promise<void> {
    for await (const chunk of createReadStream(this.path, { highWaterMark: 1 << 20, signal })) this.hash.update(chunk)
    this.version = note
    this.size = size
    this.resumed = size
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.handle.appendFile(chunk)
    this.hash.update(chunk)
    this.size += chunk.length
  }

  /** Throws away what is there. */
  async restart(): Promise<void> {
    await this.handle.truncate(0)
    await fs.rm(`${this.path}.json`, { force: true })
    this.hash = createHash("sha256")
    this.version = null
    this.size = 0
    this.resumed = 0
  }

  /** Notes which version grows here, before its first byte. */
  async begin(version: Version | null): Promise<void> {
    this.version = version
    if (version !== null) await fs.writeFile(`${this.path}.json`, JSON.stringify(version), { mode: 0o600 })
  }

  /** The hash of the whole, all of it on disk. The note is no longer needed. */
  async finish(): Promise<Sha256> {
    await this.handle.sync()
    await fs.rm(`${this.path}.json`, { force: true })
    return `sha256:${this.hash.digest("hex")}`
  }

  async close(): Promise<void> {
    await this.handle.close()
  }

  async remove(): Promise<void> {
    await fs.rm(this.path, { force: true })
    await fs.rm(`${this.path}.json`, { force: true })
  }
}

const readNote = async (file: string): Promise<Version | null> => {
  try {
    const { source, validator, total } = JSON.parse(await fs.readFile(file, "utf8"))
    const right = typeof source === "string" && typeof validator === "string" && Number.isSafeInteger(total)
    return right ? { source, validator, total } : null
  } catch {
    return null
  }
}

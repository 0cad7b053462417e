/**
 * The header of a GGUF file, walked before the file is handed to the runtime, which may hang or crash on a broken one.
 * Format: GGUF version 2 and 3, https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import { systemProblem } from "./SystemProblem.ts"

/** What a readable header says. Sizes in bytes. */
export interface GgufHeader {
  readonly version: number
  readonly tensors: number
  readonly architecture: string
  readonly headerBytes: number
  readonly fileBytes: number
}

/** The header, or in a few words what is wrong with the file and how far it could be read. */
export const readGgufHeader = (path: string): Effect.Effect<GgufHeader, string> =>
  Effect.try({ try: () => withReader(path, walk), catch: problemOf })

class Broken extends Error {}

const problemOf = (cause: unknown): string => (cause instanceof Broken ? cause.message : systemProblem(cause))

const chunkBytes = 1 << 20

class Reader {
  at = 0
  private buffer = Buffer.alloc(0)
  private start = 0
  private readonly handle: number
  readonly size: number
  constructor(handle: number) {
    this.handle = handle
    this.size = fs.fstatSync(handle).size
  }
  take(length: number): Buffer {
    if (length > this.size - this.at) throw new Broken(`its header is cut short at byte ${this.at} of ${this.size}`)
    if (this.at < this.start || this.at + length > this.start + this.buffer.length) this.fill(length)
    const from = this.at - this.start
    this.at += length
    return this.buffer.subarray(from, from + length)
  }
  skip(length: number): void {
    if (length > this.size - this.at) throw new Broken(`its header is cut short at byte ${this.at} of ${this.size}`)
    this.at += length
  }
  count(): number {
    const value = this.take(8).readBigUInt64LE()
    if (value > BigInt(this.size)) throw new Broken(`its header names an impossible length at byte ${this.at - 8}`)
    return Number(value)
  }
  private fill(length: number): void {
    const wanted = Math.min(Math.max(length, chunkBytes), this.size - this.at)
    this.buffer = Buffer.alloc(wanted)
    this.start = this.at
    fs.readSync(this.handle, this.buffer, 0, wanted, this.at)
  }
}

const withReader = <A>(path: string, use: (reader: Reader) => A): A => {
  const handle = fs.openSync(path, "r")
  try {
    return use(new Reader(handle))
  } finally {
    fs.closeSync(handle)
  }
}

const walk = (reader: Reader): GgufHeader => {
  if (reader.size < 24 || reader.take(4).toString("latin1") !== "GGUF") throw new Broken("it is no GGUF file")
  const version = reader.take(4).readUInt32LE()
  if (version !== 2 && version !== 3) throw new Broken(`its GGUF version is ${version}, and only 2 and 3 are known`)
  const tensors = reader.count()
  const entries = reader.count()
  let architecture = "unknown"
  for (let entry = 0; entry < entries; entry += 1) {
    const key = text(reader)
    const type = reader.take(4).readUInt32LE()
    if (key === "general.architecture" && type === stringType) architecture = text(reader)
    else skipValue(reader, type)
  }
  for (let tensor = 0; tensor < tensors; tensor += 1) skipTensor(reader)
  return { version, tensors, architecture, headerBytes: reader.at, fileBytes: reader.size }
}

const text = (reader: Reader): string => reader.take(reader.count()).toString("utf8")

const stringType = 8
const arrayType = 9
const sizes: { readonly [type: number]: number } = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

const skipValue = (reader: Reader, type: number): void => {
  const size = sizes[type]
  if (size !== undefined) reader.skip(size)
  else if (type === stringType) reader.skip(reader.count())
  else if (type === arrayType) skipArray(reader)
  else throw new Broken(`its header holds a value of unknown type ${type} at byte ${reader.at - 4}`)
}

const skipArray = (reader: Reader): void => {
  const type = reader.take(4).readUInt32LE()
  const length = reader.count()
  const size = sizes[type]
  if (size !== undefined) reader.skip(size * length)
  else for (let item = 0; item < length; item += 1) skipValue(reader, type)
}

// Name, number of dimensions, each dimension, type, offset.
const skipTensor = (reader: Reader): void => {
  reader.skip(reader.count())
  const dimensions = reader.take(4).readUInt32LE()
  if (dimensions > 8)
    throw new Broken(`its header describes a tensor of ${dimensions} dimensions at byte ${reader.at - 4}`)
  reader.skip(dimensions * 8 + 12)
}

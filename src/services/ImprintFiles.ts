/** Reading an imprint's two files, and finding its folder. What is read here is judged before anyone uses it. */
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ImprintArtifactCorrupt } from "../domain/errors/Imprint.ts"
import { type ImprintContent, ImprintMetadata } from "../domain/Imprint.ts"
import { canonical, fromLiteral, type Json } from "../domain/Json.ts"
import { readJson } from "../domain/JsonReader.ts"
import { renderJson } from "../domain/View.ts"
import { hashOf } from "./FileHashes.ts"
import { readRegular } from "./RegularFile.ts"
import { sha256 } from "./Sha256.ts"

export const stateName = "state.bin"
export const metadataName = "metadata.json"

/** The text of `metadata.json`, with the hash over all the rest of it. */
export const sealedText = (content: ImprintContent): { readonly text: string; readonly metadata: ImprintMetadata } => {
  const metadata = { ...content, metadata_sha256: sha256(canonical(fromLiteral(content))) }
  return { metadata, text: renderJson(encode(metadata)) }
}

/** The metadata of a folder, as it was written or not at all. The state is measured; hashing it is `stateFault`. */
export const readMetadata = async (folder: string): Promise<Either.Either<ImprintMetadata, ImprintArtifactCorrupt>> => {
  const text = await textOf(path.join(folder, metadataName))
  const metadata = Either.getRight(readJson(text)).pipe(Option.flatMap(decode))
  if (Option.isNone(metadata)) return corrupt(folder, metadataName, "edge.imprint.v1", "no such document")
  const { metadata_sha256, ...content } = metadata.value
  const sealed = sealedText(content)
  if (sealed.metadata.metadata_sha256 !== metadata_sha256)
    return corrupt(folder, "metadata_sha256", metadata_sha256, sealed.metadata.metadata_sha256)
  // White space is under no hash; another one still means that this is not the file that was written.
  if (text !== sealed.text) return corrupt(folder, metadataName, "the text that was written", "another one")
  const size = await fs.stat(path.join(folder, stateName)).then(
    (stat) => stat.size,
    () => "none",
  )
  if (size !== content.state_bytes) return corrupt(folder, "state_bytes", String(content.state_bytes), String(size))
  return Either.right(metadata.value)
}

/** What is wrong with the state of a folder; null where it is what was written. */
export const stateFault = async (
  folder: string,
  { state_sha256 }: ImprintMetadata,
): Promise<ImprintArtifactCorrupt | null> => {
  const found = await hashOf(path.join(folder, stateName)).catch(() => "unreadable")
  if (found === state_sha256) return null
  return new ImprintArtifactCorrupt({ path: folder, field: "state_sha256", learned: state_sha256, found })
}

/** The folder that a path leads to: itself, the one of a metadata file, or the one that a learn receipt names. */
export const folderOf = async (named: string): Promise<string | null> => {
  const stat = await fs.stat(named).catch(() => null)
  if (stat === null) return null
  if (stat.isDirectory()) return (await isThere(path.join(named, metadataName))) ? path.resolve(named) : null
  if (path.basename(named) === metadataName) return path.resolve(path.dirname(named))
  const text = await textOf(named)
  const receipt = Either.getRight(readJson(text)).pipe(Option.flatMap(decodeReceipt))
  const folder = Option.getOrNull(Option.map(receipt, ({ neural_imprint }) => neural_imprint.path))
  return folder !== null && (await isThere(path.join(folder, metadataName))) ? folder : null
}

/** Empty where it cannot be read. */
const textOf = (file: string): Promise<string> =>
  readRegular(file).then(
    (bytes) => bytes.toString(),
    () => "",
  )

const encode = Schema.encodeSync(ImprintMetadata)
const decodeMetadata = Schema.decodeUnknownOption(ImprintMetadata, { onExcessProperty: "error" })
const decode = (json: Json) => decodeMetadata(json)

const decodeReceipt = Schema.decodeUnknownOption(
  Schema.Struct({
    schema_version: Schema.Literal("edge.demo.learn.receipt.v1"),
    neural_imprint: Schema.Struct({ path: Schema.String }),
  }),
)

const isThere = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  )

const corrupt = (folder: string, field: string, learned: string, found: string) =>
  Either.left(new ImprintArtifactCorrupt({ path: folder, field, learned, found }))

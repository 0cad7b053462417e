/** How the programs that hold GGUF files lay out their folders, and where those are. */
import * as fs from "node:fs/promises"
import * as path from "node:path"
import type { HeldModel } from "../domain/ModelFile.ts"
import { sourceParts } from "../domain/ModelRef.ts"

/** One program's folder; tests put their own in the place of these. */
export interface ModelRoots {
  readonly lmStudio: ReadonlyArray<string>
  readonly ollama: ReadonlyArray<string>
  readonly llamaCpp: ReadonlyArray<string>
  readonly huggingFace: ReadonlyArray<string>
}

/** Where each program keeps its models unless its own variable says otherwise. */
export const defaultRoots = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): ModelRoots => {
  const cache = env["XDG_CACHE_HOME"] || path.join(home, ".cache")
  const ownCache = { darwin: path.join(home, "Library", "Caches"), win32: env["LOCALAPPDATA"] || cache }
  const llamaCpp = path.join(platform === "darwin" || platform === "win32" ? ownCache[platform] : cache, "llama.cpp")
  const hub = env["HF_HUB_CACHE"] || path.join(env["HF_HOME"] || path.join(cache, "huggingface"), "hub")
  return {
    lmStudio: [path.join(home, ".lmstudio", "models"), path.join(cache, "lm-studio", "models")],
    ollama: env["OLLAMA_MODELS"]
      ? [env["OLLAMA_MODELS"]]
      : [path.join(home, ".ollama", "models"), "/usr/share/ollama/.ollama/models"],
    llamaCpp: [env["LLAMA_CACHE"] || llamaCpp],
    huggingFace: [hub],
  }
}

/** Where a source's file would lie in `OWNER/REPOSITORY/FILE` folders, LM Studio's and edge's own. */
export const inRepositoryFolders = (root: string, source: string): string => path.join(root, ...sourceParts(source))

/** Where it would lie in llama.cpp's cache, which joins the parts with underscores. */
export const inLlamaCpp = (root: string, source: string): string => path.join(root, sourceParts(source).join("_"))

/** Where it lies in the Hugging Face cache, once for every revision. */
export const inHuggingFace = async (root: string, source: string): Promise<ReadonlyArray<string>> => {
  const [owner, repository, file] = sourceParts(source)
  const snapshots = path.join(root, `models--${owner}--${repository}`, "snapshots")
  return (await names(snapshots)).map((revision) => path.join(snapshots, revision, file))
}

export const repositoryFolders = async (
  root: string,
  holder: HeldModel["holder"],
): Promise<ReadonlyArray<HeldModel>> => {
  const found = []
  for (const owner of await names(root)) {
    for (const repository of await names(path.join(root, owner))) {
      for (const file of (await names(path.join(root, owner, repository))).filter(isGgufName)) {
        const place = path.join(root, owner, repository, file)
        found.push(await held(holder, place, file, `hf:${owner}/${repository}/${file}`))
      }
    }
  }
  return found.flat()
}

export const llamaCppFolder = async (root: string): Promise<ReadonlyArray<HeldModel>> => {
  const files = (await names(root)).filter(isGgufName)
  return (await Promise.all(files.map((file) => held("llama.cpp", path.join(root, file), file, null)))).flat()
}

export const huggingFaceFolder = async (root: string): Promise<ReadonlyArray<HeldModel>> => {
  const found = []
  for (const folder of await names(root)) {
    const [kind, owner, ...rest] = folder.split("--")
    if (kind !== "models" || owner === undefined || rest.length === 0) continue
    const snapshots = path.join(root, folder, "snapshots")
    for (const revision of await names(snapshots)) {
      for (const file of (await names(path.join(snapshots, revision))).filter(isGgufName)) {
        const source = `hf:${owner}/${rest.join("--")}/${file}`
        found.push(await held("Hugging Face", path.join(snapshots, revision, file), file, source))
      }
    }
  }
  return found.flat()
}

const modelLayer = "application/vnd.ollama.image.model"

/** A manifest `manifests/HOST/NAMESPACE/MODEL/TAG` names the blob that holds the weights. */
export const ollamaFolder = async (root: string): Promise<ReadonlyArray<HeldModel>> => {
  const found = []
  const manifests = path.join(root, "manifests")
  for (const place of await below(manifests, 4)) {
    const [, namespace = "", model = "", tag = ""] = path.relative(manifests, place).split(path.sep)
    const digest = modelDigest(await fs.readFile(place, "utf8").catch(() => ""))
    if (digest === undefined) continue
    const title = `${namespace === "library" ? "" : `${namespace}/`}${model}:${tag}`
    found.push(await held("Ollama", path.join(root, "blobs", digest.replace(":", "-")), title, null))
  }
  return found.flat()
}

/** The file, when it is there and begins as a GGUF file does. */
export const held = async (
  holder: HeldModel["holder"],
  place: string,
  title: string,
  source: string | null,
): Promise<ReadonlyArray<HeldModel>> => {
  try {
    const handle = await fs.open(place, "r")
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
      if (bytesRead < 4 || buffer.toString("latin1") !== "GGUF") return []
      return [{ holder, title, path: place, bytes: (await handle.stat()).size, source }]
    } finally {
      await handle.close()
    }
  } catch {
    return []
  }
}

// Projectors see pictures and are no models; of a model in pieces the first piece names the others.
const isGgufName = (name: string): boolean =>
  /\.gguf$/i.test(name) && !/mmproj/i.test(name) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(name)

const names = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await fs.readdir(folder).catch(() => [])).filter((name) => !name.startsWith(".")).sort()

const below = async (folder: string, depth: number): Promise<ReadonlyArray<string>> => {
  const inside = (await names(folder)).map((name) => path.join(folder, name))
  return depth === 1 ? inside : (await Promise.all(inside.map((each) => below(each, depth - 1)))).flat()
}

const modelDigest = (text: string): string | undefined => {
  try {
    const { layers } = JSON.parse(text) as { layers: ReadonlyArray<{ mediaType: string; digest: string }> }
    const digest = layers.find(({ mediaType }) => mediaType === modelLayer)?.digest
    // It becomes part of a path.
    return digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : undefined
  } catch {
    return undefined
  }
}

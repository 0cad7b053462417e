/** Facts stores and manifests: exit codes 3 for what a file says, 5 for what a store is. */
import * as Data from "effect/Data"
import type { FactFault } from "../Fact.ts"
import type { Issue } from "../Issues.ts"
import type { About } from "./About.ts"

const shown = (first: string, count: number): string =>
  count > 1 ? `${first} (and ${count - 1} more fault${count === 2 ? "" : "s"})` : first

/** The problem of a file that cannot be read at all; `why` in words. */
export const unreadable = (why: string): string => `${unread}(${why})`

const unread = "cannot be read "
const hintOf = (problem: string | undefined, other: string): string =>
  problem?.startsWith(unread) ? "Check the path: it must name one file that can be read." : other

export class FactsFileInvalid extends Data.TaggedError("facts_file_invalid")<{
  readonly path: string
  /** The first of them where there are very many; `fault_count` counts all. */
  readonly faults: ReadonlyArray<FactFault>
  readonly fault_count: number
}> {
  static readonly about: About = {
    exit: 3,
    when: "A facts file cannot be read, is no `edge.demo.facts.v1` document, or holds facts that are none.",
    hint: "Correct the named places; nothing of the file was imported.",
  }
  get hint() {
    return hintOf(this.faults[0]?.problem, FactsFileInvalid.about.hint)
  }
  /** What a person reads in the place of the message: a line for each fault. */
  get lines(): ReadonlyArray<string> {
    const more = this.fault_count - this.faults.length
    return [
      `${this.path}: nothing was imported`,
      ...this.faults.map((fault) => `✗ ${factFaultLine(fault)}`),
      ...(more > 0 ? [`and ${more} more faults`] : []),
    ]
  }
  override get message() {
    const [first] = this.faults
    const at = first === undefined ? "" : factFaultLine(first)
    return `${this.path}: ${shown(at, this.fault_count)}.`
  }
}

/** `facts[3].text is missing`, the one-line form of a fault. */
export const factFaultLine = ({ index, path, problem }: FactFault): string => {
  const fact = index === null ? "" : `facts[${index}]`
  const place = `${fact}${fact !== "" && path !== "" && !path.startsWith("[") ? "." : ""}${path}`
  return place === "" ? problem : `${place} ${problem}`
}

export class FactsStoreNotFound extends Data.TaggedError("facts_store_not_found")<{
  readonly store: string
  readonly known: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 3,
    when: "There is no facts store of this name.",
    hint: "Import one with edge demo facts import FILE.json --store NAME; edge demo facts stores lists them.",
  }
  override get message() {
    const known = this.known.length === 0 ? "There are none yet" : `Known: ${this.known.join(", ")}`
    return `There is no facts store ${this.store}. ${known}.`
  }
}

export class FactNotFound extends Data.TaggedError("fact_not_found")<{ readonly store: string }> {
  static readonly about: About = {
    exit: 3,
    when: "The store holds no fact with this id.",
    hint: "edge demo facts list --store NAME --include-text shows the ids.",
  }
  override get message() {
    return `The store ${this.store} holds no fact with this id.`
  }
}

export class FactsStoreUnusable extends Data.TaggedError("facts_store_unusable")<{
  readonly store: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 5,
    when: "A facts store's file is damaged, no facts store, or written by a newer edge.",
    hint: "Move the file away and import the facts again, or use the newer edge.",
  }
  override get message() {
    return `The facts store ${this.store} cannot be used: ${this.problem}.`
  }
}

export class FactsStoreLocked extends Data.TaggedError("facts_store_locked")<{
  readonly store: string
  readonly waited_ms: number
}> {
  static readonly about: About = {
    exit: 5,
    when: "Another process kept the facts store locked for longer than edge waits.",
    hint: "Wait for the other import to end, then run the command again.",
  }
  override get message() {
    return `The facts store ${this.store} stayed locked for ${this.waited_ms} ms.`
  }
}

export class ToolsManifestInvalid extends Data.TaggedError("tools_manifest_invalid")<{
  readonly path: string
  readonly issues: ReadonlyArray<Issue>
}> {
  static readonly about: About = {
    exit: 3,
    when: "A tools manifest cannot be read, or is no `edge.demo.tools.manifest.v1` document.",
    hint: "Correct the named places; each tool has name, kind, store and description.",
  }
  get hint() {
    const other = this.path.endsWith(".py")
      ? "Python functions are checked with `edge tools validate`, and given to a chat with --tools."
      : ToolsManifestInvalid.about.hint
    return hintOf(this.issues[0]?.problem, other)
  }
  get lines(): ReadonlyArray<string> {
    return [`${this.path}: no valid manifest`, ...this.issues.map((issue) => `✗ ${issueLine(issue)}`)]
  }
  override get message() {
    const [first] = this.issues
    const at = first === undefined ? "" : issueLine(first)
    return `${this.path}: ${shown(at, this.issues.length)}.`
  }
}

const issueLine = ({ path, problem }: Issue): string => `${path === "" ? "the document" : path} ${problem}`

export class FactsUrlFailed extends Data.TaggedError("facts_url_failed")<{
  /** Without its query, which may be private. */
  readonly url: string
  readonly problem: string
  /** False where it was refused before anything was sent. */
  readonly network_used: boolean
}> {
  static readonly about: About = {
    exit: 4,
    when: "A page could not be imported: an address that is not allowed, a redirect too many, the wrong type, too large, too slow, or nothing to read on it.",
    hint: "Check the address and the bounds; --allow-private admits addresses of this machine and its network.",
  }
  override get message() {
    return `${this.url}: ${this.problem}.`
  }
}

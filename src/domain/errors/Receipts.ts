/** A receipt that cannot be shown: exit code 3. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class ReceiptNotFound extends Data.TaggedError("receipt_not_found")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 3,
    when: "The named receipt does not exist or cannot be read.",
    hint: "`edge demo receipt list` shows the receipts of this machine.",
  }
  override get message() {
    return `No readable receipt at ${this.path}.`
  }
}

export class ReceiptInvalid extends Data.TaggedError("receipt_invalid")<{
  readonly path: string
  readonly problems: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 3,
    when: "The file is no receipt of a known version, or it was changed into something that is none.",
    hint: "The formats are in docs/schemas.",
  }
  override get message() {
    return `${this.path} is no receipt: ${this.problems.join("; ")}.`
  }
}

export class NetworkUsed extends Data.TaggedError("network_used")<{ readonly path: string }> {
  static readonly about: About = {
    exit: 4,
    when: "A receipt is checked for its local-only claim, and it says that `edge` used the network.",
    hint: "Only commands that fetch something use the network; their receipts say so.",
  }
  override get message() {
    return `${this.path} tells of a run that used the network.`
  }
}

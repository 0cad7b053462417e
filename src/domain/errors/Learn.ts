/** A learn sample that cannot be learned: exit code 3. */
import * as Data from "effect/Data"
import type { About } from "./About.ts"

export class LearnSampleInvalid extends Data.TaggedError("learn_sample_invalid")<{
  readonly path: string
  readonly problem: string
}> {
  static readonly about: About = {
    exit: 3,
    when: "A learn sample cannot be read, or is no `edge.demo.learn.sample.v1` document.",
    hint: "`edge demo learn sample init` writes one to start from.",
  }
  override get message() {
    return `${this.path} is no learn sample: ${this.problem}.`
  }
}

export class CorrectionPeerMismatch extends Data.TaggedError("correction_peer_mismatch")<{
  readonly path: string
  readonly corrections: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 3,
    when: "A correction in a learn sample is about another peer than the sample.",
    hint: "Take the correction out: what one person corrected is never learned for another.",
  }
  override get message() {
    return `${this.path} holds corrections of another peer: ${this.corrections.join(", ")}.`
  }
}

export class UnknownSample extends Data.TaggedError("unknown_sample")<{
  readonly sample: string
  readonly known: ReadonlyArray<string>
}> {
  static readonly about: About = {
    exit: 3,
    when: "--sample names no built-in sample.",
    hint: "Name a built-in sample, or your own file with --sample-file.",
  }
  override get message() {
    return `There is no built-in sample ${this.sample}. There are: ${this.known.join(", ")}.`
  }
}

/** What the receipt and the view of learning hold. */
import { contractText } from "../domain/Contract.ts"
import type { LearnSample } from "../domain/LearnSample.ts"
import type { Asked, Reply } from "../domain/LearnView.ts"
import { lessonOf } from "../domain/Lesson.ts"
import type { LearnReceipt } from "../domain/Receipt.ts"
import type { Imprint } from "../services/Imprints.ts"
import { sha256 } from "../services/Sha256.ts"
import { imprintRow } from "./chat.ts"
import type { RunEnd, RunFacts, Shape } from "./record.ts"

export interface LearnEnd extends RunEnd {
  readonly imprint: Imprint
  readonly asked: ReadonlyArray<Asked>
  /** What was evaluated before the imprint was there. */
  readonly evaluatedBefore: number
  readonly warnings: ReadonlyArray<string>
}

export const learnShape = (includeText: boolean, sample: LearnSample): Shape<LearnEnd> => ({
  kind: "learn",
  includeText,
  receipt: (common, facts, end) => ({
    schema_version: "edge.demo.learn.receipt.v1",
    ...common,
    model: facts.model,
    tokens: facts.tokens,
    sample_id: sample.sample_id,
    profile_sha256: sha256(lessonOf(sample, []).body),
    tool_instruction_mode: facts.frozen === null ? "none" : "imprint",
    tool_instruction_sha256: facts.frozen && sha256(contractText(facts.frozen.tools)),
    neural_imprint: end && imprintOf(end, facts),
    questions: (end?.asked ?? []).map((asked) => questionRow(asked, includeText)),
    warnings: end?.warnings ?? [],
    ...(includeText && { profile: lessonOf(sample, []).body }),
  }),
  view: ({ status, failure, imprint, asked = [], evaluatedBefore = 0, warnings = [] }, facts, receiptPath) => ({
    _tag: "LearnRun",
    status,
    failure,
    sampleId: sample.sample_id,
    warnings,
    imprint: imprint === undefined ? null : imprintOf({ imprint, evaluatedBefore }, facts),
    asked,
    toolCalls: facts.calls,
    receiptPath,
  }),
})

const imprintOf = (
  { imprint, evaluatedBefore }: Pick<LearnEnd, "imprint" | "evaluatedBefore">,
  facts: RunFacts,
): LearnReceipt["neural_imprint"] => {
  const row = imprintRow(facts)
  return (
    row && {
      ...row,
      tokens_evaluated: row.tokens_evaluated - evaluatedBefore,
      path: imprint.folder,
      state_bytes: imprint.metadata.state_bytes,
      prefix_tokens: imprint.metadata.prefix.tokens,
      prefix_sha256: imprint.metadata.prefix.sha256,
    }
  )
}

const questionRow = ({ question, before, after }: Asked, includeText: boolean) => ({
  question_sha256: sha256(question),
  before: replyRow(before),
  after: replyRow(after),
  ...(includeText && { question, answer_before: before.answer, answer_after: after.answer }),
})

const replyRow = ({ status, code, answer, answerCut }: Reply) => ({
  status,
  code,
  answer_sha256: sha256(answer),
  ...(answerCut && { answer_cut: true as const }),
})

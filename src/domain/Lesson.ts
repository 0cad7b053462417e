/** What a sample and the active tools come to, before any model has read a word of it. */
import { exportedNames, type LearnSample, questionsOf } from "./LearnSample.ts"
import { profileBody, systemText, unsupported } from "./Profile.ts"
import type { Tool } from "./Tool.ts"

export interface Lesson {
  readonly sample: LearnSample
  readonly questions: ReadonlyArray<string>
  /** The profile alone. */
  readonly body: string
  /** The whole text that the model reads. */
  readonly text: string
  readonly policy: ReadonlyArray<PolicyRow>
  /** What is odd about it, and hinders nothing. */
  readonly warnings: ReadonlyArray<string>
}

/** Which tool a question is expected to lead to, and whether it could. */
export interface PolicyRow {
  readonly question: string
  readonly tool_name: string | null
  readonly available: boolean
}

export const lessonOf = (sample: LearnSample, tools: ReadonlyArray<Tool>): Lesson => {
  const names = tools.map(({ name }) => name)
  const body = profileBody(sample)
  return {
    sample,
    questions: questionsOf(sample),
    body,
    text: systemText(body, tools),
    policy: (sample.expected_tool_policy ?? []).map(({ question, tool_name }) => ({
      question,
      tool_name,
      available: tool_name === null || names.includes(tool_name),
    })),
    warnings: [...differingNames(exportedNames(sample), names), ...unsupported(sample).map(unsupportedWarning)],
  }
}

/** A sample may have been made with another model; its profile holds for any. */
export const modelWarnings = ({ base_model_id }: LearnSample, model: string): ReadonlyArray<string> =>
  base_model_id === model ? [] : [`the sample names the model ${base_model_id}, and this is ${model}`]

const differingNames = (
  exported: ReadonlyArray<string> | null,
  active: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  exported === null
    ? []
    : [
        ...exported
          .filter((name) => !active.includes(name))
          .map((name) => `the sample knows the tool ${name}, which is not active`),
        ...active
          .filter((name) => !exported.includes(name))
          .map((name) => `the tool ${name} is active, and the sample does not know it`),
      ]

const unsupportedWarning = (correction: string): string =>
  `the fact_correction ${correction} has fewer than two independent supports, so it adds nothing`

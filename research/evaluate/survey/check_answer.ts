/** Runs the content checks on answers as the service does. */
import type { Outcome } from '../../../src/checks/check.ts'
import { type AnswerInput, featuresOfAnswers } from '../../../src/checks/survey/answer.ts'
import { gibberish } from '../../../src/checks/survey/gibberish.ts'
import { gpt } from '../../../src/checks/survey/gpt.ts'
import { gptPasteArtifacts } from '../../../src/checks/survey/gpt_paste_artifacts.ts'
import { junk } from '../../../src/checks/survey/junk.ts'
import { offTopic } from '../../../src/checks/survey/off_topic.ts'
import { profane } from '../../../src/checks/survey/profane.ts'
import type { AnswerFeatures } from '../../../src/checks/survey/survey_check.ts'
import type { QuestionStats } from '../../../src/features/text/question_stats.ts'
import type { Reference } from '../../../src/features/text/reference_fit.ts'

export const CONTENT_CHECKS = { gibberish, offTopic, gpt, profane, gptPasteArtifacts, junk } as const
export type ContentCheck = keyof typeof CONTENT_CHECKS
export const CONTENT_CHECK_NAMES = Object.keys(CONTENT_CHECKS) as ContentCheck[]

export interface Given {
  readonly question: string
  readonly answer: string
  readonly stats?: QuestionStats | null
  readonly references?: readonly Reference[]
}

export const inputsOf = (given: readonly Given[]): AnswerInput[] =>
  given.map(({ question, answer, stats, references }, at) => ({
    questionId: `q${at + 1}`,
    question,
    answer,
    history: null,
    inputMethods: null,
    stats: stats ?? null,
    ...(references && { references }),
  }))

/** The features of all answers of one participant. */
export const readGiven = (given: readonly Given[]): AnswerFeatures[] => featuresOfAnswers(inputsOf(given), 0)

export const isFound = ({ result }: Outcome): boolean => result === 'Detected'

export function found(check: ContentCheck, given: readonly Given[]): boolean[] {
  return readGiven(given).map((answer) => isFound(CONTENT_CHECKS[check].run(answer)))
}

/** Whether a check detects any answer of a participant. */
export function foundInAny(check: ContentCheck, given: readonly Given[]): boolean {
  return found(check, given).some((one) => one)
}

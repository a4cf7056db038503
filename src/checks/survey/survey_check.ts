/**
 * Survey checks look at one answer, with what is known of its question and of the participant's other answers.
 * They are checks like the others: features in, one of three outcomes out, no clock, no store, no network.
 */
import type { AnswerText } from '../../features/text/answer_text.ts'
import type { LearntQuestion } from '../../features/text/learnt.ts'
import type { Entry } from '../../features/typing_history/entry.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import type { Mashing } from '../../models/text/mashing.ts'
import type { Check, Outcome } from '../check.ts'

export interface AnswerFeatures {
  readonly questionId: string
  readonly question: string
  readonly text: AnswerText
  /** Null when no typing was recorded for this answer. */
  readonly typing: TypingFeatures | null
  readonly entry: Entry
  /** 1 to 10. */
  readonly effort: number
  /** Yes, no, none, a number: says nothing, and everybody says it alike. */
  readonly simple: boolean
  readonly lowEffortThreshold: number
  /** What other participants wrote; null until somebody did. */
  readonly learnt: LearntQuestion | null
  /** Other questions that this participant answered alike. */
  readonly selfDuplicates: readonly { readonly questionId: string; readonly likeness: number }[]
  /** Keyboard mashing; null where no model knows the language. */
  mashing(): Mashing | null
}

export type SurveyCheck = Check<AnswerFeatures>

/** Runs a check on an answer; a check that throws is Unknown and reported, never silently passed. */
export function runSurveyCheck(
  check: SurveyCheck,
  answer: AnswerFeatures,
  onError: (check: string, error: unknown) => void,
): Outcome {
  try {
    return check.run(answer)
  } catch (error) {
    onError(check.name, error)
    return { result: 'Unknown', evidence: 'the check failed to run' }
  }
}

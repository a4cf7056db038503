/**
 * Survey checks look at one answer, with what is known of its question and of the participant's other answers.
 * They are checks like the others: features in, one of three outcomes out, no clock, no store, no network.
 */
import type { AnswerText } from '../../features/text/answer_text.ts'
import type { Profanity } from '../../features/text/profanity.ts'
import type { QuestionKind } from '../../features/text/question.ts'
import type { QuestionStats } from '../../features/text/question_stats.ts'
import type { Entry } from '../../features/typing_history/entry.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import type { FusedStyle } from '../../models/text/gpt.ts'
import type { Mashing } from '../../models/text/mashing.ts'
import type { Meaning } from '../../models/text/meaning.ts'
import type { Check, Outcome } from '../check.ts'

/** How an answer fits its question and what other participants answered. */
export interface Relevance {
  /** Logit of belonging: 0 is even odds. */
  readonly logit: number
  /** The same from the question alone, whatever others wrote. */
  readonly fromQuestion: number
  /** Different answers of other participants that it was compared with. */
  readonly others: number
  /** Words of the answer whose meaning is known. */
  readonly knownWords: number
}

/** The style of one answer, or of all answers of one participant together, in deviations of what people score. */
export interface Style extends FusedStyle {
  readonly answers: number
  readonly words: number
}

export interface AnswerFeatures {
  readonly questionId: string
  readonly question: string
  readonly questionKind: QuestionKind
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
  readonly stats: QuestionStats | null
  /** Other questions that this participant answered alike. */
  readonly selfDuplicates: readonly { readonly questionId: string; readonly likeness: number }[]
  /** Keyboard mashing; null where no model knows the language. */
  mashing(): Mashing | null
  /** How much the words lie in a heap rather than in sentences; null outside English. */
  disorder(): number | null
  /** Null where no list knows the language. */
  profanity(): Profanity | null
  /** Names of what a chat window left in the text. */
  artifacts(): readonly string[]
  /** Where the words lie in the space of meanings; null outside English. */
  meaning(): Meaning | null
  /** Null outside English. */
  relevance(): Relevance | null
  /** Null outside English, and for the shortest answers. */
  style(): Style | null
  /** Of this answer and the participant's others; null when none has a style that is known. */
  participantStyle(): Style | null
  /** Share of this answer's turns of phrase that stand in other participants' different answers too. */
  sharedPhrases(): number
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

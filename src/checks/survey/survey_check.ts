/**
 * A survey check examines one answer, with facts about its question and the participant's other answers. It is pure:
 * features in, one of three results out, without clock, store or network.
 */
import type { QuestionType, Span } from '../../contract/survey.ts'
import type { AnswerText } from '../../features/text/answer_text.ts'
import { inCharacters } from '../../features/text/locate.ts'
import type { Placeholder } from '../../features/text/placeholder.ts'
import type { Profanity } from '../../features/text/profanity.ts'
import type { QuestionKind } from '../../features/text/question.ts'
import type { QuestionStats } from '../../features/text/question_stats.ts'
import type { Unrelated } from '../../features/text/unrelated.ts'
import type { Wording } from '../../features/text/wording.ts'
import type { Entry } from '../../features/typing_history/entry.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import type { Mashing } from '../../models/text/mashing.ts'
import type { Meaning } from '../../models/text/meaning.ts'
import type { Check, Outcome } from '../check.ts'
import { counted } from '../sentence.ts'

/** How well an answer fits its question and the answers of other participants. */
export interface Relevance {
  /** Logit that the answer is on topic: 0 is even odds. */
  readonly logit: number
  /** How far the logit is from the mean of the other answers' logits, in standard deviations; -Infinity: none are known. */
  readonly deviations: number
  /** The logit from the question only, without other participants. */
  readonly fromQuestion: number
  /** Number of different answers of other participants that it was compared with. */
  readonly others: number
  /** Similarity to the closest of them, -1 to 1; -1 if there are none. */
  readonly nearest: number
  /** Words of the answer that have a word vector. */
  readonly knownWords: number
}

/** How much one answer, or all answers of a participant together, resemble answers of a language model. */
export interface ModelTraces {
  /** Number of answers with a measurable style, and their words. */
  readonly answers: number
  readonly words: number
  /** In standard deviations from people's answers. */
  readonly style: number
  /** The usual value of other participants' answers to the same questions; null: too few of them. */
  readonly usualStyle: number | null
}

/** How close a participant's answers are to reference answers. */
export interface ReferenceTraces {
  /** Number of answers that were compared, and their words. */
  readonly answers: number
  readonly words: number
  /** In standard deviations from people's answers: of all these answers together, and of this one; null: not compared. */
  readonly distance: number
  readonly own: number | null
  /** Indices in `styleWords` of this answer's words that references use and other participants rarely use, each word once. */
  readonly telling: readonly number[]
  /** The ID of the reference that is closest to this answer. */
  readonly closest: string | null
}

export interface AnswerFeatures {
  readonly questionId: string
  readonly question: string
  readonly questionKind: QuestionKind
  /** What the question asks for, as the request says. */
  readonly questionType: QuestionType
  /** The question asks for a name or a brand, and the answer is short. */
  readonly isNamed: boolean
  readonly text: AnswerText
  /** Null when no typing was recorded for this answer. */
  readonly typing: TypingFeatures | null
  readonly entry: Entry
  /** 1 to 10. */
  readonly effort: number
  /** Yes, no, none, a number: answers that many people give alike. */
  readonly simple: boolean
  readonly lowEffortThreshold: number
  /** Statistics of other participants' answers; null: none yet. */
  readonly stats: QuestionStats | null
  /** Other questions with a similar answer of this participant. */
  readonly selfDuplicates: readonly { readonly questionId: string; readonly similarity: number }[]
  /** Random keys; null: no model covers the language. */
  mashing(): Mashing | null
  /** The words that look like random keys. */
  mashedParts(): readonly Span[]
  /** Placeholder text or program code instead of an answer. */
  placeholder(): Placeholder | null
  /** The answer is the question itself. */
  isCopied(): boolean
  /** An advertisement, or instructions to a language model. */
  unrelated(): Unrelated | null
  /** How much the words look shuffled rather than ordered, in nats; null outside English, and for lists. */
  disorder(): number | null
  /** The number of the participant's answers that are not empty, and of those whose words are in no order. */
  orderedAnswers(): { readonly answers: number; readonly disordered: number }
  /** Null: no word list covers the language. */
  profanity(): Profanity | null
  /** Names of the traces of a chat window in the text. */
  artifacts(): readonly string[]
  /** The vector of the answer's meaning; null outside English. */
  meaning(): Meaning | null
  /** Null outside English. */
  relevance(): Relevance | null
  /**
   * The number of the participant's answers that are texts, of those that are compared with their questions, and of those
   * that are far from them. Copies of this answer are left out.
   */
  farAnswers(): { readonly given: number; readonly compared: number; readonly far: number }
  /** The words for style and reference answers. */
  styleWords(): readonly string[]
  /** The different words, hashed; empty outside English. */
  wording(): Wording
  /** `missing`: why references were not compared. Null: the question has none. */
  references(): ReferenceTraces | { readonly missing: string } | null
  /** Null outside English, and for the shortest answers. */
  modelTraces(): ModelTraces | null
  /** Of the first answers of the participant with a measurable style; null when no answer has one. */
  participantTraces(): ModelTraces | null
  /** Whether the participant has so many answers before this one that no limit of style is known. */
  isBeyondStyleLimits(): boolean
}

export type SurveyCheck = Check<AnswerFeatures>

/** Evidence that several checks give. */
export const EMPTY_ANSWER = 'The answer is empty.'
export const SIMPLE_ANSWER = 'This is a simple answer that many people give.'
export const NAME_ANSWER = 'The question asks for a name.'
export const ONE_PHRASE =
  'A short phrase was inserted all at once, which can be a paste, dictation or autofill.'
export const NO_TYPING = 'No typing was recorded.'
export const OTHER_RHYTHM =
  'The typing rhythm of an input method editor (IME) or a touch keyboard is not analyzed.'

export const tooFewGaps = (gaps: number, needed: number): string =>
  `${gaps === 0 ? 'No intervals' : `Only ${counted(gaps, 'interval')}`} between keystrokes; ${needed} are needed.`

export const pastedFigures = ({ bulkChars, bulkInsertions, keyedChars }: TypingFeatures): string =>
  `${counted(bulkChars, 'character')} came in ${counted(bulkInsertions, 'bulk insertion')}; ${counted(keyedChars, 'character was', 'characters were')} typed.`

/** Runs a check on an answer and locates its evidence. A check that throws is reported, and its result is Unknown. */
export function runSurveyCheck(
  check: SurveyCheck,
  answer: AnswerFeatures,
  onError: (check: string, error: unknown) => void,
): Outcome {
  try {
    const outcome = check.run(answer)
    if (outcome.result !== 'Detected' || check.locate === undefined) return outcome
    const spans = inCharacters(answer.text.whole.raw, check.locate(answer))
    return spans.length === 0 ? outcome : { ...outcome, spans }
  } catch (error) {
    onError(check.name, error)
    return { result: 'Unknown', evidence: 'This check could not run.' }
  }
}

/**
 * The only entry to the survey checks. It takes a participant's answers with their typing and the question statistics,
 * and returns the results of all checks of one version. Two checks run later, when the result is built:
 * Cross-duplicate response and All responses empty.
 */
import type { Span } from '../../contract/survey.ts'
import {
  SURVEY_CHECKS_OF,
  type SurveyCheckName,
  type SurveyVersion,
  surveyCheckOf,
} from '../../contract/survey_checks.ts'
import { type AnswerText, readAnswerText } from '../../features/text/answer_text.ts'
import { inCharacters, wholeSpan } from '../../features/text/locate.ts'
import { wordBits } from '../../features/text/phrase_surprise.ts'
import { type AnswerSample, type ModelParts, sampleOfFolded } from '../../features/text/question_stats.ts'
import { isNonAnswer } from '../../features/text/simple_answers.ts'
import { NO_WORDS, type WordBits } from '../../features/text/word_bits.ts'
import type { Meaning } from '../../models/text/meaning.ts'
import { type Outcome, unknown } from '../check.ts'
import { type AnswerInput, featuresOfAnswers, meaningIn, modelPartsOf } from './answer.ts'
import { gibberish } from './gibberish.ts'
import { gpt } from './gpt.ts'
import { gptPasteArtifacts } from './gpt_paste_artifacts.ts'
import { junk } from './junk.ts'
import { lowEffort } from './low_effort.ts'
import { offTopic } from './off_topic.ts'
import { partialPasting } from './partial_pasting.ts'
import { profane } from './profane.ts'
import { programmaticEntry } from './programmatic_entry.ts'
import { responsePasted } from './response_pasted.ts'
import { selfDuplicate } from './self_duplicate.ts'
import { type AnswerFeatures, runSurveyCheck, type SurveyCheck } from './survey_check.ts'
import { textChunking } from './text_chunking.ts'
import { unnaturalPausing } from './unnatural_pausing.ts'
import { unnaturalTyping } from './unnatural_typing.ts'
import { unnaturalTypingSpeed } from './unnatural_typing_speed.ts'
import { verdictRating } from './verdict_rating.ts'

const CHECKS: readonly SurveyCheck[] = [
  gibberish,
  offTopic,
  gpt,
  profane,
  lowEffort,
  partialPasting,
  programmaticEntry,
  responsePasted,
  selfDuplicate,
  unnaturalTyping,
  textChunking,
  gptPasteArtifacts,
  unnaturalTypingSpeed,
  unnaturalPausing,
  junk,
]

/** The checks of a version that run on single answers. */
export const checksOf = (version: SurveyVersion): readonly SurveyCheck[] =>
  CHECKS.filter(({ name }) => SURVEY_CHECKS_OF[version].includes(name))

export interface AnalyzeInput {
  readonly version: SurveyVersion
  readonly answers: readonly AnswerInput[]
  readonly lowEffortThreshold: number
  /** Names of checks that do not run. */
  readonly disabledChecks?: readonly string[]
}

export interface AnswerAnalysis {
  readonly id: string
  readonly empty: boolean
  /** 1 to 10. */
  readonly effort: number
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly simple: boolean
  /** The effort that the verdict counts; null: a word is enough, or the answer is empty. */
  readonly rating: number | null
  /** How surprising it is if another participant writes the same words by coincidence. */
  readonly surprise: WordBits
  /** The answer without the spaces around it, in characters; null: the answer is empty. */
  readonly span: Span | null
  readonly results: ReadonlyMap<SurveyCheckName, Outcome>
  /** For the question statistics; null: the answer is empty. */
  readonly sample: AnswerSample | null
}

/** Numbers, lists, names and personal details, such as an occupation: people who have them in common write the same. */
const isSharedByNature = ({ questionType, questionKind, isNamed }: AnswerFeatures): boolean =>
  questionType === 'number' || questionType === 'list' || isNamed || questionKind.personal

/** `onError`: called when a check throws. Its result is then Unknown, which the caller reports as an error. */
export function analyzeAnswers(
  { version, answers, lowEffortThreshold, disabledChecks = [] }: AnalyzeInput,
  onError: (check: string, error: unknown) => void,
): AnswerAnalysis[] {
  const checks = checksOf(version).filter(({ name }) => !disabledChecks.includes(name))
  return featuresOfAnswers(answers, lowEffortThreshold).map((answer) => {
    const sample = sampleIn(answer.text, answer.meaning(), {
      style: answer.modelTraces()?.style ?? null,
      wording: answer.wording(),
    })
    return {
      id: answer.questionId,
      empty: answer.text.empty,
      effort: answer.effort,
      weight: answer.text.weight,
      simple: answer.simple,
      rating: disabledChecks.includes(lowEffort.name) ? null : verdictRating(answer),
      span: answer.text.empty ? null : spanOf(answer.text.whole.raw),
      surprise:
        isSharedByNature(answer) || isNonAnswer(answer.text.whole.folded())
          ? NO_WORDS
          : wordBits(answer.text.foldedWords(), sample?.answer ?? null, answer.question, answer.stats),
      results: new Map(checks.map((check) => [check.name, resultOf(check, answer, onError)])),
      sample,
    }
  })
}

/** A number has no text to check, but it was entered. */
function resultOf(
  check: SurveyCheck,
  answer: AnswerFeatures,
  onError: (check: string, error: unknown) => void,
): Outcome {
  return answer.questionType === 'number' && surveyCheckOf(check.name)?.kind !== 'entry'
    ? unknown('The question asks for a number.')
    : runSurveyCheck(check, answer, onError)
}

const spanOf = (text: string): Span | null => inCharacters(text, wholeSpan(text))[0] ?? null

/** The sample of an answer for the question statistics; null: the answer is empty. */
export function sampleFrom(answer: string, question: string): AnswerSample | null {
  const text = readAnswerText(answer, question)
  return sampleIn(text, meaningIn(text), modelPartsOf(text, question))
}

function sampleIn(
  { empty, whole }: AnswerText,
  meaning: Meaning | null,
  parts: ModelParts,
): AnswerSample | null {
  return empty ? null : sampleOfFolded(whole.folded(), whole.foldedWords(), meaning?.vector ?? null, parts)
}

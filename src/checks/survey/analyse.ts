/**
 * The one entry to the survey checks: a participant's answers, their typing and what the survey taught go in, every
 * outcome of one version comes out. Cross-duplicates and emptiness as a whole are judged where other participants
 * are known.
 */
import {
  SURVEY_CHECKS_V012,
  SURVEY_CHECKS_V021,
  type SurveyCheckV012,
  type SurveyCheckV021,
} from '../../contract/checks.ts'
import { type AnswerText, readAnswerText } from '../../features/text/answer_text.ts'
import { type AnswerSample, sampleOfFolded } from '../../features/text/question_stats.ts'
import type { Meaning } from '../../models/text/meaning.ts'
import type { Outcome } from '../check.ts'
import { type AnswerInput, meaningIn, readAnswers } from './answer.ts'
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
import { runSurveyCheck, type SurveyCheck } from './survey_check.ts'
import { textChunking } from './text_chunking.ts'
import { unnaturalPausing } from './unnatural_pausing.ts'
import { unnaturalTyping } from './unnatural_typing.ts'
import { unnaturalTypingSpeed } from './unnatural_typing_speed.ts'

export type SurveyVersion = 'v021' | 'v012'
export type SurveyCheckName = SurveyCheckV021 | SurveyCheckV012

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

const NAMES: Readonly<Record<SurveyVersion, ReadonlySet<string>>> = {
  v021: new Set(SURVEY_CHECKS_V021),
  v012: new Set(SURVEY_CHECKS_V012),
}

/** The checks of a version that look at one answer. */
export const checksOf = (version: SurveyVersion): readonly SurveyCheck[] =>
  CHECKS.filter(({ name }) => NAMES[version].has(name))

export interface AnalyseInput {
  readonly version: SurveyVersion
  readonly answers: readonly AnswerInput[]
  readonly lowEffortThreshold: number
}

export interface AnswerOutcomes {
  readonly id: string
  readonly empty: boolean
  /** 1 to 10. */
  readonly effort: number
  /** Characters, with Han and kana by weight. */
  readonly weight: number
  readonly simple: boolean
  readonly outcomes: ReadonlyMap<SurveyCheckName, Outcome>
  /** What the answer teaches about its question; null: nothing. */
  readonly sample: AnswerSample | null
}

/** `onError`: a check threw. Its outcome is Unknown, and that is an error to be told, not a pass. */
export function analyse(
  { version, answers, lowEffortThreshold }: AnalyseInput,
  onError: (check: string, error: unknown) => void,
): AnswerOutcomes[] {
  const checks = checksOf(version)
  return readAnswers(answers, lowEffortThreshold).map((answer) => ({
    id: answer.questionId,
    empty: answer.text.empty,
    effort: answer.effort,
    weight: answer.text.weight,
    simple: answer.simple,
    outcomes: new Map(
      checks.map((check) => [check.name as SurveyCheckName, runSurveyCheck(check, answer, onError)]),
    ),
    sample: sampleIn(answer.text, answer.meaning()),
  }))
}

/** What an answer teaches about its question; null: an empty one teaches nothing. */
export function sampleFrom(answer: string, question: string): AnswerSample | null {
  const text = readAnswerText(answer, question)
  return sampleIn(text, meaningIn(text))
}

function sampleIn({ empty, whole }: AnswerText, meaning: Meaning | null): AnswerSample | null {
  return empty ? null : sampleOfFolded(whole.folded(), whole.foldedWords(), meaning?.vector ?? null)
}

/**
 * The part of the GPT check that compares answers with reference answers: what chatbots answer to the same question, as
 * the researcher gives it.
 *
 * Why it works: a chatbot that is asked the same question again chooses many of the same words. People choose others, and
 * what all participants write, because the question asks for it, does not count.
 */
import { notDetected, type Outcome, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { BORDERLINE, FLAGGED, MIN_OWN_WORDS, strengthAt } from './gpt_threshold.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** Fewer words, over all answers together, decide nothing: one answer of 12 words flagged 6% of the people of a survey. */
const MIN_WORDS = 20

/** The answers of a participant that are compared. */
export const MOST_REFERRED = 5

/**
 * In standard deviations, one limit for all questions, times `FLAGGED`. Of three answers of another chatbot, 36% are found
 * from 4.5 on, and 10% from 5.5 on; at most one more person of each survey is flagged.
 */
export const REFERENCE_LIMIT = 4.3

/** An answer that is closer to people's than this is not flagged because of the others. */
const LEAST_OWN = 2

const ratioOf = (distance: number): number => distance / REFERENCE_LIMIT

/** In units of the threshold; null: nothing was compared, or this answer was not. */
export function referenceRatio(answer: AnswerFeatures): number | null {
  const traces = answer.references()
  if (traces === null || 'missing' in traces || traces.own === null) return null
  return ratioOf(traces.distance)
}

/** Null: the question has no references. */
export function referenceOutcome(answer: AnswerFeatures): Outcome | null {
  const traces = answer.references()
  if (traces === null) return null
  if ('missing' in traces) return unknown(traces.missing)
  if (traces.words < MIN_WORDS) {
    return unknown(
      `Only ${counted(traces.words, 'word')} to compare with reference answers; ${MIN_WORDS} are needed.`,
    )
  }
  const ratio = ratioOf(traces.distance)
  const figures = `${Math.max(0, ratio).toFixed(1)} times the threshold, ${counted(traces.answers, 'answer')}`
  const isShort = answer.styleWords().length < MIN_OWN_WORDS
  if (ratio < FLAGGED || isShort || traces.own === null || traces.own < LEAST_OWN) {
    const borderline = ratio >= BORDERLINE && ratio < FLAGGED ? 'Borderline: compared' : 'Compared'
    return notDetected(`${borderline} with reference answers, ${figures}.`)
  }
  return {
    result: 'Detected',
    strength: strengthAt(ratio),
    evidence: `The answer uses ${counted(traces.telling.length, 'word')} that chatbots used and other participants rarely use (${figures}).`,
    ...(traces.closest !== null && { reference: traces.closest }),
  }
}

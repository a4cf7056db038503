/**
 * Unnatural pausing (spec 2.11: "pausing common to language models, not to humans").
 *
 * Why it works: people pause where they think: before a word, a clause, a sentence, for anything between half a
 * second and minutes. Text that is carried over from a model flows without a pause, or stops for the same time
 * again and again while the next piece is made.
 *
 * Whom it must not accuse: people who pause long, people who dictate, people whose recording is short.
 */
import { isSteadyFlow } from '../../features/typing_history/flow.ts'
import { average, deviation } from '../../features/typing_history/rhythm.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

const MIN_GAPS = 30

/** A pause, and how many are needed before their lengths can be compared. */
const PAUSE_MS = 700
const MIN_PAUSES = 6

/** What people's pauses last beyond the shortest varies by its own length; a timer's does not. */
const EVEN_PAUSES = 0.2

export const unnaturalPausing: Check<AnswerFeatures> = {
  name: 'Unnatural pausing',
  meaning: 'The pausing is common to language models, not to humans',

  run({ text, typing, entry }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const pauses = pausesOf(typing)
    if (typing.rhythm.gaps < MIN_GAPS && pauses.length < MIN_PAUSES) {
      return unknown(`${typing.rhythm.gaps} gaps between keys seen, ${MIN_GAPS} needed`)
    }
    const evidence = `${pauses.length} pauses over ${PAUSE_MS} ms in ${typing.edits} changes, the longest ${Math.round(typing.rhythm.longestPauseMs)} ms`
    if (entry === 'dictated') return notDetected(evidence)
    return isSteadyFlow(typing) || areEven(pauses) ? detected(1, evidence) : notDetected(evidence)
  },
}

function pausesOf({ pieces }: TypingFeatures): number[] {
  return pieces.flatMap(({ gapMs }) => (gapMs !== null && gapMs >= PAUSE_MS ? [gapMs] : []))
}

function areEven(pauses: readonly number[]): boolean {
  return pauses.length >= MIN_PAUSES && deviation(pauses) < EVEN_PAUSES * (average(pauses) - PAUSE_MS)
}

/**
 * Unnatural pausing ("pausing common to language models, not to humans").
 *
 * Why it works: people pause to think before a word, a clause or a sentence, between half a second and minutes. Text from
 * a model is entered without a pause, or with pauses of equal length while the next piece is generated.
 *
 * Must not flag: people with long pauses, people who dictate, users of touch keyboards and input methods, short recordings.
 */
import { deviation, mean } from '../../features/statistics.ts'
import { isSteadyFlow, STEADY_FLOW_GAPS } from '../../features/typing_history/flow.ts'
import type { TypingFeatures } from '../../features/typing_history/typing.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, OTHER_RHYTHM, tooFewGaps } from './survey_check.ts'

/** The shortest pause, and the number of pauses that a comparison needs. */
const PAUSE_MS = 700
const MIN_PAUSES = 6

/** People's pauses vary as much as their mean excess over the shortest pause; a timer's pauses do not. */
const EVEN_PAUSES = 0.2

export const unnaturalPausing: Check<AnswerFeatures> = {
  name: 'Unnatural pausing',

  run({ text, typing, entry }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    if (typing.hasCoarseClock) return unknown('The clock of the recording is too coarse to measure pauses.')
    if (typing.inputMethods?.composition || typing.inputMethods?.touch) return unknown(OTHER_RHYTHM)
    const pauses = pausesOf(typing)
    if (typing.rhythm.gaps < STEADY_FLOW_GAPS && pauses.length < MIN_PAUSES) {
      return unknown(tooFewGaps(typing.rhythm.gaps, STEADY_FLOW_GAPS))
    }
    const evidence = `${pauses.length === 0 ? 'No pause' : counted(pauses.length, 'pause')} of ${PAUSE_MS} ms or more in ${counted(typing.edits, 'change')}; the longest interval was ${Math.round(typing.rhythm.longestPauseMs)} ms.`
    if (entry === 'dictated') return notDetected(evidence)
    return isSteadyFlow(typing) || areEven(pauses) ? detected(1, evidence) : notDetected(evidence)
  },
}

function pausesOf({ pieces }: TypingFeatures): number[] {
  return pieces.flatMap(({ gapMs }) => (gapMs !== null && gapMs >= PAUSE_MS ? [gapMs] : []))
}

function areEven(pauses: readonly number[]): boolean {
  return pauses.length >= MIN_PAUSES && deviation(pauses) < EVEN_PAUSES * (mean(pauses) - PAUSE_MS)
}

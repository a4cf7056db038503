/**
 * Unnatural typing ("likely non-human").
 *
 * Why it works: people who compose a text stop to think, make corrections, and start words more slowly than they finish
 * them. A loop over a string does not, however it randomizes its delays: its longest interval stays within a few medians.
 *
 * Must not flag: fast typists, careful typists, people who paste (other checks cover that), users of touch keyboards,
 * input methods, swipe and dictation, slow typists of any kind.
 */
import { isConstant, isMachineCadence } from '../../features/typing_history/cadence.ts'
import { isSteadyFlow, isTranscriptionLike } from '../../features/typing_history/flow.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import { counted } from '../sentence.ts'
import { type AnswerFeatures, EMPTY_ANSWER, NO_TYPING, OTHER_RHYTHM, tooFewGaps } from './survey_check.ts'

/** Fewer intervals have no measurable rhythm. */
const MIN_GAPS = 15

/** For the reader only: some people compose like this. */
export const COPIED_BY_HAND = 'Probably copied by hand: long bursts, few pauses and few corrections.'

export const unnaturalTyping: Check<AnswerFeatures> = {
  name: 'Unnatural typing',

  run({ text, typing }) {
    if (text.empty) return unknown(EMPTY_ANSWER)
    if (typing === null) return unknown(NO_TYPING)
    const { rhythm } = typing
    if (rhythm.gaps < MIN_GAPS && typing.wordInsertions < MIN_GAPS && !isConstant(typing)) {
      return unknown(tooFewGaps(rhythm.gaps, MIN_GAPS))
    }
    if (typing.inputMethods?.composition || typing.inputMethods?.touch) {
      return unknown(OTHER_RHYTHM)
    }
    const evidence = `Intervals between keystrokes: median ${Math.round(rhythm.medianGapMs)} ms, longest ${Math.round(rhythm.longestPauseMs)} ms (${counted(rhythm.gaps, 'interval')}, ${counted(typing.corrections, 'correction')}).`
    if (isMachineCadence(typing) || isSteadyFlow(typing)) return detected(1, evidence)
    return notDetected(isTranscriptionLike(typing) ? `${evidence} ${COPIED_BY_HAND}` : evidence)
  },
}

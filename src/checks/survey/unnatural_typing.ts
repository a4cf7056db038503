/**
 * Unnatural typing (spec 2.9: "likely non-human").
 *
 * Why it works: whoever composes a text stops to think, takes things back, and starts words more slowly than they
 * go on. A loop over a string does none of that, however it spreads its delays: its longest gap stays within a
 * few times its median.
 *
 * Whom it must not accuse: fast typists, careful typists, people who paste (other checks speak of that), users of
 * touch keyboards, input methods, swipe and dictation, slow typists of every kind.
 */
import { isMachineCadence } from '../../features/typing_history/cadence.ts'
import { isSteadyFlow } from '../../features/typing_history/flow.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

/** Fewer gaps have no rhythm to speak of. */
const MIN_GAPS = 15

export const unnaturalTyping: Check<AnswerFeatures> = {
  name: 'Unnatural typing',
  meaning: 'The typing is likely non-human',

  run({ text, typing }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const { rhythm } = typing
    if (rhythm.gaps < MIN_GAPS && typing.wordInsertions < MIN_GAPS) {
      return unknown(`${rhythm.gaps} gaps between keys seen, ${MIN_GAPS} needed`)
    }
    if (typing.marks?.composition || typing.marks?.touch) {
      return unknown('an input method or a touch keyboard shapes this rhythm')
    }
    const evidence = `${rhythm.gaps} gaps between keys, median ${Math.round(rhythm.medianGapMs)} ms, longest ${Math.round(rhythm.longestPauseMs)} ms, ${typing.corrections} corrections`
    return isMachineCadence(typing) || isSteadyFlow(typing) ? detected(1, evidence) : notDetected(evidence)
  },
}

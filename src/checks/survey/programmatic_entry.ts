/**
 * Programmatic entry (spec 2.9: "text entered by a program").
 *
 * Why it works: scripts set a field without typing, release queued keys together, stream words faster than
 * a thumb swipes, or type with a regularity that no hand has over that many keys.
 *
 * Whom it must not accuse: fast and even typists (the limits lie beyond the fastest and evenest of a thousand people),
 * people whose tracker stopped early, users of input methods, swipe and dictation.
 */
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

export const programmaticEntry: Check<AnswerFeatures> = {
  name: 'Programmatic entry',
  meaning: 'The text changed without typing, or with the cadence of a machine',

  run({ text, typing, entry }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const { rhythm } = typing
    const evidence =
      typing.coverage === 'unexplained'
        ? `most of the ${typing.responseChars} characters never appeared in the recorded typing`
        : `${rhythm.gaps} gaps between keys, median ${Math.round(rhythm.medianGapMs)} ms, variation ${rhythm.variation.toFixed(2)}`
    return entry === 'programmatic' ? detected(1, evidence) : notDetected(evidence)
  },
}

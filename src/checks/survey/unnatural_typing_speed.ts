/**
 * Unnatural typing speed (spec 2.11: "abnormally fast or slow").
 *
 * Why it works: the fastest of a thousand people keep 70 ms between keys over a text. Faster is a machine. Slow is
 * unnatural only when it is even: a program told to wait a second between keys.
 *
 * Whom it must not accuse: people who type slowly, with one finger, a switch, an eye tracker or a tremor; their
 * gaps vary. Pauses for thought are not speed and are left out.
 */
import { isTooFast } from '../../features/typing_history/cadence.ts'
import { type Check, detected, notDetected, unknown } from '../check.ts'
import type { AnswerFeatures } from './survey_check.ts'

const MIN_GAPS = 15

/** One in a thousand people has a median gap beyond 600 ms. */
const SLOW_MEDIAN_GAP_MS = 700

/** Slow hands vary by half and more. */
const EVEN_VARIATION = 0.2

export const unnaturalTypingSpeed: Check<AnswerFeatures> = {
  name: 'Unnatural typing speed',
  meaning: 'The typing is abnormally fast or slow',

  run({ text, typing }) {
    if (text.empty) return unknown('nothing was answered')
    if (typing === null) return unknown('no typing was recorded')
    const { rhythm } = typing
    if (rhythm.gaps < MIN_GAPS) return unknown(`${rhythm.gaps} gaps between keys seen, ${MIN_GAPS} needed`)
    const evidence = `median gap between keys ${Math.round(rhythm.medianGapMs)} ms over ${rhythm.gaps} gaps`
    const slow = rhythm.medianGapMs > SLOW_MEDIAN_GAP_MS && rhythm.variation < EVEN_VARIATION
    return isTooFast(typing) || slow ? detected(1, evidence) : notDetected(evidence)
  },
}

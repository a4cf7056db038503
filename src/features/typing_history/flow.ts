/**
 * Copying from elsewhere has a flow of its own: no pause to think, nothing taken back, no slower start to a
 * word than its middle. A loop that types from a string has it in full; a person who composes does not.
 */
import { isEven } from './letter_pairs.ts'
import type { Rhythm } from './rhythm.ts'
import type { TypingFeatures } from './typing.ts'

/**
 * How many times the median gap the longest one must at least be, pauses included, by number of gaps. Of 670
 * essayists the least over 300 characters was 5.4, of 450 people copying sentences 3.8; over the first 100
 * characters 3.4.
 */
const LEAST_LONGEST: readonly (readonly [gaps: number, times: number])[] = [
  [150, 3.4],
  [80, 2.7],
  [50, 2.2],
  [30, 1.75],
]

/**
 * The same for the third and the fifth longest gap, and for the one that nine in ten stay below: a machine may stall
 * once or twice, and a script may pause now and then, but a person's gaps are long in many places. The least of people
 * over as many gaps: 4.2, 3.9 and 1.51 of 817; 2.3, 1.7 and 1.40 of 266; 1.4, 1.3 and 1.25 of 2,864.
 */
const LEAST_OF_MANY: readonly (readonly [gaps: number, third: number, fifth: number, ninetieth: number])[] = [
  [160, 3.6, 3.3, 1.42],
  [100, 2.1, 1.6, 1.33],
  [60, 1.6, 1.35, 1.2],
  [35, 1.3, 1.15, 1.13],
]

/**
 * People think between words, loops do not. Of 644 people over 100 to 160 gaps none began words as fast as they went on
 * and had so short a third longest gap.
 */
const UNMARKED_GAPS = 100
const UNMARKED_WORD_START = 2
const UNMARKED_LEAST_THIRD = 3.1

/** Where nothing at all was taken back, more is asked of the longest gap: the least such essayist had 4.6. */
const FLAWLESS_GAPS = 80
const FLAWLESS_LEAST_LONGEST = 4.4

/** A page of text without one pause for thought and without one correction. */
const UNBROKEN_GAPS = 150
const UNBROKEN_PAUSE_MS = 1_200

/** Fewer gaps are too few to weigh their spread against the letters they lie between. */
const WEIGHED_GAPS = 45

export function isSteadyFlow(typing: TypingFeatures): boolean {
  const { rhythm, corrections } = typing
  const { gaps, longestPauseMs, medianGapMs } = rhythm
  const rule = LEAST_LONGEST.find(([least]) => gaps >= least)
  if (rule !== undefined && longestPauseMs < rule[1] * medianGapMs) return true
  if (isSteadyThroughout(rhythm) || isBlindToLetters(typing)) return true
  if (corrections > 0) return false
  if (gaps >= FLAWLESS_GAPS && longestPauseMs < FLAWLESS_LEAST_LONGEST * medianGapMs) return true
  return gaps >= UNBROKEN_GAPS && longestPauseMs < UNBROKEN_PAUSE_MS
}

/** Where fingers are not what takes the time, their ways are no measure. */
function isBlindToLetters({ rhythm, corrections, marks }: TypingFeatures): boolean {
  const { gaps, pairFit } = rhythm
  if (gaps < WEIGHED_GAPS || pairFit === null || marks?.touch || marks?.composition) return false
  return isEven({
    longestMs: rhythm.longestPauseMs,
    ninetyFifthMs: rhythm.ninetyFifthGapMs,
    medianMs: rhythm.medianGapMs,
    correctionsPerGap: corrections / gaps,
    pairFit,
  })
}

function isSteadyThroughout(rhythm: Rhythm): boolean {
  const { gaps, wordStartEffect } = rhythm
  if (gaps >= UNMARKED_GAPS && wordStartEffect !== null && wordStartEffect < UNMARKED_WORD_START) {
    if (rhythm.thirdLongestPauseMs < UNMARKED_LEAST_THIRD * rhythm.medianGapMs) return true
  }
  const rule = LEAST_OF_MANY.find(([least]) => gaps >= least)
  if (rule === undefined) return false
  const [, third, fifth, ninetieth] = rule
  return (
    rhythm.thirdLongestPauseMs < third * rhythm.medianGapMs ||
    rhythm.fifthLongestPauseMs < fifth * rhythm.medianGapMs ||
    rhythm.ninetiethGapMs < ninetieth * rhythm.medianGapMs
  )
}

/**
 * Signs of transcription by a person: long bursts, no long pause, hardly a change of mind. Two of 827 people who
 * composed wrote like this, 115 of 448 who copied sentences. Evidence to be added to other evidence, never a verdict.
 */
const TRANSCRIPTION_GAPS = 120
const TRANSCRIPTION_PAUSES_PER_100 = 6
const TRANSCRIPTION_LONG_PAUSES_PER_100 = 0.2
const TRANSCRIPTION_CORRECTIONS_PER_100 = 15

export function isTranscriptionLike({ rhythm, corrections }: TypingFeatures): boolean {
  if (rhythm.gaps < TRANSCRIPTION_GAPS) return false
  const per100 = 100 / rhythm.gaps
  return (
    rhythm.halfSecondPauses * per100 < TRANSCRIPTION_PAUSES_PER_100 &&
    rhythm.longPauses * per100 < TRANSCRIPTION_LONG_PAUSES_PER_100 &&
    corrections * per100 < TRANSCRIPTION_CORRECTIONS_PER_100
  )
}

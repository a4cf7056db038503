/**
 * Recognizes the steady flow of copied text: no pauses to think, no corrections, no slower starts of words. A loop over a
 * string has all of these; a person who composes does not.
 */
import { isEven } from './letter_pairs.ts'
import type { Rhythm } from './rhythm.ts'
import type { TypingFeatures } from './typing.ts'

/** A person who copies a shorter sentence types as steadily as a loop. */
export const STEADY_FLOW_GAPS = 45

/**
 * Minimum ratio of the longest gap, pauses included, to the median gap, by number of gaps. The lowest of 670 essay writers
 * over 300 characters was 5.4, of 450 people who copied sentences 3.8; over the first 100 characters 3.4, over 45 to 80
 * gaps 1.8.
 */
const LEAST_LONGEST: readonly (readonly [gaps: number, times: number])[] = [
  [150, 3.4],
  [80, 2.7],
  [60, 1.75],
  [STEADY_FLOW_GAPS, 1.6],
]

/**
 * The same for the third and fifth longest gap and the 90th percentile: a computer may stall once or twice and a script
 * may pause, but people have many long gaps. The lowest values of people over as many gaps: 4.2, 3.9 and 1.51 of 817; 2.3,
 * 1.7 and 1.40 of 266; 1.39, 1.32 and 1.28 of 2,613.
 */
const LEAST_OF_MANY: readonly (readonly [gaps: number, third: number, fifth: number, ninetieth: number])[] = [
  [160, 3.6, 3.3, 1.42],
  [100, 2.1, 1.6, 1.33],
  [80, 1.6, 1.35, 1.2],
  [STEADY_FLOW_GAPS, 1.35, 1.25, 1.2],
]

/**
 * People start words more slowly than they continue them; loops do not. Of 644 people over 100 to 160 gaps, none had both
 * such fast word starts and such a short third longest gap.
 */
const UNMARKED_GAPS = 100
const UNMARKED_WORD_START = 2
const UNMARKED_LEAST_THIRD = 3.1

/** Without any correction, the minimum ratio is higher: the lowest such essay writer had 4.6. */
const FLAWLESS_GAPS = 80
const FLAWLESS_LEAST_LONGEST = 4.4

/** A long text without a pause or a correction. */
const UNBROKEN_GAPS = 150
const UNBROKEN_PAUSE_MS = 1_200

/** With fewer gaps, people who copy sentences get the scores of loops. */
const LETTER_FIT_GAPS = 60

export function isSteadyFlow(typing: TypingFeatures): boolean {
  const { rhythm, corrections } = typing
  const { gaps, longestPauseMs, medianGapMs } = rhythm
  const rule = LEAST_LONGEST.find(([least]) => gaps >= least)
  if (rule !== undefined && longestPauseMs < rule[1] * medianGapMs) return true
  if (isSteadyThroughout(rhythm) || isIndependentOfLetters(typing)) return true
  if (corrections > 0) return false
  if (gaps >= FLAWLESS_GAPS && longestPauseMs < FLAWLESS_LEAST_LONGEST * medianGapMs) return true
  return gaps >= UNBROKEN_GAPS && longestPauseMs < UNBROKEN_PAUSE_MS
}

/**
 * Over many gaps, random delays do not fit the letters, whatever pauses and corrected slips a script adds. Of 827 essay
 * writers (164 of them French), one has such a low fit, so few corrections and such fast word starts; so do 136 of 200
 * scripts with log-normal gaps, pauses and slips. On phones, which other keys decide, words are also completed.
 */
const UNRELATED_GAPS = 120
const UNRELATED_FIT = 0.12
const UNRELATED_CORRECTIONS = 0.06
const UNRELATED_WORD_START = 3.6
/** People who search for each key with one finger are slower, and their gaps depend on the way of the finger. */
const UNRELATED_MEDIAN_MS = 300

function isUnrelatedToLetters({ rhythm, corrections, wordInsertions }: TypingFeatures): boolean {
  const { gaps, pairFit, wordStartEffect, medianGapMs } = rhythm
  if (
    medianGapMs > UNRELATED_MEDIAN_MS ||
    gaps < UNRELATED_GAPS ||
    pairFit === null ||
    pairFit >= UNRELATED_FIT ||
    wordInsertions > 0
  )
    return false
  return (
    corrections < UNRELATED_CORRECTIONS * gaps &&
    (wordStartEffect === null || wordStartEffect < UNRELATED_WORD_START)
  )
}

/** Not tested for touch keyboards and input methods, where letter pairs do not determine the gaps. */
function isIndependentOfLetters(typing: TypingFeatures): boolean {
  const { rhythm, corrections, inputMethods } = typing
  const { gaps, pairFit } = rhythm
  if (gaps < LETTER_FIT_GAPS || pairFit === null || inputMethods?.touch || inputMethods?.composition)
    return false
  if (isUnrelatedToLetters(typing)) return true
  return isEven({
    longestMs: rhythm.longestPauseMs,
    ninetyFifthMs: rhythm.ninetyFifthGapMs,
    medianMs: rhythm.medianGapMs,
    correctionsPerGap: corrections / gaps,
    pairFit,
    gaps,
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
 * Signs of transcription by a person: long bursts, no long pause, few corrections. Two of 827 people who composed wrote
 * like this, and 115 of 448 who copied sentences. Only supports other evidence.
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

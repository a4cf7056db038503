/** Cadences that people do not have. Each rule needs a minimum number of gaps and is false below it. */
import { gapsOf } from './edits.ts'
import { median } from './rhythm.ts'
import type { TypingFeatures } from './typing.ts'

/** The fastest of 900 people had a median gap of 70 ms. With more gaps, the limit can be closer to that. */
const FASTEST_MEDIAN_GAP_MS: readonly (readonly [gaps: number, ms: number])[] = [
  [100, 58],
  [35, 52],
  [15, 40],
]

/** Share of instant gaps: queued key events are released together, while people roll only some keys. */
const MOST_INSTANT_SHARE = 0.5

/**
 * Minimum variation (standard deviation over mean) by number of gaps. The lowest of 670 essay writers and 450 typists over
 * 300 characters was 0.40; of windows of 50 gaps, one in a thousand is below 0.28.
 */
const LEAST_VARIATION: readonly (readonly [gaps: number, variation: number])[] = [
  [200, 0.38],
  [100, 0.3],
  [50, 0.25],
  [30, 0.2],
  [20, 0.17],
]

/** The same without the longest 5% of the gaps: the most regular of 800 essay writers had 0.29 over 160 gaps. */
const LEAST_TRIMMED_VARIATION: readonly (readonly [gaps: number, variation: number])[] = [
  [160, 0.27],
  [100, 0.25],
  [60, 0.2],
  [35, 0.17],
  [20, 0.14],
]

/** Streamed words: a swiped word takes at least 250 ms. */
const STREAMED_WORDS = 6
const STREAMED_WORD_GAP_MS = 150

/**
 * At a swipe's pace, words come from a program only if a session shows no touch, no input method and no other aid. People
 * who accept single completions type the rest. A few pieces may be compounds ("point-and-click"), which count as bulk.
 */
const WORDS_WITHOUT_AID = 10
const WORDS_WITHOUT_AID_GAP_MS = 1_000
const WORDS_WITHOUT_AID_SHARE = 0.9
const COMPOUNDS_SHARE = 0.2

/**
 * Constant intervals at any speed, between keys, words or phrases. People are within 6% of their median in one of eight
 * intervals.
 */
const CONSTANT_GAPS = 10
const CONSTANT_KEY_GAPS = 15
const CONSTANT_SPREAD = 0.06
const CONSTANT_SHARE = 0.8
/** Fewer intervals between words or phrases must all be closer to each other. */
const FEW_CONSTANT_GAPS = 5
const FEW_CONSTANT_SPREAD = 0.03
/** Below, the resolution of clocks makes intervals equal. */
const CONSTANT_LEAST_MS = 40

export function isMachineCadence(typing: TypingFeatures): boolean {
  return isTooFast(typing) || isTooRegular(typing) || isStreamed(typing) || isConstant(typing)
}

export function isConstant({ pieces, hasCoarseClock }: TypingFeatures): boolean {
  const gaps = gapsOf(pieces)
  const keys = pieces.filter(({ kind }) => kind === 'key').length
  const least = 2 * keys > pieces.length ? CONSTANT_KEY_GAPS : FEW_CONSTANT_GAPS
  if (gaps.length < least || hasCoarseClock) return false
  const middle = median(gaps)
  if (middle < CONSTANT_LEAST_MS) return false
  const within = (spread: number) =>
    gaps.filter((gap) => Math.abs(gap - middle) <= spread * middle).length / gaps.length
  return gaps.length >= CONSTANT_GAPS
    ? within(CONSTANT_SPREAD) >= CONSTANT_SHARE
    : within(FEW_CONSTANT_SPREAD) === 1
}

export function isTooFast({ rhythm }: TypingFeatures): boolean {
  const rule = FASTEST_MEDIAN_GAP_MS.find(([gaps]) => rhythm.gaps >= gaps)
  if (rule === undefined) return false
  return rhythm.medianGapMs < rule[1] || rhythm.instantShare > MOST_INSTANT_SHARE
}

export function isTooRegular({ rhythm }: TypingFeatures): boolean {
  const whole = LEAST_VARIATION.find(([gaps]) => rhythm.gaps >= gaps)
  const trimmed = LEAST_TRIMMED_VARIATION.find(([gaps]) => rhythm.gaps >= gaps)
  return (
    (whole !== undefined && rhythm.variation < whole[1]) ||
    (trimmed !== undefined && rhythm.trimmedVariation < trimmed[1])
  )
}

/** Words must be most of the text, because accents and corrections also insert several letters at once. */
export function isStreamed(typing: TypingFeatures): boolean {
  const { wordInsertions, wordChars, keyedChars, medianWordGapMs } = typing
  if (wordInsertions < STREAMED_WORDS || wordChars <= keyedChars) return false
  return medianWordGapMs < STREAMED_WORD_GAP_MS || areWordsWithoutAid(typing)
}

function areWordsWithoutAid(typing: TypingFeatures): boolean {
  const { inputMethods, pieces, wordInsertions, wordChars, keyedChars, medianWordGapMs } = typing
  const { bulkInsertions, bulkChars, hasPhrases } = typing
  if (inputMethods === null || typing.hasUnspacedWords || typing.hasCoarseClock) return false
  const { touch, composition, autofill, replaced = false, pasted = false } = inputMethods
  if (touch || composition || autofill || replaced || pasted) return false
  if (pieces.some(({ kind }) => kind === 'replacement')) return false
  if (hasPhrases || bulkInsertions > COMPOUNDS_SHARE * wordInsertions) return false
  return (
    wordInsertions >= WORDS_WITHOUT_AID &&
    wordChars + bulkChars >= WORDS_WITHOUT_AID_SHARE * (wordChars + bulkChars + keyedChars) &&
    medianWordGapMs < WORDS_WITHOUT_AID_GAP_MS
  )
}

/** One verdict on how an answer was entered, so that at most one of the three pasting checks can speak. */
import { isMachineCadence } from './cadence.ts'
import type { Piece, TypingFeatures } from './typing.ts'

export type Entry =
  /** By keys, thumbs, input method, swipe, suggestion. */
  | 'typed'
  /** In phrases, as slowly as one speaks. */
  | 'dictated'
  /** The whole text at once. */
  | 'pasted'
  /** Bulk insertions and typing. */
  | 'partly pasted'
  /** Text that changed without typing, or with a machine's cadence. */
  | 'programmatic'
  /** Too little recorded. */
  | 'unseen'

/** A paste with a word or two put right afterwards is still the whole text at once. */
const PASTED_SHARE = 0.9

/** People speak fewer than 22 characters a second; slower than that a phrase may have been spoken. */
const MS_PER_SPOKEN_CHAR = 45
const LONGEST_PHRASE_CHARS = 160

/** A bulk insertion that is a sliver of a long answer (a name, a term) leaves it a typed answer. */
const MIN_BULK_SHARE = 0.1

export function entryOf(typing: TypingFeatures): Entry {
  const { keyedChars, wordChars, bulkChars, coverage } = typing
  if (typing.marks?.autofill) return 'typed'
  if (bulkChars > 0 && !isDictated(typing)) {
    const typed = keyedChars + wordChars
    if (bulkChars >= PASTED_SHARE * (bulkChars + typed) && coverage !== 'truncated') return 'pasted'
    if (bulkChars >= PASTED_SHARE * typing.responseChars) return 'pasted'
    if (bulkChars >= MIN_BULK_SHARE * Math.max(1, bulkChars + typed)) return 'partly pasted'
  }
  if (coverage === 'unexplained') return 'programmatic'
  if (isMachineCadence(typing)) return 'programmatic'
  if (bulkChars > 0 && isDictated(typing)) return 'dictated'
  return 'typed'
}

/** Several phrases at the end of the text, each after the time it takes to say it. */
function isDictated({ pieces }: TypingFeatures): boolean {
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const later = bulk.filter((piece) => piece.gapMs !== null)
  if (bulk.length < 2 || later.length === 0) return false
  return bulk.every((piece) => piece.chars <= LONGEST_PHRASE_CHARS) && later.every(spokenInTime)
}

function spokenInTime({ chars, gapMs }: Piece): boolean {
  return gapMs !== null && gapMs >= chars * MS_PER_SPOKEN_CHAR
}

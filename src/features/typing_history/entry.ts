/** One verdict on how an answer was entered, so that at most one of the three pasting checks can speak. */
import { isMachineCadence } from './cadence.ts'
import { median } from './rhythm.ts'
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

/** A bulk insertion that is a small part of an answer (a name, a term, a quotation) leaves it a typed answer. */
const PARTLY_PASTED_SHARE = 0.2

/** Nobody finds, copies and pastes the next piece in less than this: pieces that come faster are streamed. */
const PASTE_AGAIN_MS = 1_000
const STREAMED_PIECES = 3

/** People speak fewer than 22 characters a second; slower than that a phrase may have been spoken. */
const MS_PER_SPOKEN_CHAR = 45
const LONGEST_PHRASE_CHARS = 160
/** Two pieces alone are spoken only if each is no longer than one says without drawing breath. */
const LONGEST_OF_TWO_CHARS = 80

export function entryOf(typing: TypingFeatures): Entry {
  const { keptTypedChars: typed, keptBulkChars: bulk, coverage } = typing
  if (typing.marks?.autofill) return 'typed'
  const spoken = isDictated(typing)
  if (bulk > 0 && !spoken) {
    const whole = coverage === 'truncated' ? Math.max(typing.responseChars, bulk + typed) : bulk + typed
    if (bulk >= PASTED_SHARE * whole) return isStreamedInPieces(typing) ? 'programmatic' : 'pasted'
    if (bulk >= PARTLY_PASTED_SHARE * (bulk + typed)) return 'partly pasted'
  }
  if (coverage === 'unexplained') return 'programmatic'
  if (isMachineCadence(typing)) return 'programmatic'
  return bulk > 0 && spoken ? 'dictated' : 'typed'
}

/** Several phrases at the end of the text, each after the time it takes to say it. */
function isDictated({ pieces }: TypingFeatures): boolean {
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const later = bulk.filter((piece) => piece.gapMs !== null)
  if (bulk.length < 2 || later.length === 0) return false
  const longest = bulk.length === 2 ? LONGEST_OF_TWO_CHARS : LONGEST_PHRASE_CHARS
  return bulk.every((piece) => piece.chars <= longest) && later.every(spokenInTime)
}

function spokenInTime({ chars, gapMs }: Piece): boolean {
  return gapMs !== null && gapMs >= chars * MS_PER_SPOKEN_CHAR
}

function isStreamedInPieces({ pieces }: TypingFeatures): boolean {
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const gaps = bulk.flatMap(({ gapMs }) => (gapMs === null ? [] : [gapMs]))
  return bulk.length >= STREAMED_PIECES && median(gaps) < PASTE_AGAIN_MS
}

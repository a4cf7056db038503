/** Classifies how an answer was entered, so that at most one of the three pasting checks detects it. */
import { isConstant, isMachineCadence } from './cadence.ts'
import { median } from './rhythm.ts'
import type { Piece, TypingFeatures } from './typing.ts'

export type Entry =
  /** By keyboard, touch keyboard, input method, swipe or suggestion. */
  | 'typed'
  /** In phrases, at the speed of speech. */
  | 'dictated'
  /** The whole text at once. */
  | 'pasted'
  /** One short phrase at once: pasted, dictated or filled in; nothing was observed that decides it. */
  | 'one phrase'
  /** Bulk insertions and typing. */
  | 'partly pasted'
  /** Text that changed without typing, or with the cadence of a program. */
  | 'programmatic'
  /** Too little typing was recorded. */
  | 'unseen'

/** A paste with one or two corrected words is still a paste of the whole text. */
const PASTED_SHARE = 0.9

/** Below this share (a name, a term, a quotation), the answer counts as typed. */
const PARTLY_PASTED_SHARE = 0.2

/** A person needs longer to find, copy and paste the next piece; faster pieces are streamed. */
const PASTE_AGAIN_MS = 1_000
const STREAMED_PIECES = 3

/** People speak fewer than 22 characters a second, so a slower phrase may be dictated. */
const MS_PER_SPOKEN_CHAR = 45
const LONGEST_PHRASE_CHARS = 160
/** If there are only two pieces, each may be at most as long as a phrase in one breath. */
const LONGEST_OF_TWO_CHARS = 80

export function entryOf(typing: TypingFeatures): Entry {
  const { keptTypedChars: typed, keptBulkChars: bulk, coverage } = typing
  if (typing.inputMethods?.autofill) return 'typed'
  const spoken = isDictated(typing) || isAided(typing)
  if (isOnePhrase(typing)) return 'one phrase'
  if (bulk > 0 && !spoken) {
    const whole = coverage === 'truncated' ? Math.max(typing.responseChars, bulk + typed) : bulk + typed
    if (bulk >= PASTED_SHARE * whole) {
      return isStreamedInPieces(typing) || isConstant(typing) ? 'programmatic' : 'pasted'
    }
    if (bulk >= PARTLY_PASTED_SHARE * (bulk + typed)) return 'partly pasted'
  }
  if (coverage === 'unexplained') return 'programmatic'
  if (isMachineCadence(typing)) return 'programmatic'
  return bulk > 0 && spoken ? 'dictated' : 'typed'
}

/** A session without a paste that shows an aid: dictation, autocorrect, translation, an input method, a touch keyboard. */
function isAided({ inputMethods, isMarkedPaste }: TypingFeatures): boolean {
  if (inputMethods === null || inputMethods.pasted || isMarkedPaste) return false
  return inputMethods.touch || inputMethods.composition || inputMethods.replaced === true
}

/** A shorter phrase at once may be dictated, completed or filled in, with and without an observation of the field. */
const LEAST_PASTED_CHARS = 20
const LEAST_UNOBSERVED_CHARS = 40

/** A session or a mark that shows a paste decides it. */
function isOnePhrase(typing: TypingFeatures): boolean {
  const { bulkInsertions, keptBulkChars, keptTypedChars, largestBulkChars, coverage } = typing
  if (bulkInsertions !== 1 || keptBulkChars === 0) return false
  const least = isUnobserved(typing) ? LEAST_UNOBSERVED_CHARS : LEAST_PASTED_CHARS
  if (coverage !== 'complete' || !typing.isPlainSpeech || largestBulkChars >= least) return false
  return keptBulkChars >= PASTED_SHARE * (keptBulkChars + keptTypedChars)
}

/** Neither a session nor a mark says how the text was entered: a paste and a dictation look the same. */
export const isUnobserved = ({ inputMethods, hasMarks }: TypingFeatures): boolean =>
  inputMethods === null && !hasMarks

/** Programs and people who paste in pieces take the same number of words each time; spoken phrases differ. */
const EQUAL_PIECES = 4

function areEqualPieces(bulk: readonly Piece[]): boolean {
  const whole = bulk.slice(0, -1)
  const words = whole[0]?.words ?? 0
  if (bulk.length < EQUAL_PIECES || (bulk.at(-1)?.words ?? 0) > words) return false
  return whole.every((piece) => piece.words === words) && !takeLongerIfLonger(bulk)
}

/** The share of pairs in which the longer phrase took longer: all of them if they are spoken, half by chance. */
const SPOKEN_ORDER_SHARE = 0.8

function takeLongerIfLonger(bulk: readonly Piece[]): boolean {
  const timed = bulk.flatMap(({ chars, gapMs }) => (gapMs === null ? [] : [{ chars, gapMs }]))
  const pairs = timed.flatMap((a, at) =>
    timed.slice(at + 1).map((b) => (a.chars - b.chars) * (a.gapMs - b.gapMs)),
  )
  const different = pairs.filter((product) => product !== 0)
  return (
    different.filter((product) => product > 0).length >= SPOKEN_ORDER_SHARE * Math.max(1, different.length)
  )
}

/** Several phrases, each after the time it takes to say it. */
function isDictated(typing: TypingFeatures): boolean {
  const { pieces, inputMethods } = typing
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const later = bulk.filter((piece) => piece.gapMs !== null)
  if (bulk.length < 2 || later.length === 0) return false
  if (inputMethods?.pasted || typing.isMarkedPaste || isConstant(typing) || areEqualPieces(bulk)) return false
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

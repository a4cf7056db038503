/** Typing features of one answer, from its typing history. */
import type { Span } from '../../contract/survey.ts'
import { isUnspaced, wordsOf } from '../text/words.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { type Edit, editsOf, gapsOf } from './edits.ts'
import type { HistoryRecord } from './entries.ts'
import { type InsertionKind, kindOf } from './insertions.ts'
import { originsOf } from './origins.ts'
import { median, type Rhythm, rhythmOf } from './rhythm.ts'

export interface Piece {
  readonly kind: InsertionKind
  readonly chars: number
  /** Counted in a bulk insertion only. */
  readonly words: number
  readonly gapMs: number | null
}

/** Input methods that the service observed in a session. They resolve cases that the text alone leaves open. */
export interface InputMethods {
  readonly touch: boolean
  readonly composition: boolean
  readonly autofill: boolean
  /** Dictation, autocorrect or translation replaced text; absent: the session shows none. */
  readonly replaced?: boolean
  /** Absent: the session shows no paste or drop. */
  readonly pasted?: boolean
}

export interface TypingFeatures {
  readonly edits: number
  readonly coverage: Coverage
  readonly pieces: readonly Piece[]
  /** Characters inserted one at a time, a word at a time, and in bulk. */
  readonly keyedChars: number
  readonly wordChars: number
  readonly bulkChars: number
  readonly bulkInsertions: number
  /** Characters of the final text: typed in any way, and inserted in bulk. */
  readonly keptTypedChars: number
  readonly keptBulkChars: number
  /** The parts of the response that were inserted in bulk; empty if the history ends with another text. */
  readonly bulkParts: readonly Span[]
  readonly largestBulkChars: number
  /** A bulk insertion has spaces inside: it is no compound such as "point-and-click". */
  readonly hasPhrases: boolean
  /** Every bulk insertion has words and simple punctuation only, as speech recognition writes them, or is an address. */
  readonly isPlainSpeech: boolean
  /** The clock of the recording has such long steps that intervals between keys cannot be measured. */
  readonly hasCoarseClock: boolean
  readonly wordInsertions: number
  /** Some of them are in a script without spaces, whose input methods insert them. */
  readonly hasUnspacedWords: boolean
  readonly medianWordGapMs: number
  /** Number of edits that removed or replaced text. */
  readonly corrections: number
  readonly responseChars: number
  readonly rhythm: Rhythm
  readonly inputMethods: InputMethods | null
  /** The history marks a paste or drop, or carries marks at all. */
  readonly isMarkedPaste: boolean
  readonly hasMarks: boolean
}

export function typingOf(
  record: HistoryRecord,
  response: string,
  inputMethods: InputMethods | null,
): TypingFeatures | null {
  const edits = editsOf(record.entries)
  if (edits.length === 0) return null
  const pieces = piecesOf(edits)
  const kept = originsOf(edits)
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const words = pieces.filter((piece) => piece.kind === 'word')
  const hasCoarseClock = isCoarse(edits)
  return {
    edits: edits.length,
    coverage: coverageOf(record.entries.at(-1)?.text ?? '', response, record.jsonChars),
    pieces,
    keyedChars: charsOf(pieces.filter((piece) => piece.kind === 'key')),
    wordChars: charsOf(words),
    bulkChars: charsOf(bulk),
    bulkInsertions: bulk.length,
    keptTypedChars: kept.typedChars,
    keptBulkChars: kept.bulkChars,
    bulkParts: partsWithin(response, record.entries.at(-1)?.text ?? '', kept.bulkParts),
    largestBulkChars: Math.max(0, ...bulk.map((piece) => piece.chars)),
    hasPhrases: edits.some((edit) => kindOf(edit) === 'bulk' && /\S\s+\S/.test(edit.inserted)),
    isPlainSpeech:
      bulk.length === 0 || edits.every((edit) => kindOf(edit) !== 'bulk' || SPEECH.test(edit.inserted)),
    hasCoarseClock,
    wordInsertions: words.length,
    hasUnspacedWords: edits.some((edit) => kindOf(edit) === 'word' && isUnspaced(edit.inserted)),
    medianWordGapMs: median(gapsOf(words)),
    corrections: edits.filter((edit) => edit.removed !== '').length,
    responseChars: response.length,
    rhythm: rhythmOf(hasCoarseClock ? [] : edits),
    inputMethods,
    isMarkedPaste: edits.some(({ mark }) => mark === 'p'),
    hasMarks: edits.some(({ mark }) => mark !== undefined),
  }
}

function piecesOf(edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = []
  for (const edit of edits) {
    const kind = kindOf(edit)
    if (kind === null) continue
    const { inserted, gapMs } = edit
    pieces.push({
      kind,
      chars: inserted.length,
      words: kind === 'bulk' ? wordsOf(inserted).length : 0,
      gapMs,
    })
  }
  return pieces
}

/** Survey tools trim answers, so the recorded text may have more spaces around it. */
function partsWithin(response: string, recorded: string, parts: readonly Span[]): Span[] {
  if (recorded.trim() !== response.trim()) return []
  const shift = response.search(/\S/) - recorded.search(/\S/)
  const inside = (at: number) => Math.min(response.length, Math.max(0, at + shift))
  return parts
    .map(({ start, end }) => ({ start: inside(start), end: inside(end) }))
    .filter(({ start, end }) => start < end)
}

function charsOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.chars, 0)
}

/** Line breaks, quotes, brackets and the like are pasted, not spoken. Browsers fill in addresses and phone numbers. */
const SPEECH = /^[\p{L}\p{M}\p{N} ,.?!'’-]*$|^[^\s@]+@[^\s@]+$|^[\d +()/-]+$/u

/** Clocks of people's recordings have steps of 1 to 33 ms; some trackers record tenths of seconds or seconds. */
const COARSE_CLOCK_MS = 100
/** With coarse steps, many keys fall into the same step, or the gaps have several lengths. */
const EQUAL_TIMES_SHARE = 0.2
const MIN_DIFFERENT_GAPS = 3
const MOST_OF_ONE_GAP = 0.8

/** A program that waits the same time before nearly every key has one gap, not a coarse clock. */
function isCoarse(edits: readonly Edit[]): boolean {
  const gaps = gapsOf(edits).map(Math.round)
  let step = 0
  for (const gap of gaps) {
    step = commonDivisor(step, gap)
    if (step > 0 && step < COARSE_CLOCK_MS) return false
  }
  if (step === 0) return false
  const counts = new Map<number, number>()
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  if ((counts.get(0) ?? 0) >= EQUAL_TIMES_SHARE * gaps.length) return true
  return counts.size >= MIN_DIFFERENT_GAPS && Math.max(...counts.values()) < MOST_OF_ONE_GAP * gaps.length
}

function commonDivisor(a: number, b: number): number {
  let high = Math.max(a, b)
  let low = Math.min(a, b)
  while (low > 0) {
    const rest = high % low
    high = low
    low = rest
  }
  return high
}

/** Typing features of one answer, from its typing history. */
import { type Coverage, coverageOf } from './coverage.ts'
import { type Edit, editsOf } from './edits.ts'
import type { HistoryRecord } from './entries.ts'
import { type InsertionKind, kindOf } from './insertions.ts'
import { originsOf } from './origins.ts'
import { median, type Rhythm, rhythmOf } from './rhythm.ts'

export interface Piece {
  readonly kind: InsertionKind
  readonly chars: number
  readonly gapMs: number | null
}

/** Input methods that the service observed in a session. They resolve cases that the text alone leaves open. */
export interface InputMethods {
  readonly touch: boolean
  readonly composition: boolean
  readonly autofill: boolean
}

export interface TypingFeatures {
  readonly edits: number
  readonly copies: number
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
  readonly largestBulkChars: number
  readonly wordInsertions: number
  readonly medianWordGapMs: number
  /** Number of edits that removed or replaced text. */
  readonly corrections: number
  readonly removedChars: number
  readonly durationMs: number
  readonly responseChars: number
  readonly rhythm: Rhythm
  readonly inputMethods: InputMethods | null
}

export function typingOf(
  record: HistoryRecord,
  response: string,
  inputMethods: InputMethods | null,
): TypingFeatures | null {
  const edits = editsOf(record.entries)
  if (edits.length === 0) return null
  const pieces = edits.flatMap((edit): Piece[] => {
    const kind = kindOf(edit)
    return kind === null ? [] : [{ kind, chars: edit.inserted.length, gapMs: edit.gapMs }]
  })
  const kept = originsOf(edits)
  const bulk = pieces.filter((piece) => piece.kind === 'bulk')
  const words = pieces.filter((piece) => piece.kind === 'word')
  return {
    edits: edits.length,
    copies: record.copies,
    coverage: coverageOf(record.entries.at(-1)?.text ?? '', response, record.jsonChars),
    pieces,
    keyedChars: charsOf(pieces.filter((piece) => piece.kind === 'key')),
    wordChars: charsOf(words),
    bulkChars: charsOf(bulk),
    bulkInsertions: bulk.length,
    keptTypedChars: kept.typedChars,
    keptBulkChars: kept.bulkChars,
    largestBulkChars: Math.max(0, ...bulk.map((piece) => piece.chars)),
    wordInsertions: words.length,
    medianWordGapMs: median(words.flatMap((piece) => (piece.gapMs === null ? [] : [piece.gapMs]))),
    corrections: edits.filter((edit) => edit.removed !== '').length,
    removedChars: edits.reduce((sum, edit) => sum + edit.removed.length, 0),
    durationMs: (edits.at(-1) as Edit).atMs - (edits[0] as Edit).atMs,
    responseChars: response.length,
    rhythm: rhythmOf(edits),
    inputMethods,
  }
}

function charsOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.chars, 0)
}

/** Classifies insertions by the inserted text. */
import { isUnspaced, wordsOf } from '../text/words.ts'
import type { Edit } from './edits.ts'

export type InsertionKind =
  /** One character: a key. */
  | 'key'
  /** A word at most: swiped, suggested, completed, or committed by an input method. */
  | 'word'
  /** Text that replaces similar text, a manual or automatic correction, or that an aid entered. */
  | 'replacement'
  /** Text that was there before: undo, redo, moved text. */
  | 'restored'
  /** More than keyboards and input methods insert at once. */
  | 'bulk'

/** Longer than almost all words, including German compounds and URLs. */
const WORD_CHARS = 24

/** Swipes and suggestions insert two words at once only if they are very short ("of the"). */
const BULK_CHARS = 12
const BULK_WORDS = 2

/** Input methods for Chinese and Japanese commit whole phrases. */
const COMMIT_CHARACTERS = 16

export function kindOf(edit: Edit): InsertionKind | null {
  const { inserted, removed } = edit
  if (inserted === '') return null
  if (inserted.length === 1 || [...inserted].length === 1) return 'key'
  if (edit.restored) return 'restored'
  if (edit.mark === 'a') return 'replacement'
  if (removed !== '' && isSimilar(removed, inserted)) return 'replacement'
  if (isUnspaced(inserted)) return [...inserted].length <= COMMIT_CHARACTERS ? 'word' : 'bulk'
  const words = wordsOf(inserted).length
  if (words < BULK_WORDS) return inserted.trim().length <= WORD_CHARS ? 'word' : 'bulk'
  return inserted.trim().length < BULK_CHARS ? 'word' : 'bulk'
}

/** A correction keeps most letters and adds few. */
const CORRECTION_GROWTH = 12
const CORRECTION_SHARED = 0.5

function isSimilar(removed: string, inserted: string): boolean {
  if (inserted.length > removed.length + CORRECTION_GROWTH) return false
  const left = new Map<string, number>()
  for (const letter of removed.toLowerCase()) left.set(letter, (left.get(letter) ?? 0) + 1)
  let shared = 0
  for (const letter of inserted.toLowerCase()) {
    const count = left.get(letter) ?? 0
    if (count === 0) continue
    left.set(letter, count - 1)
    shared++
  }
  return shared >= CORRECTION_SHARED * Math.max(removed.length, inserted.length)
}

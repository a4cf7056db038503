/**
 * Fields that a site declared as survey questions: their typing history for the site, and the same changes for the
 * service. No other text is ever recorded.
 */

import { tenths } from '../clock.ts'
import { caretIn, isTextField, textIn } from '../element.ts'
import { doc } from '../natives.ts'
import { isSecret } from '../privacy.ts'
import type { Change } from './change.ts'
import { spliceBetween } from './edit.ts'
import { addChange, expand, type History } from './history.ts'

/** A change that was not sent yet; `inserted` is a length if content is not recorded. */
export type QuestionEdit = [id: string, t: number, at: number, removed: number, inserted: string | number]

interface Question extends History {
  lastText: string
  /** The current element. */
  shownIn: Element
}

/** Longer insertions are split, so that every batch can be sent as a page closes. */
const PIECE_CHARS = 4000

const MAX_ID_CHARS = 120

/** Five digits may be the beginning of a card or account number; thirteen are enough for one. */
const MAY_BE_SECRET = /\d([ .-]?\d){4}/
const IS_SECRET = /\d([ .-]?\d){12}/

const declared = new WeakMap<Element, string>()
const questions = new Map<string, Question>()
let edits: QuestionEdit[] = []
let isContentFree = false

/** Record only the shape of edits, never their text. */
export function omitContent(): void {
  isContentFree = true
}

/** The id under which this element was declared. */
export const questionOf = (element: Element): string | undefined =>
  (declared.get(element) ?? element.getAttribute('data-byhand-question') ?? undefined)?.slice(0, MAX_ID_CHARS)

/** A container stands for the first field in it. */
export function declareQuestion(element: Element | null, id: string): void {
  if (!element) return
  const field = isTextField(element) ? element : element.querySelector('textarea,input,[contenteditable]')
  if (!field) return
  declared.set(field, id)
  trackEdit(field, tenths())
}

/** Records a changed text. At first, the current text is the initial text. */
export function trackEdit(element: Element, t: number, mark?: string): void {
  const id = questionOf(element)
  if (!id || !isTextField(element) || isSecret(element)) return
  const text = textIn(element)
  const shape = (of: string): string => (isContentFree ? 'x'.repeat(of.length) : of)
  const question = questions.get(id)
  if (!question) {
    questions.set(id, {
      shownIn: element,
      lastText: text,
      firstText: shape(text),
      firstMs: t / 10,
      changes: [],
    })
    return
  }
  const { lastText } = question
  question.shownIn = element
  question.lastText = text
  if (text === lastText) return
  const splice = spliceBetween(lastText, text, caretIn(element))
  const inserted = shape(splice.inserted)
  addChange(question, t / 10, { ...splice, inserted }, mark)
  for (let from = 0; !from || from < inserted.length; from += PIECE_CHARS) {
    const piece = inserted.slice(from, from + PIECE_CHARS)
    edits.push([
      id,
      t,
      splice.at + from,
      from ? 0 : splice.removedChars,
      isContentFree ? piece.length : piece,
    ])
  }
}

/**
 * The changes that were not sent yet. Long numbers become zeros. While a field has focus, a number that may still
 * become a long one is held back, unless this is the last batch.
 */
export function takeEdits(isLast: boolean): QuestionEdit[] {
  const taken = edits
  edits = []
  return taken.filter((edit) => {
    const { lastText, shownIn } = questions.get(edit[0]) as Question
    if (typeof edit[4] === 'number') return true
    if (IS_SECRET.test(lastText)) edit[4] = edit[4].replace(/\d/g, '0')
    else if (!isLast && MAY_BE_SECRET.test(lastText) && doc.activeElement === shownIn) {
      edits.push(edit)
      return false
    }
    return true
  })
}

/** Every question's history by its id. */
export function questionHistories(): Record<string, Change[]> {
  const all: Record<string, Change[]> = Object.create(null)
  for (const [id, question] of questions) {
    if (question.shownIn.isConnected) trackEdit(question.shownIn, tenths())
    all[id] = expand(question)
  }
  return all
}

/**
 * As much of a text as statistics need. Whether somebody mashes keys, strays from the question or writes like a model
 * shows in a page; a book of an answer costs no more than that page.
 */
import { withoutInvisible } from './normalize.ts'

/** An answer of up to this many characters is read whole. Of 28,105 answers of people two are longer. */
export const WHOLE_CHARS = 4_000

/** What is read of a longer one, from its beginning, its middle and its end. */
const BEGINNING_CHARS = 2_000
const MIDDLE_CHARS = 1_000
const END_CHARS = 1_000

/** How far a cut moves to stand between words. */
const TO_BLANK_CHARS = 100

export function excerptOf(answer: string): string {
  if (answer.length <= WHOLE_CHARS) return answer
  const text = withoutPadding(answer)
  if (text.length <= WHOLE_CHARS) return text
  const middle = (text.length - MIDDLE_CHARS) >> 1
  return [
    part(text, 0, BEGINNING_CHARS),
    part(text, middle, middle + MIDDLE_CHARS),
    part(text, text.length - END_CHARS, text.length),
  ].join(' ')
}

/** Blanks and what nobody sees could fill a page and hide the rest behind it. */
function withoutPadding(text: string): string {
  return withoutInvisible(text)
    .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '))
    .trim()
}

function part(text: string, from: number, to: number): string {
  return text.slice(cutAt(text, from), cutAt(text, to))
}

/** The next blank; where there is none, never inside a character. */
function cutAt(text: string, at: number): number {
  if (at === 0 || at === text.length) return at
  const blank = text.slice(at, at + TO_BLANK_CHARS).search(/\s/)
  if (blank !== -1) return at + blank
  return /[\uDC00-\uDFFF]/.test(text[at] as string) ? at + 1 : at
}

/** An excerpt of a long answer for statistics, so that the cost of an analysis is limited. */
import { withoutInvisible } from './normalize.ts'

/** Answers up to this length are used whole. Of 28,105 answers of people, two are longer. */
export const WHOLE_CHARS = 4_000

/** Lengths of the parts of a longer answer. */
const BEGINNING_CHARS = 2_000
const MIDDLE_CHARS = 1_000
const END_CHARS = 1_000

/** How far a cut may move to the next space. */
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

/** Spaces and invisible characters could fill the excerpt and hide the text. */
function withoutPadding(text: string): string {
  return withoutInvisible(text)
    .replace(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '))
    .trim()
}

function part(text: string, from: number, to: number): string {
  return text.slice(cutAt(text, from), cutAt(text, to))
}

/** The next space; if there is none, a position outside surrogate pairs. */
function cutAt(text: string, at: number): number {
  if (at === 0 || at === text.length) return at
  const blank = text.slice(at, at + TO_BLANK_CHARS).search(/\s/)
  if (blank !== -1) return at + blank
  return /[\uDC00-\uDFFF]/.test(text[at] as string) ? at + 1 : at
}

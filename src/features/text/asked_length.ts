/** The length that a question asks for: "Please write at least 20 words". */
import { foldQuestion } from './question_words.ts'

const NUMBER = '(\\d{1,4}|two|three|four|five|ten|twenty|fifty)'
const ASKED = new RegExp(
  `\\b(?:at least|minimum(?: of)?|no less than|no fewer than|(?<!\\b(?:not?|don t|dont)\\b(?: \\w+){0,4} )more than|min) ${NUMBER} (words?|sentences?|characters?)\\b|\\b${NUMBER} (words?|sentences?|characters?) (?:or more|minimum|at least)\\b`,
)
const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ten: 10,
  twenty: 20,
  fifty: 50,
}

/** Short sentences, and words with their spaces. */
const SENTENCE_WORDS = 5
const WORD_CHARACTERS = 6

/** In words; null: the question names no length. English only. */
export function askedWords(question: string): number | null {
  const found = ASKED.exec(foldQuestion(question))
  if (found === null) return null
  const [, first, firstUnit, second, secondUnit] = found
  const given = first ?? second ?? ''
  const unit = firstUnit ?? secondUnit ?? ''
  const count = NUMBERS[given] ?? Number(given)
  if (unit.startsWith('sentence')) return SENTENCE_WORDS * count
  return unit.startsWith('character') ? count / WORD_CHARACTERS : count
}

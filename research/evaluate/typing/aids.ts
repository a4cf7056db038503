/** Histories of people who use an aid, made from real histories: dictation, autocorrect, translation, moved text. */
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'
import type { PersonHistory } from './people.ts'

export interface Aid {
  readonly name: string
  /** Null: the text is not suited. `mark`: as our recorder marks the change; undefined: a history of texts only. */
  run(person: PersonHistory, isMarked: boolean, random: SeededRandom): ChangeEntry[] | null
}

export interface AidedHistory {
  readonly aid: Aid
  readonly isMarked: boolean
  readonly text: string
  readonly history: readonly ChangeEntry[]
}

const marked = (entry: ChangeEntry, isMarked: boolean, o: 'a' | 'p'): ChangeEntry =>
  isMarked ? { ...entry, o } : entry

/** People say some 14 characters a second. */
const MS_PER_SPOKEN_CHAR = 70
const THINKING_MS = 1_500

const endOf = (history: readonly ChangeEntry[]): number => history.at(-1)?.t ?? 0

export const AIDS: readonly Aid[] = [
  {
    name: 'dictation, committed at once',
    run: ({ text }, isMarked) => [marked({ s: text, t: text.length * MS_PER_SPOKEN_CHAR }, isMarked, 'a')],
  },
  { name: 'autocorrect of one word in eight', run: autocorrected },
  {
    name: 'the whole text translated by the browser',
    run: ({ text, history }, isMarked) => {
      // Other words of about the same length, as in another language.
      const start = history.map(({ t, s = '' }): ChangeEntry => ({ t, s: s.replace(/\p{L}/gu, shifted) }))
      return [...start, marked({ s: text, t: endOf(history) + THINKING_MS }, isMarked, 'a')]
    },
  },
  {
    name: 'a clause moved to the front',
    run: ({ text, history }, isMarked) => {
      const at = text.indexOf(' ', Math.floor(text.length / 2))
      if (at === -1 || text.length - at < LEAST_CLAUSE_CHARS) return null
      const moved = `${text.slice(at + 1)} ${text.slice(0, at)}`
      return [...history, marked({ s: moved, t: endOf(history) + THINKING_MS }, isMarked, 'p')]
    },
  },
  {
    name: 'a clause cut and pasted at the front',
    run: ({ text, history }, isMarked) => {
      const at = text.indexOf(' ', Math.floor(text.length / 2))
      if (at === -1 || text.length - at < LEAST_CLAUSE_CHARS) return null
      const left = text.slice(0, at)
      const end = endOf(history)
      return [
        ...history,
        { s: left, t: end + THINKING_MS },
        marked({ s: `${text.slice(at + 1)} ${left}`, t: end + 2 * THINKING_MS }, isMarked, 'p'),
      ]
    },
  },
]

const LEAST_CLAUSE_CHARS = 20

/** Another letter, so that the words before the translation are other words. */
const shifted = (letter: string): string =>
  /[a-z]/i.test(letter)
    ? String.fromCharCode(((letter.toLowerCase().charCodeAt(0) - 97 + 7) % 26) + 97)
    : letter

const CORRECTED_SHARE = 0.125

/** The person types the word with two letters exchanged, and the keyboard replaces it at the next space. */
function autocorrected(
  { history }: PersonHistory,
  isMarked: boolean,
  random: SeededRandom,
): ChangeEntry[] | null {
  const corrected: ChangeEntry[] = []
  let before = ''
  for (const { s = '', t } of history) {
    const isSpace = s === `${before} `
    const word = isSpace ? (/\p{L}{4,}$/u.exec(before)?.[0] ?? '') : ''
    if (word !== '' && random.next() < CORRECTED_SHARE) {
      const wrong = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`
      const start = before.slice(0, -word.length)
      for (let back = 1; back <= 2 && corrected.length >= back; back++) {
        const at = corrected.length - back
        const entry = corrected[at] as ChangeEntry
        const typed = entry.s ?? ''
        if (typed.startsWith(start))
          corrected[at] = { ...entry, s: start + wrong.slice(0, typed.length - start.length) }
      }
      corrected.push(marked({ s, t }, isMarked, 'a'))
    } else corrected.push({ s, t })
    before = s
  }
  return corrected.some(({ s }, at) => s !== history[at]?.s) ? corrected : null
}

/** Each person once per aid, with and without the mark. */
export function* aidedHistories(people: readonly PersonHistory[]): Generator<AidedHistory> {
  for (const aid of AIDS) {
    for (const isMarked of [true, false]) {
      const random = seededRandom(12)
      for (const person of people) {
        const history = aid.run(person, isMarked, random)
        if (history !== null) yield { aid, isMarked, text: history.at(-1)?.s ?? '', history }
      }
    }
  }
}

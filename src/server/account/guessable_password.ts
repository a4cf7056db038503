/** Recognizes passwords that are long but easy to guess: common ones, repeats, sequences, and combinations of these. */
import { elementAt } from '../../contract/element_at.ts'
import common from './common_passwords.json' with { type: 'json' }

const WORDS: ReadonlySet<string> = new Set(common.passwords.split(' '))
const LONGEST_WORD = Math.max(...[...WORDS].map(({ length }) => length))

/** In the order of the alphabet, of numbers and of keyboards. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop']
const COLUMNS = '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'
const SEQUENCES = [...ROWS, COLUMNS].flatMap((row) => [row, [...row].reverse().join('')])

/** Common spellings of letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/** How much a part adds to the guesses, in characters: a common word is as easy to guess as three characters. */
const COST = { character: 1, sequence: 1, year: 1, word: 3 } as const

/** A password needs at least as many characters' worth of guesses. */
const LEAST_COST = 8

export function isCommonPassword(password: string): boolean {
  const text = withoutRepeats(password.normalize('NFKC').toLowerCase())
  const spelled = text.replace(/[@4310$5]/g, (character) => LETTERS[character] as string)
  return Math.min(costOf(text), costOf(spelled)) < LEAST_COST
}

/** The unit of a text that repeats it. */
function withoutRepeats(text: string): string {
  for (let unit = 1; unit <= text.length / 2; unit++) {
    if (text.slice(unit) === text.slice(0, -unit)) return text.slice(0, unit)
  }
  return text
}

/** The least cost of any way to cut the text into parts. */
function costOf(text: string): number {
  const costs = [0]
  for (let end = 1; end <= text.length; end++) {
    let least = elementAt(costs, end - 1) + COST.character
    for (let start = Math.max(0, end - LONGEST_WORD); start <= end - 3; start++) {
      const cost = partCost(text.slice(start, end))
      if (cost !== undefined) least = Math.min(least, elementAt(costs, start) + cost)
    }
    costs.push(least)
  }
  return elementAt(costs, text.length)
}

function partCost(part: string): number | undefined {
  if (/^(?:19|20)\d\d$/.test(part)) return COST.year
  if (part === (part[0] as string).repeat(part.length)) return COST.sequence
  if (SEQUENCES.some((sequence) => sequence.includes(part))) return COST.sequence
  return WORDS.has(part) ? COST.word : undefined
}

/**
 * The typing of the respondent: bursts of words with pauses to think between them, a pace that drifts, and the slips of
 * a touch typist (a neighboring key, swapped, doubled and missing letters), corrected at once or some keys later.
 */
import { keyOf, neighborOf } from './keyboard.ts'
import { type Stroke, timeLine } from './person_keys.ts'
import type { Random } from './random.ts'
import type { Moment } from './xdotool.ts'

const SLIPS = 0.03

/** Timed xdotool commands, starting at 0. */
export function typeAsRespondent(text: string, random: Random): Moment[] {
  const paceMs = random.between(125, 190)
  const strokes: Stroke[] = []
  let drift = 0
  const add = (symbol: string, shift: boolean, moreMs = 0): void => {
    drift = 0.85 * drift + random.normal(0, 0.1)
    strokes.push({ symbol, shift, gapMs: paceMs * Math.exp(drift) * random.about(1, 0.22) + moreMs })
  }
  const write = (character: string, before: string): void => {
    const { symbol, shift } = keyOf(character)
    add(symbol, shift, thinkingMs(before, random))
  }
  const characters = [...text]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    if (/[a-z]/.test(character) && random.next() < SLIPS) {
      const wrong = slip(character, characters[i + 1] ?? ' ', random)
      const noticed = characters.slice(i + wrong.used, i + wrong.used + random.of([0, 0, 1, 2, 4]))
      const typed = [...wrong.typed, ...noticed]
      typed.forEach((letter, index) => {
        write(letter, typed[index - 1] ?? characters[i - 1] ?? ' ')
      })
      typed.forEach((_, index) => {
        add('BackSpace', false, index === 0 ? random.about(320, 0.4) : 0)
      })
    }
    write(character, characters[i - 1] ?? ' ')
  }
  return timeLine(strokes, { holdMs: random.between(75, 115) }, random)
}

/** Longer pauses before words and clauses, which are planned as they are typed. */
function thinkingMs(before: string, random: Random): number {
  if (/[.!?]/.test(before)) return random.about(700, 0.5)
  if (/[,;:]/.test(before)) return random.about(300, 0.5)
  if (before !== ' ') return 0
  return random.next() < 0.12 ? random.about(900, 0.6) : random.about(45, 0.6)
}

/** The letters that a slip types instead of the next `used` characters. */
function slip(letter: string, next: string, random: Random): { typed: string[]; used: number } {
  switch (random.of(['neighbor', 'swapped', 'doubled', 'missing'])) {
    case 'swapped':
      return { typed: [next, letter], used: 2 }
    case 'doubled':
      return { typed: [letter, letter], used: 1 }
    case 'missing':
      return { typed: [next], used: 2 }
    default:
      return { typed: [neighborOf(letter, random.of)], used: 1 }
  }
}

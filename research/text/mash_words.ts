/** Generates random-key words by rule, as people type them to fill a field. */
import { keyDistance } from '../../src/models/text/keyboard.ts'
import type { SeededRandom } from '../seeded_random.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const NEIGHBORS = new Map(
  LETTERS.map((from) => [from, LETTERS.filter((to) => to !== from && keyDistance(from, to) <= 1.6)]),
)

const ways: readonly ((random: SeededRandom, length: number) => string)[] = [
  (random, length) => spell(length, () => random.pick(LETTERS)),
  (random, length) => spell(length, () => random.pick([...'asdfjkl'])),
  (random, length) => spell(length, () => random.pick([...'asdfghjkl'])),
  (random, length) => spell(length, (at) => random.pick([...(at % 2 ? 'qwertasdfgzxcv' : 'yuiophjklbnm')])),
  (random, length) => {
    let key = random.pick(LETTERS)
    return spell(length, () => {
      const now = key
      if (random.next() < 0.85) key = random.pick(NEIGHBORS.get(key) ?? LETTERS)
      return now
    })
  },
  (random, length) => {
    const loop = spell(2 + random.below(3), () => random.pick(LETTERS))
    return loop.repeat(length).slice(0, length)
  },
  (random, length) => random.pick(LETTERS).repeat(length),
]

export function mashWord(random: SeededRandom): string {
  return random.pick(ways)(random, 3 + random.below(9))
}

function spell(length: number, letterAt: (at: number) => string): string {
  return Array.from({ length }, (_, at) => letterAt(at)).join('')
}

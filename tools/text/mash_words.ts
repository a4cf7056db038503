/** Words that no one meant, made by rule: how hands play on a keyboard when a box only has to be filled. */
import { keyDistance } from '../../src/models/text/keyboard.ts'
import type { Chance } from './chance.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const NEIGHBOURS = new Map(
  LETTERS.map((from) => [from, LETTERS.filter((to) => to !== from && keyDistance(from, to) <= 1.6)]),
)

const ways: readonly ((luck: Chance, length: number) => string)[] = [
  (luck, length) => spell(length, () => luck.pick(LETTERS)),
  (luck, length) => spell(length, () => luck.pick([...'asdfjkl'])),
  (luck, length) => spell(length, () => luck.pick([...'asdfghjkl'])),
  (luck, length) => spell(length, (at) => luck.pick([...(at % 2 ? 'qwertasdfgzxcv' : 'yuiophjklbnm')])),
  (luck, length) => {
    let key = luck.pick(LETTERS)
    return spell(length, () => {
      const now = key
      if (luck.next() < 0.85) key = luck.pick(NEIGHBOURS.get(key) ?? LETTERS)
      return now
    })
  },
  (luck, length) => {
    const loop = spell(2 + luck.below(3), () => luck.pick(LETTERS))
    return loop.repeat(length).slice(0, length)
  },
  (luck, length) => luck.pick(LETTERS).repeat(length),
]

export function mashWord(luck: Chance): string {
  return luck.pick(ways)(luck, 3 + luck.below(9))
}

function spell(length: number, letterAt: (at: number) => string): string {
  return Array.from({ length }, (_, at) => letterAt(at)).join('')
}

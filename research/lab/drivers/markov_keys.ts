/**
 * A typist as a Markov chain: the state (burst, steady, hesitating) sets the pace of the next key. Pairs of letters have
 * their own pace, keys their own hold time, and the next key may come before the last is released.
 */
import { fingerOf, keyOf, neighborOf } from './keyboard.ts'
import type { Random } from './random.ts'
import type { Moment } from './xdotool.ts'

const STATES = {
  burst: { pace: 0.72, spread: 0.16, next: { burst: 0.82, steady: 0.16, hesitating: 0.02 } },
  steady: { pace: 1, spread: 0.24, next: { burst: 0.14, steady: 0.8, hesitating: 0.06 } },
  hesitating: { pace: 2.1, spread: 0.45, next: { burst: 0.1, steady: 0.6, hesitating: 0.3 } },
} as const
type State = keyof typeof STATES

function nextState(state: State, random: Random): State {
  let left = random.next()
  for (const [name, share] of Object.entries(STATES[state].next)) {
    left -= share
    if (left < 0) return name as State
  }
  return 'steady'
}

/** A fixed factor for each key or pair of keys of one typist. */
function factorOf(seed: number, name: string, spread: number): number {
  let hash = seed
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  return 1 + spread * (((hash >>> 8) % 1000) / 500 - 1)
}

/** Timed xdotool commands, starting at 0. */
export function typeByMarkovChain(text: string, random: Random): Moment[] {
  const paceMs = random.between(120, 200)
  const holdMs = random.between(70, 120)
  const seed = random.whole(1, 1e9)
  const moments: Moment[] = []
  const upAt = new Map<string, number>()
  let state: State = 'steady'
  let nowMs = 0
  let last = ' '
  const press = (character: string): void => {
    state = nextState(state, random)
    const { pace, spread } = STATES[state]
    const pair = factorOf(seed, `${last}${character}`, 0.25)
    const sameFinger = fingerOf(last) === fingerOf(character) && last !== character ? 1.25 : 1
    const { symbol, shift } = character === '\b' ? { symbol: 'BackSpace', shift: false } : keyOf(character)
    nowMs += Math.max(30, random.about(paceMs * pace * pair * sameFinger * (last === ' ' ? 1.2 : 1), spread))
    nowMs = Math.max(nowMs, (upAt.get(symbol) ?? 0) + 20)
    const lastsMs = Math.max(35, random.about(holdMs * factorOf(seed, symbol, 0.15) * Math.sqrt(pace), 0.2))
    if (shift) {
      nowMs += random.between(40, 90)
      moments.push({ atMs: nowMs - random.between(30, 80), line: 'keydown Shift_L' })
    }
    moments.push(
      { atMs: nowMs, line: `keydown ${symbol}` },
      { atMs: nowMs + lastsMs, line: `keyup ${symbol}` },
    )
    upAt.set(symbol, nowMs + lastsMs)
    if (shift) {
      nowMs += lastsMs + random.between(8, 30)
      moments.push({ atMs: nowMs, line: 'keyup Shift_L' })
    }
    last = character
  }
  for (const character of text) {
    if (/[a-z]/.test(character) && random.next() < 0.02) {
      press(neighborOf(character, random.of))
      nowMs += random.about(300, 0.4)
      press('\b')
    }
    press(character)
  }
  return moments
}

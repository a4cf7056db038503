/** Typing histories of loops that type a string, each with its own spread, speed and typing errors. */
import type { ChangeEntry } from '../../src/contract/survey.ts'
import type { SeededRandom } from '../seeded_random.ts'

const between = (random: SeededRandom, low: number, high: number): number =>
  low + (high - low) * random.next()

/** Cover the medians and spreads of observed loops, and a wider range. */
const LEAST_MS = 70
const MOST_MS = 350

const SPREADS: readonly ((random: SeededRandom) => () => number)[] = [
  (random) => {
    const [middle, spread] = [between(random, LEAST_MS, MOST_MS), between(random, 0.05, 0.45)]
    return () => middle * Math.exp(spread * random.normal())
  },
  (random) => {
    const [middle, spread] = [between(random, LEAST_MS, MOST_MS), between(random, 0.05, 0.42)]
    return () => Math.max(5, middle * (1 + spread * random.normal()))
  },
  (random) => {
    const low = between(random, 10, 200)
    const high = low * between(random, 1.1, 6) + 20
    return () => between(random, low, high)
  },
  (random) => {
    const [mean, steps] = [between(random, LEAST_MS, MOST_MS), 6 + random.below(24)]
    return () => {
      let sum = 0
      for (let step = 0; step < steps; step++) sum -= Math.log(1 - random.next())
      return (mean * sum) / steps
    }
  },
  (random) => {
    const low = between(random, 30, 120)
    const width = between(random, 60, 400)
    return () => low + (width * (random.next() + random.next())) / 2
  },
  (random) => {
    const [middle, share] = [between(random, LEAST_MS, MOST_MS), between(random, 0.1, 0.6)]
    return () => middle * (1 + share * (2 * random.next() - 1)) + between(random, 0, 16)
  },
]

/** One loop in four makes and corrects typing errors. */
const SLIPPING = 0.25

export function loopHistory(text: string, random: SeededRandom): ChangeEntry[] {
  const gap = random.pick(SPREADS)(random)
  const slips = random.next() < SLIPPING ? between(random, 0.005, 0.03) : 0
  const history: ChangeEntry[] = []
  let t = 0
  const put = (s: string, ms: number) => {
    t += ms
    history.push({ s, t: Math.round(t) })
  }
  for (let at = 0; at < text.length; at++) {
    if (random.next() < slips) {
      put(`${text.slice(0, at)}x`, gap())
      put(text.slice(0, at), gap() * between(random, 1, 3))
    }
    put(text.slice(0, at + 1), gap())
  }
  return history
}

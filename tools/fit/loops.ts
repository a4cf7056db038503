/** Typing histories of loops that type a string, each with its own spread, speed and typing errors. */
import type { ChangeEntry } from '../../src/contract/survey.ts'
import type { SeededRandom } from '../text/random.ts'

const between = (luck: SeededRandom, low: number, high: number): number => low + (high - low) * luck.next()

/** Medians and spreads of observed loops, and wider. */
const LEAST_MS = 70
const MOST_MS = 350

const SPREADS: readonly ((luck: SeededRandom) => () => number)[] = [
  (luck) => {
    const [middle, spread] = [between(luck, LEAST_MS, MOST_MS), between(luck, 0.05, 0.45)]
    return () => middle * Math.exp(spread * luck.normal())
  },
  (luck) => {
    const [middle, spread] = [between(luck, LEAST_MS, MOST_MS), between(luck, 0.05, 0.42)]
    return () => Math.max(5, middle * (1 + spread * luck.normal()))
  },
  (luck) => {
    const low = between(luck, 10, 200)
    const high = low * between(luck, 1.1, 6) + 20
    return () => between(luck, low, high)
  },
  (luck) => {
    const [mean, steps] = [between(luck, LEAST_MS, MOST_MS), 6 + luck.below(24)]
    return () => {
      let sum = 0
      for (let step = 0; step < steps; step++) sum -= Math.log(1 - luck.next())
      return (mean * sum) / steps
    }
  },
  (luck) => {
    const low = between(luck, 30, 120)
    const width = between(luck, 60, 400)
    return () => low + (width * (luck.next() + luck.next())) / 2
  },
  (luck) => {
    const [middle, share] = [between(luck, LEAST_MS, MOST_MS), between(luck, 0.1, 0.6)]
    return () => middle * (1 + share * (2 * luck.next() - 1)) + between(luck, 0, 16)
  },
]

/** One loop in four makes and corrects typing errors. */
const SLIPPING = 0.25

export function loopHistory(text: string, luck: SeededRandom): ChangeEntry[] {
  const gap = luck.pick(SPREADS)(luck)
  const slips = luck.next() < SLIPPING ? between(luck, 0.005, 0.03) : 0
  const history: ChangeEntry[] = []
  let t = 0
  const put = (s: string, ms: number) => {
    t += ms
    history.push({ s, t: Math.round(t) })
  }
  for (let at = 0; at < text.length; at++) {
    if (luck.next() < slips) {
      put(`${text.slice(0, at)}x`, gap())
      put(text.slice(0, at), gap() * between(luck, 1, 3))
    }
    put(text.slice(0, at + 1), gap())
  }
  return history
}

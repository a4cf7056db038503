import { describe, expect, it } from 'vitest'
import { byHand, type History, keyed, numbers, TEXT } from '../../../test/samples/histories.ts'
import { readHistory } from './entries.ts'
import { isSteadyFlow, isTranscriptionLike } from './flow.ts'
import { type TypingFeatures, typingOf } from './typing.ts'

const LONG = `${TEXT} ${TEXT.replaceAll('market', 'harbour')}`
const read = (history: History) =>
  typingOf(readHistory(history), history.at(-1)?.s ?? '', null) as TypingFeatures
/** Regular bursts with a short pause between words, without corrections. */
const copied = (text: string): History => {
  const next = numbers(5)
  return keyed(text, (at) => 110 * (0.6 + 0.8 * next()) + (text[at - 1] === ' ' ? 90 + 260 * next() : 0))
}

describe('the flow of typing', () => {
  it('of a loop is steady, even with one or two stalls', () => {
    const next = numbers(1)
    const stalls = new Set([20, 90])
    expect(isSteadyFlow(read(keyed(LONG, () => 60 + 100 * next())))).toBe(true)
    expect(isSteadyFlow(read(keyed(LONG, (at) => (stalls.has(at) ? 1_800 : 60 + 100 * next()))))).toBe(true)
  })

  it.each([1, 2, 3, 4])('of a person who composes is not steady (%i)', (seed) => {
    expect(isSteadyFlow(read(byHand(LONG, seed)))).toBe(false)
  })

  /** Log-normal gaps with pauses between words and corrected slips. */
  const imitated = (seed: number, medianMs: number, slips: number): History => {
    const next = numbers(seed)
    const bell = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    const entries: History = []
    let t = 0
    const put = (s: string) => {
      t += Math.round(medianMs * Math.exp(0.4 * bell()))
      entries.push({ s, t })
    }
    for (let at = 1; at <= LONG.length; at++) {
      if (LONG[at - 2] === ' ' && next() < 0.1) t += 600 + 1_400 * next()
      if (next() < slips) {
        put(`${LONG.slice(0, at - 1)}q`)
        put(LONG.slice(0, at - 1))
      }
      put(LONG.slice(0, at))
    }
    return entries
  }

  it('of a script with log-normal gaps, pauses and slips does not depend on the letters', () => {
    const found = Array.from({ length: 20 }, (_, seed) => isSteadyFlow(read(imitated(seed, 140, 0.02))))
    expect(found.filter((one) => one).length).toBeGreaterThanOrEqual(10)
  })

  it('of slow keys is not judged by the letters alone', () => {
    const slow = imitated(6, 140, 0.02)
    expect(isSteadyFlow(read(slow))).toBe(true)
    expect(isSteadyFlow(read(slow.map(({ s, t }) => ({ s, t: 3 * t }))))).toBe(false)
  })

  it('of a person who pauses to think is not a transcription', () => {
    const next = numbers(6)
    const thoughts = new Set([40, 130])
    const history = copied(LONG).map(({ s, t }, at) => ({
      s,
      t: t + [...thoughts].filter((thought) => at >= thought).length * (2_500 + Math.round(next())),
    }))
    expect(isTranscriptionLike(read(history))).toBe(false)
  })

  it('of a person who copies is like a transcription', () => {
    expect(isTranscriptionLike(read(copied(LONG)))).toBe(true)
  })

  it('of a short answer is not classified', () => {
    expect(isTranscriptionLike(read(copied('The market on Saturdays.')))).toBe(false)
    expect(isSteadyFlow(read(copied('The market.')))).toBe(false)
  })
})

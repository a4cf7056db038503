import { describe, expect, it } from 'vitest'
import { KEY_CLASS, type SessionEvent, UNTRUSTED } from '../../contract/batch/rows.ts'
import { openSpeechBudget, trackDictation } from './speech.ts'

describe('the speech budget', () => {
  it('allows 20 characters a second since the last act, five seconds at most', () => {
    const speech = openSpeechBudget()
    speech.begin(10_000)
    expect(speech.spend(30_000, 40)).toBe(true)
    expect(speech.spend(30_000, 1)).toBe(false)
    speech.begin(40_000)
    expect(speech.spend(59_000, 40)).toBe(false)
    speech.begin(100_000)
    expect(speech.spend(900_000, 101)).toBe(false)
  })
})

const key = (ms: number, flags = 0): SessionEvent => ({
  type: 'keydown',
  t: ms * 10,
  class: KEY_CLASS.lower,
  flags,
  slot: 0,
  name: 0,
})
const focus = (ms: number): SessionEvent => ({ type: 'field', t: ms * 10, kind: 1, flags: 0, name: 0 })
/** Keys among `count`, one every `gapMs` from `fromMs` on, that the person may have dictated. */
const dictated = (fromMs: number, count: number, gapMs: number, flags = 0): number => {
  const isDictated = trackDictation()
  isDictated(focus(1_000))
  return Array.from({ length: count }, (_, i) => isDictated(key(fromMs + i * gapMs, flags))).filter(Boolean)
    .length
}

describe('dictation', () => {
  it('is a burst of keys after the time to say it', () => {
    expect(dictated(3_500, 40, 12)).toBe(37)
  })

  it.each<[string, number]>([
    ['a burst without a pause', dictated(1_300, 40, 12)],
    ['ordinary typing', dictated(3_500, 40, 110)],
    ['untrusted keys', dictated(3_500, 40, 12, UNTRUSTED)],
  ])('is not %s', (_, count) => {
    expect(count).toBe(0)
  })

  it('is at most a sentence, however long the person thought before', () => {
    expect(dictated(61_000, 160, 12)).toBeLessThan(135)
    expect(dictated(61_000, 160, 12)).toBeGreaterThan(90)
  })

  it('ends where the time to say it ends', () => {
    expect(dictated(2_000, 118, 12)).toBeLessThan(30)
  })
})

import { describe, expect, it } from 'vitest'
import { KEY_CLASS, type SessionEvent, UNTRUSTED } from '../../contract/rows.ts'
import { foldClock, PHASE_WINDOW } from './clock.ts'

const press = (t: number, flags = 0): SessionEvent => ({
  type: 'keydown',
  t,
  class: KEY_CLASS.lower,
  flags,
  slot: 0,
  name: 0,
})
function fold(times: readonly number[], flags = 0) {
  const clock = foldClock()
  for (const t of times) clock.step(press(t, flags))
  return clock.done()
}
const many = (phase: (i: number) => number) => Array.from({ length: 60 }, (_, i) => 1_000 * i + phase(i))

describe('clock', () => {
  it('recognizes the tick of an operating system', () => {
    expect(fold(many(() => 3)).loosestPhase).toBe(1)
    expect(fold(many((i) => 3 + (i % 2))).loosestPhase).toBe(1)
  })

  it('recognizes times that follow no tick', () => {
    expect(fold(many((i) => (i * 7) % 10)).loosestPhase).toBeLessThan(0.4)
  })

  it('needs a full window of trusted events', () => {
    expect(fold(many((i) => (i * 7) % 10).slice(0, PHASE_WINDOW - 1)).windows).toBe(0)
    expect(
      fold(
        many((i) => (i * 7) % 10),
        UNTRUSTED,
      ).windows,
    ).toBe(0)
  })

  it('starts over on every page, which has its own time origin', () => {
    const clock = foldClock()
    for (let page = 0; page < 8; page++) {
      clock.step({ type: 'break', t: 0 })
      for (let i = 0; i < PHASE_WINDOW; i++) clock.step(press(1_000 * i + page))
    }
    expect(clock.done()).toEqual({ windows: 8, loosestPhase: 1 })
  })
})

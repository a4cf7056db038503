import { describe, expect, it } from 'vitest'
import { KEY_CLASS, KEY_FLAGS, type SessionEvent, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldKeys } from './keys.ts'

const press = (ms: number, kind: number = KEY_CLASS.lower, flags = 0): SessionEvent => ({
  type: 'keydown',
  t: ms * 10,
  class: kind,
  flags,
  slot: 0,
  name: 0,
})
function fold(events: readonly StreamEvent[]) {
  const keys = foldKeys()
  for (const event of events) keys.step(event)
  return keys.done()
}
/** Presses this far apart, in ms. */
function presses(gaps: readonly number[], kind?: number, flags?: number): SessionEvent[] {
  const events = [press(1_003, kind, flags)]
  let ms = 1_003
  for (const gap of gaps) {
    ms += gap
    events.push(press(ms, kind, flags))
  }
  return events
}
const constant = (count: number, gap: number) => Array.from({ length: count }, () => gap)

describe('keys', () => {
  it('measure the steadiest and the fastest window', () => {
    const { intervals, steadiestLong, afterTyping, unhurried } = fold(presses(constant(40, 133)))
    expect([intervals, steadiestLong, afterTyping.fastestLongMs, unhurried]).toEqual([40, 0, 133, 40])
    const fast = fold(presses(constant(40, 33)))
    expect(fast).toMatchObject({ steadiestLong: Number.POSITIVE_INFINITY, unhurried: 0 })
    expect(fast.alone).toMatchObject({ steadiestFast: 0, fastestLongMs: 33 })
  })

  it('tell an on-screen keyboard from an input method on physical keys', () => {
    const method = presses(constant(9, 133), KEY_CLASS.hidden, KEY_FLAGS.composing)
    expect(fold(method)).toMatchObject({ indirect: 10, onScreen: 0 })
    const screen = presses(constant(9, 133), KEY_CLASS.hidden, KEY_FLAGS.composing | KEY_FLAGS.noCode)
    expect(fold(screen)).toMatchObject({ indirect: 10, onScreen: 10 })
  })

  it('leave out the even pace of a dwell keyboard', () => {
    expect(fold(presses(constant(60, 900))).steadiestLong).toBe(Number.POSITIVE_INFINITY)
    expect(fold(presses(constant(60, 450))).steadiestLong).toBe(0)
  })

  it('count rests between single letters, which have no rhythm', () => {
    const { intervals, rests, steadiestLong } = fold(presses([...constant(50, 3_000), 200, 90_000]))
    expect([intervals, rests, steadiestLong]).toEqual([1, 50, Number.POSITIVE_INFINITY])
  })

  it('leave out bursts that the person may have dictated, but not those of a form filler', () => {
    const phrases = (pauseMs: number) => [0, 1, 2].flatMap(() => [pauseMs, ...constant(39, 12)])
    expect(fold(presses(phrases(2_100))).alone.fastestShortMs).toBe(Number.POSITIVE_INFINITY)
    expect(fold(presses(phrases(300))).alone.fastestShortMs).toBe(12)
    const focus: SessionEvent = { type: 'field', t: 99_000, kind: 1, flags: 0, name: 0 }
    const [, ...burst] = presses([9_000, ...constant(60, 12)])
    expect(fold([focus, ...burst]).alone.fastestShortMs).toBe(12)
  })

  it('separate a burst of somebody who typed by hand before', () => {
    const { alone, afterTyping } = fold(presses([...constant(25, 133), ...constant(40, 12)]))
    expect([alone.fastestShortMs, afterTyping.fastestShortMs]).toEqual([Number.POSITIVE_INFINITY, 12])
    const first = fold(presses([...constant(40, 12), ...constant(25, 133), ...constant(40, 12)]))
    expect([first.alone.fastestShortMs, first.afterTyping.fastestShortMs]).toEqual([12, 12])
  })

  it('need a full window', () => {
    expect(fold(presses(constant(39, 33))).steadiestLong).toBe(Number.POSITIVE_INFINITY)
    expect(fold(presses(constant(24, 33))).alone.fastestShortMs).toBe(Number.POSITIVE_INFINITY)
  })

  it('keep the fastest window whatever follows', () => {
    const slow = Array.from({ length: 200 }, (_, i) => 150 + ((i * 37) % 90))
    expect(fold(presses([...constant(40, 33), ...slow])).alone.fastestLongMs).toBe(33)
  })

  it('ignore pauses, repeated keys and auto-repeat', () => {
    expect(fold(presses(constant(60, 2_001))).intervals).toBe(0)
    expect(fold(presses(constant(60, 33), KEY_CLASS.lower, KEY_FLAGS.same)).intervals).toBe(0)
    expect(fold(presses(constant(60, 33), KEY_CLASS.lower, KEY_FLAGS.repeat)).presses).toBe(0)
    expect(fold(presses(constant(60, 33), KEY_CLASS.space)).intervals).toBe(0)
  })

  it('start over after another key, and after a gap in the stream', () => {
    expect(fold([press(1_001), press(1_050, KEY_CLASS.backspace), press(1_099)]).intervals).toBe(0)
    expect(fold([press(1_001), { type: 'break', t: 0 }, press(1_050)]).intervals).toBe(0)
    expect(fold([press(1_001), press(1_050, KEY_CLASS.shift), press(1_099)]).intervals).toBe(1)
  })

  describe('that are held', () => {
    const held = (holdMs: (at: number) => number) =>
      Array.from({ length: 60 }, (_, at): SessionEvent[] => {
        const ms = 1_003 + at * 170
        return [
          press(ms),
          { type: 'keyup', t: Math.round(10 * (ms + holdMs(at))), class: KEY_CLASS.lower, flags: 0, slot: 0 },
        ]
      }).flat()

    it('for 84 ms each are steadier than any person', () => {
      expect(fold(held(() => 84)).steadiestHold).toBe(0)
      expect(fold(held((at) => 70 + ((at * 37) % 31))).steadiestHold).toBeGreaterThan(0.08)
    })

    it('are not measured if an on-screen keyboard releases them at once, or with a coarse clock', () => {
      expect(fold(held(() => 4)).steadiestHold).toBe(Number.POSITIVE_INFINITY)
      expect(fold(held(() => 100)).steadiestHold).toBe(Number.POSITIVE_INFINITY)
      expect(fold(held(() => 84).slice(0, 70)).steadiestHold).toBe(Number.POSITIVE_INFINITY)
    })
  })

  it('ignore a clock with a resolution of 100 ms', () => {
    expect(fold(presses(constant(80, 100))).steadiestLong).toBe(Number.POSITIVE_INFINITY)
  })

  it('count capitals without Shift, except with Caps Lock or unnamed keys', () => {
    const capitals = (flags: number) =>
      fold(presses(constant(3, 120), KEY_CLASS.upper, KEY_FLAGS.needsShift | flags))
    expect(capitals(0).longestShiftlessRun).toBe(4)
    for (const flag of [KEY_FLAGS.shift, KEY_FLAGS.caps, KEY_FLAGS.noCode])
      expect(capitals(flag).longestShiftlessRun).toBe(0)
  })

  it('count presses of Shift in a row that are neither the left nor the right key', () => {
    const shifts = (flags: number) =>
      fold(presses(constant(3, 120), KEY_CLASS.shift, flags)).longestUnplacedRun
    expect(shifts(KEY_FLAGS.unplaced)).toBe(4)
    for (const flags of [0, KEY_FLAGS.unplaced | UNTRUSTED, KEY_FLAGS.unplaced | KEY_FLAGS.repeat])
      expect(shifts(flags)).toBe(0)
  })

  it('count presses of scripts separately', () => {
    const {
      presses: direct,
      untrusted,
      untrustedInOneField,
    } = fold(presses(constant(30, 20), KEY_CLASS.lower, UNTRUSTED))
    expect([direct, untrusted, untrustedInOneField]).toEqual([0, 31, 31])
  })
})

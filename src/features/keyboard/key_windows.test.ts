import { describe, expect, it } from 'vitest'
import { KEY_CLASS, type SessionEvent } from '../../contract/batch/rows.ts'
import { foldKeyWindows, KEY_NUMBERS, KEY_WINDOW } from './key_windows.ts'

type Timing = (index: number) => readonly [intervalMs: number, holdMs: number]

/** Words of four letters, one press more than a window has. */
function windowsOf(timing: Timing): readonly (readonly number[])[] {
  const fold = foldKeyWindows()
  const events: SessionEvent[] = []
  let ms = 1_000
  for (let index = 0; index <= KEY_WINDOW; index++) {
    const [interval, hold] = timing(index)
    ms += interval
    const key = { class: index % 5 === 4 ? KEY_CLASS.space : KEY_CLASS.lower, flags: 0, slot: index % 4 }
    events.push({ type: 'keydown', t: Math.round(10 * ms), name: 0, ...key })
    events.push({ type: 'keyup', t: Math.round(10 * (ms + hold)), ...key })
  }
  for (const event of events.sort((a, b) => a.t - b.t)) fold.step(event)
  return fold.done()
}

const numberNamed = (window: readonly number[] | undefined, name: (typeof KEY_NUMBERS)[number]): number =>
  window?.[KEY_NUMBERS.indexOf(name)] ?? Number.NaN

/** Varies without a short period, so that no number depends on one. */
const varied = (index: number, step: number): number => ((index * step) % 17) / 17

describe('key windows', () => {
  it('contain one number for each name', () => {
    const [window] = windowsOf((i) => [121 + 60 * varied(i, 5), 80 + 20 * varied(i, 7)])
    expect(window).toHaveLength(KEY_NUMBERS.length)
    expect(window?.every(Number.isFinite)).toBe(true)
  })

  it('measure first letters that come slower', () => {
    const [window] = windowsOf((i) => [(i % 5 === 0 ? 2 : 1) * (121 + 60 * varied(i, 5)), 80])
    expect(numberNamed(window, 'slowStarts')).toBeGreaterThan(0.5)
  })

  it('measure whether more keys overlap than independent holds would explain', () => {
    const interval = (i: number) => 61 + 100 * varied(i, 5)
    const [adapted] = windowsOf((i) => [interval(i), 1.1 * interval(i + 1)])
    const [released] = windowsOf((i) => [interval(i), 0.9 * interval(i + 1)])
    expect(numberNamed(adapted, 'rolloverExcess')).toBeGreaterThan(0.2)
    expect(numberNamed(released, 'rolloverExcess')).toBeLessThan(-0.2)
  })

  it('need a clock finer than 50 ms', () => {
    expect(windowsOf((i) => [100 * (1 + (i % 3)), 100])).toEqual([])
    expect(windowsOf((i) => [10 * (11 + (i % 3)), 100])).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import {
  ATTENTION_KIND,
  FIELD_KIND,
  KEY_CLASS,
  NAVIGATION_KIND,
  type SessionEvent,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import { foldScroll } from '../../features/mouse/scroll.ts'
import type { StreamEvent } from '../../features/session/fold.ts'
import { jumpScrolling } from './jump_scrolling.ts'

const SECOND = 10_000
const scroll = (t: number, y: number, range = 3_000): SessionEvent => ({
  type: 'scroll',
  t,
  y,
  range,
  count: 1,
  flags: 0,
})
const move = (t: number): SessionEvent => ({ type: 'move', t, x: 1, y: 1, coalesced: 1, flags: 2 })
const key = (t: number): SessionEvent => ({
  type: 'keydown',
  t,
  class: KEY_CLASS.tab,
  flags: 0,
  slot: 0,
  name: -1,
})
const wheel = (t: number, deltaY: number): SessionEvent => ({
  type: 'wheel',
  t,
  deltaX: 0,
  deltaY,
  mode: 0,
  count: 1,
  flags: 0,
})

const unfocus = (t: number, flags = 0): SessionEvent => ({
  type: 'field',
  t,
  kind: FIELD_KIND.out,
  flags,
  name: -1,
})

/** Jumps five seconds apart, each after the events of `before`. The last jump counts only when another follows. */
function run(
  before: (t: number) => readonly StreamEvent[],
  ys: readonly number[] = [600, 1_200, 1_800, 2_400],
) {
  const fold = foldScroll()
  fold.step(move(0))
  for (const [index, y] of ys.entries()) {
    const t = 5 * SECOND * (index + 1)
    for (const event of before(t)) fold.step(event)
    fold.step(scroll(t, y))
  }
  return jumpScrolling.run({ scroll: fold.done() })
}

describe('jump_scrolling', () => {
  it('detects jumps without a cause', () => {
    expect(run(() => []).result).toBe('Detected')
  })

  it('detects a wheel that turns 1,500 px at once, not one that turns a notch', () => {
    expect(run((t) => [wheel(t - 100, 1_500)]).result).toBe('Detected')
    expect(run((t) => [wheel(t - 100, 120)]).result).toBe('Not detected')
  })

  it('needs 400 px', () => {
    expect(run(() => [], [400, 800, 1_200, 1_600]).result).toBe('Detected')
    expect(run(() => [], [399, 798, 1_197, 1_596]).result).toBe('Not detected')
  })

  it.each<[string, (t: number) => readonly StreamEvent[]]>([
    ['keys: Tab, PageDown, Space', (t) => [key(t - 200)]],
    [
      'a page that navigates',
      (t) => [{ type: 'navigation', t: t - 800, kind: NAVIGATION_KIND.hash, name: -1 }],
    ],
    [
      'find-in-page: the page loses focus',
      (t) => [{ type: 'attention', t: t - 4 * SECOND, kind: ATTENTION_KIND.blur }],
    ],
    [
      'a window being resized',
      (t) => [
        {
          type: 'resize',
          t: t - 100,
          innerWidth: 1,
          innerHeight: 1,
          outerWidth: 1,
          outerHeight: 1,
          scale: 100,
          zoom: 100,
        },
      ],
    ],
    ['a screen reader that moves the focus', (t) => [unfocus(t - 5)]],
    ['a smoothly scrolling page', (t) => [scroll(t - 500, 1), scroll(t - 250, 300)]],
  ])('clears %s', (_, before) => {
    expect(run(before).result).toBe('Not detected')
  })

  it('detects jumps long after the focus moved, and after a script said so', () => {
    expect(run((t) => [unfocus(t - 200)]).result).toBe('Detected')
    expect(run((t) => [unfocus(t - 5, UNTRUSTED)]).result).toBe('Detected')
  })

  it('clears pages that return to the top', () => {
    expect(
      run(
        () => [],
        [0, 900, 0, 900, 0, 900].map((y, i) => (i % 2 === 0 ? 0 : y)),
      ).result,
    ).toBe('Not detected')
  })

  it('is Unknown if only scrolling was recorded, and for a single movement', () => {
    const fold = foldScroll()
    for (let i = 1; i < 9; i++) fold.step(scroll(5 * SECOND * i, 600 * i))
    expect(jumpScrolling.run({ scroll: fold.done() }).result).toBe('Unknown')
    expect(run(() => [], [600, 1_200]).result).toBe('Unknown')
  })
})

import { describe, expect, it } from 'vitest'
import {
  KEY_CLASS,
  KEY_FLAGS,
  POINTER,
  POINTER_FLAGS,
  type SessionEvent,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import { clockSourceOf, foldClock, isMouseScattered, MIN_CLOCK_EVENTS, PHASE_WINDOW } from './clock.ts'

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
    expect(clock.done()).toMatchObject({ windows: 8, loosestPhase: 1, keys: 192, keysOnPhase: 192 })
  })
})

const move = (t: number, kind: number = POINTER.mouse): SessionEvent => ({
  type: 'move',
  t,
  x: 0,
  y: 0,
  coalesced: 1,
  flags: kind << POINTER_FLAGS.kindShift,
})
type Phase = (i: number) => number
const same: Phase = () => 3
const scattered: Phase = (i) => (i * 7) % 10
/** A whole millisecond on the clock of a program, seen from the clock of the page. */
const rounded: Phase = (i) => (i % 12 === 0 ? 4 : 3)

function sourceOf(keys: Phase, mouse: Phase, events = MIN_CLOCK_EVENTS, flags = 0, kind?: number) {
  const clock = foldClock()
  for (let i = 0; i < events; i++) {
    clock.step(press(1_000 * i + keys(i), flags))
    clock.step(move(1_000 * i + 500 + mouse(i), kind))
  }
  return clockSourceOf(clock.done())
}

describe('the times of the mouse', () => {
  const isScattered = (phase: Phase, events = MIN_CLOCK_EVENTS) => {
    const clock = foldClock()
    for (let i = 0; i < events; i++) clock.step(move(1_000 * i + phase(i)))
    return isMouseScattered(clock.done())
  }

  it('need no keys', () => {
    expect(isScattered(scattered)).toBe(true)
    expect(isScattered(same)).toBe(false)
    expect(isScattered(scattered, MIN_CLOCK_EVENTS - 1)).toBe(false)
  })
})

describe('the source of times', () => {
  it('is one system if keys and mouse share a phase (X11) or neither has one (Wayland)', () => {
    expect(sourceOf(same, same)).toBe('one')
    expect(sourceOf(scattered, scattered)).toBe('one')
  })

  it('is two systems if only keys or only the mouse have a phase, or each has its own', () => {
    expect(sourceOf(scattered, same)).toBe('two')
    expect(sourceOf(same, scattered)).toBe('two')
    expect(sourceOf(same, () => 8)).toBe('two')
  })

  it.each([
    ['one system', same, same],
    ['Wayland', scattered, scattered],
  ])('stays a program if a person with the times of %s follows', (_, keys, mouse) => {
    const sourceAfter = (programKeys: Phase, programMouse: Phase, others: number) => {
      const clock = foldClock()
      for (let i = 0; i < MIN_CLOCK_EVENTS + others; i++) {
        const [key, pointer] = i < MIN_CLOCK_EVENTS ? [programKeys, programMouse] : [keys, mouse]
        clock.step(press(1_000 * i + key(i)))
        clock.step(move(1_000 * i + 500 + pointer(i)))
      }
      return clockSourceOf(clock.done())
    }
    for (const others of [0, 500]) {
      expect(sourceAfter(rounded, rounded, others)).toBe('altered')
      expect(sourceAfter(scattered, same, others)).toBe('two')
    }
  })

  it('is a program if most keys share a phase, but not all', () => {
    expect(sourceOf(rounded, rounded)).toBe('altered')
    expect(sourceOf((i) => (i < 2 ? 4 : 3), same)).toBe('one')
  })

  it('allows for a few mouse events that the browser makes', () => {
    expect(sourceOf(same, (i) => (i % 10 === 0 ? i % 7 : 3))).toBe('one')
  })

  it('is a program if the mouse has a phase, but too many of its events are off it', () => {
    const source = (mouse: Phase) => sourceOf(same, mouse, 2 * MIN_CLOCK_EVENTS)
    expect(source(rounded)).toBe('altered')
    expect(source((i) => (i % 50 === 0 ? 4 : 3))).toBe('one')
  })

  it('is unknown with few keys, and ignores fingers and the keys of input methods', () => {
    expect(sourceOf(rounded, same, MIN_CLOCK_EVENTS - 1)).toBe('unknown')
    expect(sourceOf(scattered, same, MIN_CLOCK_EVENTS, KEY_FLAGS.composing)).toBe('unknown')
    expect(sourceOf(same, scattered, MIN_CLOCK_EVENTS, 0, POINTER.touch)).toBe('one')
  })
})

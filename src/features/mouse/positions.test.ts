import { describe, expect, it } from 'vitest'
import { type EventOf, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { areOffGrid, foldPositions, isUnscaled, MIN_OFF_GRID } from './positions.ts'

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const OFF = MOUSE | POINTER_FLAGS.fractional | POINTER_FLAGS.offGrid

const size = (given: Partial<EventOf<'resize'>> = {}): EventOf<'resize'> => ({
  type: 'resize',
  t: 0,
  innerWidth: 1292,
  innerHeight: 800,
  outerWidth: 1300,
  outerHeight: 940,
  scale: 100,
  zoom: 100,
  ...given,
})
const moves = (count: number, flags: number): StreamEvent[] =>
  Array.from({ length: count }, (_, i) => ({ type: 'move', t: 160 * i, x: i, y: i, coalesced: 1, flags }))
const fold = (...events: StreamEvent[]) => {
  const folded = foldPositions()
  for (const event of events) folded.step(event)
  return folded.done()
}

describe('mouse positions', () => {
  it('of a program are off the grid of every display', () => {
    const found = fold(size(), ...moves(30, OFF), ...moves(2, MOUSE))
    expect(found).toEqual({ moves: 32, offGrid: 30 })
    expect(areOffGrid(found)).toBe(true)
  })

  it('need enough moves off the grid, however many are on it', () => {
    expect(areOffGrid(fold(size(), ...moves(MIN_OFF_GRID - 1, OFF), ...moves(500, MOUSE)))).toBe(false)
    expect(areOffGrid(fold(size(), ...moves(MIN_OFF_GRID, OFF), ...moves(500, MOUSE)))).toBe(true)
  })

  it('between whole pixels are those of a mouse on Wayland', () => {
    expect(fold(size(), ...moves(99, MOUSE | POINTER_FLAGS.fractional)).offGrid).toBe(0)
  })

  it.each([
    ['a script', OFF | UNTRUSTED],
    ['a drag', OFF | POINTER_FLAGS.pressed],
    ['a pen', (OFF ^ MOUSE) | (POINTER.pen << POINTER_FLAGS.kindShift)],
    ['a finger', (OFF ^ MOUSE) | (POINTER.touch << POINTER_FLAGS.kindShift)],
  ])('of %s are not counted', (_, flags) => {
    expect(fold(size(), ...moves(99, flags))).toEqual({ moves: 0, offGrid: 0 })
  })

  it('are not counted while the size of the page is not known', () => {
    expect(fold(...moves(99, OFF)).moves).toBe(0)
    expect(fold(size(), { type: 'break', t: 1 }, ...moves(99, OFF)).moves).toBe(0)
    expect(fold(size(), ...moves(5, OFF), size({ scale: 125 }), ...moves(99, OFF)).moves).toBe(5)
  })

  it.each<[string, Partial<EventOf<'resize'>>]>([
    ['the usual frame of X11', {}],
    ['no frame', { outerWidth: 1292 }],
    ['a shadow on Wayland', { outerWidth: 1324 }],
  ])('are counted in a window with %s', (_, given) => {
    expect(isUnscaled(size(given))).toBe(true)
  })

  it.each<[string, Partial<EventOf<'resize'>>]>([
    ['on a scaled screen', { scale: 125 }],
    ['on a zoomed page', { scale: 90, innerWidth: 1436 }],
    ['on a page enlarged with two fingers', { zoom: 130 }],
    ['on a screen scaled to 125% with the page at 80%', { innerWidth: 1615 }],
    ['on the same with a side panel that hides it', { innerWidth: 1264, innerHeight: 1001 }],
    ['on a screen scaled to 75% with the page at 133%', { innerWidth: 972 }],
    ['beside a panel', { innerWidth: 740 }],
  ])('are not counted %s', (_, given) => {
    expect(isUnscaled(size(given))).toBe(false)
  })
})

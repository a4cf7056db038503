import { describe, expect, it } from 'vitest'
import { BORDER_KIND, type EventOf, type SessionEvent } from '../../contract/batch/rows.ts'
import { trackApproach } from './approach.ts'

const MOUSE = 2
const move = (t: number, x: number, y: number): SessionEvent => ({
  type: 'move',
  t,
  x,
  y,
  coalesced: 1,
  flags: MOUSE,
})
const down = (x: number, y: number): EventOf<'down'> => ({
  type: 'down',
  t: 0,
  x,
  y,
  pressure: 50,
  width: 1,
  height: 1,
  flags: MOUSE,
  button: 0,
  pointer: 1,
  rx: 0,
  ry: 0,
  rw: 0,
  rh: 0,
  name: -1,
})
const up: SessionEvent = {
  type: 'up',
  t: 1_000,
  x: 0,
  y: 0,
  pressure: 0,
  width: 1,
  height: 1,
  flags: MOUSE,
  button: 0,
  pointer: 1,
}
function approach(events: readonly SessionEvent[], press: EventOf<'down'>) {
  const tracker = trackApproach()
  for (const event of events) tracker.step(event)
  return tracker.to(press)
}
const line = (everyTicks: number, bend = 0) =>
  Array.from({ length: 20 }, (_, i) =>
    move(2_000 + i * everyTicks, i * 20, Math.round(i * 10 + bend * i * (19 - i))),
  )

describe('approach', () => {
  it('distinguishes a jump, a straight line and a natural path', () => {
    expect(approach([up, move(2_000, 300, 200)], down(300, 200))).toBe('leap')
    expect(approach([up, ...line(170)], down(380, 190))).toBe('ruled')
    expect(approach([up, ...line(170, 0.2)], down(380, 190))).toBe('drawn')
  })

  it('treats a press near the last one as natural', () => {
    expect(approach([up], down(30, 30))).toBe('drawn')
  })

  it('ignores movement outside the page', () => {
    expect(approach([up, { type: 'border', t: 1_500, kind: BORDER_KIND.enter }], down(300, 200))).toBe(
      'unseen',
    )
    expect(approach([], down(300, 200))).toBe('unseen')
  })

  it('ignores a remote desktop, which sends few moves', () => {
    expect(approach([up, ...line(1_100), move(40_000, 900, 900)], down(900, 900))).toBe('unseen')
  })
})

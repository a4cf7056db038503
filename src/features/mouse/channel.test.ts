import { describe, expect, it } from 'vitest'
import type { EventOf, SessionEvent } from '../../contract/batch/rows.ts'
import { type ChannelFeatures, deliveryOf, foldChannel } from './channel.ts'

const row = (given: Partial<EventOf<'channel'>>): EventOf<'channel'> => ({
  type: 'channel',
  t: 0,
  moves: 100,
  samples: 200,
  multiple: 90,
  crowded: 0,
  gap: 166,
  early: 20,
  middle: 60,
  late: 100,
  keys: 10,
  keyDelay: 20,
  ...given,
})
const fold = (...rows: SessionEvent[]): ChannelFeatures => {
  const folded = foldChannel()
  for (const one of rows) folded.step(one)
  return folded.done()
}

describe('the input channel', () => {
  it('is unknown for recordings without its rows, and for pages that do not count merged positions', () => {
    expect(deliveryOf(fold())).toBe('unknown')
    expect(deliveryOf(fold(row({ samples: -1, multiple: 0 })))).toBe('unknown')
  })

  it('weighs rows by their moves and keys', () => {
    const folded = fold(row({}), row({ moves: 300, multiple: 0, middle: 140, keys: 30, keyDelay: 60 }))
    expect(folded).toMatchObject({ moves: 400, keys: 40, middleMs: 12, keyDelayMs: 5 })
    expect(folded.multipleShare).toBeCloseTo(0.225)
  })

  it('does not count moves that a key or a button sent on', () => {
    const move: SessionEvent = { type: 'move', t: 1000, x: 0, y: 0, coalesced: 1, flags: 2 }
    const key = (t: number): SessionEvent => ({ type: 'keydown', t, class: 1, flags: 0, slot: 0, name: -1 })
    const crowded = row({ t: 9000, crowded: 30 })
    expect(fold(move, key(1500), key(1900), crowded).crowdedShare).toBeCloseTo(0.28)
    expect(fold(move, key(2100), crowded).crowdedShare).toBeCloseTo(0.3)
  })

  it('keeps what earlier moves showed', () => {
    const injected = row({ multiple: 30, crowded: 30 })
    expect(fold(injected, row({ moves: 900, multiple: 800 })).delivery).toBe('injected')
    expect(fold(row({ moves: 900, multiple: 800 }), injected).delivery).toBe('device')
  })

  it('ignores how long a stalled page delays moves', () => {
    const stalled = row({ moves: 20, multiple: 0, middle: 9000 })
    const even = row({ multiple: 0, middle: 83 })
    expect(deliveryOf(fold(stalled, even))).toBe('unmerged')
  })

  it.each([
    ['device', 'a mouse at 125 reports a second', {}],
    ['direct', 'moves of a driver in Firefox', { multiple: 0, crowded: 75, gap: 220 }],
    ['unknown', 'a clock of tenths of a second', { multiple: 0, crowded: 75, gap: 0 }],
    ['unknown', 'moves in a shared frame, some of them merged', { multiple: 5, crowded: 75 }],
    ['injected', 'moves that are not awaited', { multiple: 30, crowded: 30, gap: 110 }],
    ['device', 'a mouse on a busy page', { multiple: 57, crowded: 11 }],
    ['crowded', 'a fast mouse on the busiest page', { multiple: 86, crowded: 18 }],
    [
      'awaited',
      'moves that are awaited, on a busy machine',
      { multiple: 0, early: 10, middle: 138, late: 337 },
    ],
    [
      'awaited',
      'moves that are awaited, with pauses',
      { multiple: 0, early: 11, middle: 62, late: 210, gap: 180 },
    ],
    ['unknown', 'a remote desktop on a busy machine', { multiple: 0, gap: 620, late: 900 }],
    ['awaited', 'moves that are awaited', { multiple: 0, early: 90, middle: 146, late: 155 }],
    ['unmerged', 'a device at 60 reports a second', { multiple: 0, early: 20, middle: 93, late: 164 }],
    ['unknown', 'a remote desktop', { multiple: 0, gap: 620 }],
    ['unknown', 'open developer tools', { multiple: 1, crowded: 30, gap: 108 }],
    ['unknown', 'a screen of 144 frames a second', { multiple: 0, gap: 69 }],
    ['unknown', 'too few moves', { moves: 50, multiple: 10, crowded: 20 }],
  ] as const)('is %s for %s', (delivery, _, given) => {
    expect(deliveryOf(fold(row(given)))).toBe(delivery)
  })
})

import { describe, expect, it } from 'vitest'
import type { EventOf } from '../../contract/rows.ts'
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
const fold = (...rows: EventOf<'channel'>[]): ChannelFeatures => {
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

  it.each([
    ['device', 'a mouse at 125 reports a second', {}],
    ['injected', 'moves that are not awaited', { multiple: 30, crowded: 30, gap: 110 }],
    ['locked', 'moves that are awaited', { multiple: 0, early: 90, middle: 146, late: 155 }],
    ['unmerged', 'a device at 60 reports a second', { multiple: 0, early: 20, middle: 93, late: 164 }],
    ['unknown', 'a remote desktop', { multiple: 0, gap: 620 }],
    ['unknown', 'open developer tools', { multiple: 1, crowded: 30, gap: 108 }],
    ['unknown', 'a screen of 144 frames a second', { multiple: 0, gap: 69 }],
    ['unknown', 'too few moves', { moves: 50, multiple: 10, crowded: 20 }],
  ] as const)('is %s for %s', (delivery, _, given) => {
    expect(deliveryOf(fold(row(given)))).toBe(delivery)
  })
})

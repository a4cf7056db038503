import { describe, expect, it } from 'vitest'
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { foldActivity } from './activity.ts'

const key = (ms: number): StreamEvent => ({
  type: 'keydown',
  t: ms * TICKS_PER_MS,
  class: 1,
  flags: 0,
  slot: 0,
  name: 0,
})
const move = (ms: number, x: number, y: number): StreamEvent => ({
  type: 'move',
  coalesced: 0,
  t: ms * TICKS_PER_MS,
  x,
  y,
  flags: 0,
})

function activity(...events: StreamEvent[]): number[] | null {
  const fold = foldActivity()
  for (const event of events) fold.step(event)
  const stored = fold.done()
  return stored === null ? null : [...Buffer.from(stored, 'base64')]
}

describe('the activity of a session', () => {
  it('is null without keys and movement', () => {
    expect(activity()).toBeNull()
    expect(activity({ type: 'break', t: 0 }, move(0, 5, 5))).toBeNull()
  })

  it('has keys in the upper and movement in the lower bits', () => {
    expect(activity(key(0), key(10), key(50))).toEqual([0xf0, 0x80])
    expect(activity(move(0, 0, 0), move(50, 30, 40))).toEqual([0, 0x0f])
  })

  it('shortens pauses, and keeps its size however long the session is', () => {
    expect(activity(key(0), key(3_600_000))?.length).toBeLessThanOrEqual(48)
    expect(activity(key(0), key(3_600_000))).toEqual(activity(key(0), key(2_000)))
    const long = activity(...Array.from({ length: 5_000 }, (_, i) => key(i * 700)))
    expect(long?.length).toBeLessThanOrEqual(48)
    expect(long?.length).toBeGreaterThan(24)
    expect(long?.slice(0, -1).every((byte) => byte >= 0xe0)).toBe(true)
  })
})

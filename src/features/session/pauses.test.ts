import { describe, expect, it } from 'vitest'
import type { StreamEvent } from './fold.ts'
import { foldPauses } from './pauses.ts'

const move = (ms: number, flags = 2): StreamEvent => ({
  type: 'move',
  t: ms * 10,
  x: 0,
  y: 0,
  coalesced: 1,
  flags,
})
const fold = (...events: StreamEvent[]) => {
  const folded = foldPauses()
  for (const event of events) folded.step(event)
  return folded.done()
}

describe('pauses', () => {
  it('count between 0.7 and 60 seconds, and as slow from 2.2 seconds', () => {
    expect(fold(move(0), move(600), move(1400), move(4000), move(70_000))).toMatchObject({
      pauses: 2,
      slow: 1,
    })
  })

  it('do not count across another page, an absence, or untrusted input', () => {
    const away: StreamEvent = { type: 'attention', t: 10, kind: 2 }
    expect(fold(move(0), { type: 'break', t: 5 }, move(3000), away, move(9000)).pauses).toBe(0)
    expect(fold(move(0), move(3000, 3)).pauses).toBe(0)
  })
})

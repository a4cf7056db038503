import { describe, expect, it } from 'vitest'
import { foldSession } from '../session/session.ts'
import { hasNoPath, isProgramPointer } from './program_pointer.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const still = { ...blank.pointer, journeys: 3, places: 40, joined: 0 }
const none = { centered: 0, of: 0, surprise: 0 }
const clicks = { centered: none, mostInstant: 0 }
const taps = { centered: none }

describe('a pointer without a path', () => {
  it('is one that hardly ever moves twice in a row, over three journeys', () => {
    expect(hasNoPath(still)).toBe(true)
    expect(hasNoPath({ ...still, joined: 2 })).toBe(true)
    expect(hasNoPath({ ...still, joined: 3 })).toBe(false)
    expect(hasNoPath({ ...still, journeys: 2 })).toBe(false)
  })
})

describe('the pointer of a program', () => {
  const path = { ...still, joined: 38 }

  it.each<[string, boolean]>([
    ['without a path', isProgramPointer(still, clicks, taps)],
    ['with jumps', isProgramPointer({ ...path, mostLeaps: 3 }, clicks, taps)],
    ['with presses without duration', isProgramPointer(path, { ...clicks, mostInstant: 3 }, taps)],
    [
      'with presses on the center',
      isProgramPointer(path, { ...clicks, centered: { ...none, surprise: 6 } }, taps),
    ],
    ['with taps on the center', isProgramPointer(path, clicks, { centered: { ...none, surprise: 7 } })],
  ])('is one %s', (_, found) => {
    expect(found).toBe(true)
  })

  it('is none that moves along paths', () => {
    expect(isProgramPointer({ ...path, mostLeaps: 2 }, { ...clicks, mostInstant: 2 }, taps)).toBe(false)
  })
})

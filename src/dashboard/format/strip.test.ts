import { describe, expect, it } from 'vitest'
import { readStrip, stripOf } from './strip.ts'

describe('a rhythm strip', () => {
  it('puts keys and movement into columns of one axis', () => {
    const strip = stripOf(
      {
        keys: [0, 10, 950],
        pointer: [
          [0, 0, 0],
          [500, 30, 40],
        ],
      },
      { columns: 4, spanMs: 1_000 },
    )
    expect(strip.keys).toEqual([1, 0, 0, 0.5])
    expect(strip.pointer).toEqual([0, 0, 1, 0])
  })

  it('is empty without events, and keeps late events in the last column', () => {
    expect(stripOf({ keys: [], pointer: [] }, { columns: 2, spanMs: 0 }).keys).toEqual([0, 0])
    expect(stripOf({ keys: [9_000], pointer: [] }, { columns: 2, spanMs: 100 }).keys).toEqual([0, 1])
  })

  it('reads the stored form', () => {
    expect(readStrip(btoa('\u{f0}\u{0f}'))).toEqual({ keys: [1, 0], pointer: [0, 1] })
  })
})

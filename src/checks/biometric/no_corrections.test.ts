import { describe, expect, it } from 'vitest'
import { noCorrections } from './no_corrections.ts'

const run = (typed: number, corrections: number, otherChars = 0) =>
  noCorrections.run({ typing: { typed, corrections, otherChars, pastes: 0, pastedChars: 0 } }).result

describe('no_corrections', () => {
  it('detects 400 characters without a correction, and no fewer', () => {
    expect(run(400, 0)).toBe('Detected')
    expect(run(399, 0)).toBe('Unknown')
  })

  it('clears any text with a correction, however short', () => {
    expect(run(2_000, 1)).toBe('Not detected')
    expect(run(12, 1)).toBe('Not detected')
  })

  it('is Unknown where a keyboard or input method may have corrected', () => {
    expect(run(400, 0, 20)).toBe('Detected')
    expect(run(400, 0, 21)).toBe('Unknown')
    expect(run(0, 0, 500)).toBe('Unknown')
    expect(run(0, 0)).toBe('Unknown')
  })
})

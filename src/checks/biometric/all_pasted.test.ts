import { describe, expect, it } from 'vitest'
import { allPasted } from './all_pasted.ts'

const run = (pastedChars: number, typed: number, otherChars = 0) =>
  allPasted.run({ typing: { typed, corrections: 0, otherChars, pastes: 1, pastedChars } })

describe('all_pasted', () => {
  it('detects 90% pasted, and no less', () => {
    expect(run(90, 10).result).toBe('Detected')
    expect(run(89, 11).result).toBe('Not detected')
  })

  it('clears people who type or use an input method', () => {
    expect(run(0, 300).result).toBe('Not detected')
    expect(run(100, 0, 100).result).toBe('Not detected')
  })

  it('is Unknown for a name or a code', () => {
    expect(run(39, 0).result).toBe('Unknown')
    expect(run(40, 0).result).toBe('Detected')
    expect(run(0, 0).result).toBe('Unknown')
  })

  it('counts characters and pastes, and is no proof', () => {
    expect(run(119, 0)).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: '119 of 119 characters came from 1 paste.',
    })
  })
})

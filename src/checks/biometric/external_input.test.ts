import { describe, expect, it } from 'vitest'
import { externalInput } from './external_input.ts'

const typing = { typed: 0, corrections: 0, otherChars: 0, pastes: 0, pastedChars: 0 }
const run = (pastes: number, pastesAfterReturn: number, typed = 0) =>
  externalInput.run({
    attention: { returns: 1, pastes, pastesAfterReturn, charsAfterReturn: 120 * pastesAfterReturn },
    typing: { ...typing, typed },
  })

describe('external_input', () => {
  it('detects a paste after returning to the tab', () => {
    expect(run(1, 1)).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: '120 characters came from 1 paste after returning to the tab.',
    })
  })

  it('clears people who type, and people who paste without leaving', () => {
    expect(run(0, 0, 20)).toEqual({ result: 'Not detected', evidence: 'No text was pasted.' })
    expect(run(1, 0)).toEqual({
      result: 'Not detected',
      evidence: '1 paste; no paste of 20 characters or more came after returning to the tab.',
    })
  })

  it('is Unknown without text', () => {
    expect(run(0, 0, 19).result).toBe('Unknown')
  })
})

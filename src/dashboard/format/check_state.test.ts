import { describe, expect, it } from 'vitest'
import { checkState, splitChecks, stateTone } from './check_state.ts'

const check = (name: string, result: 'Detected' | 'Not detected' | 'Unknown', points: number) => ({
  name,
  result,
  points,
})

describe('the state of a check', () => {
  it('is a weak sign if it adds points without a detection', () => {
    expect(checkState(check('a', 'Not detected', 18))).toBe('weak')
    expect(checkState(check('a', 'Not detected', 0))).toBe('clear')
    expect(checkState(check('a', 'Unknown', 0))).toBe('unknown')
    expect(checkState(check('a', 'Detected', 0))).toBe('detected')
  })

  it('is loud only with many points', () => {
    expect(stateTone(check('a', 'Detected', 90))).toBe('stop')
    expect(stateTone(check('a', 'Detected', 2))).toBe('review')
    expect(stateTone(check('a', 'Not detected', 18))).toBe('watch')
  })

  it('puts what decided first, by points, and capped detections before the rest', () => {
    const { decided, others } = splitChecks([
      check('clear', 'Not detected', 0),
      check('weak', 'Not detected', 18),
      check('capped', 'Detected', 0),
      check('strong', 'Detected', 45),
    ])
    expect(decided.map(({ name }) => name)).toEqual(['strong', 'weak'])
    expect(others.map(({ name }) => name)).toEqual(['capped', 'clear'])
  })
})

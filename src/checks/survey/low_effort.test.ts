import { describe, expect, it } from 'vitest'
import { answered } from './answered.suite.ts'
import { lowEffort } from './low_effort.ts'

const at = (answer: string, lowEffortThreshold: number) =>
  lowEffort.run({ ...answered(answer), lowEffortThreshold }).result

describe('Low-effort', () => {
  it('flags no answer at 0 and every answer at 10', () => {
    expect(at('Yes', 0)).toBe('Not detected')
    expect(at('Yes', 10)).toBe('Detected')
    expect(at('The park is close and my neighbours are friendly, so I stay.', 10)).toBe('Detected')
  })

  it('flags ratings up to the threshold only', () => {
    const { effort } = answered('Quiet streets and good schools')
    expect(at('Quiet streets and good schools', effort)).toBe('Detected')
    expect(at('Quiet streets and good schools', effort - 1)).toBe('Not detected')
  })

  it('is unknown for an empty answer', () => {
    expect(at('', 10)).toBe('Unknown')
  })
})

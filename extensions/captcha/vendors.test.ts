import { describe, expect, it } from 'vitest'
import type { Assessment } from '../../src/server/signed_results/current_assessment.ts'
import { HCAPTCHA, RECAPTCHA, TURNSTILE, VENDORS, vendorScore } from './vendors.ts'

const assessment = (risk_score: number, given: Partial<Assessment> = {}): Assessment => ({
  risk_score,
  effective_action: 'Accept with monitoring',
  proven: 'challenge',
  decision: 'accept',
  ...given,
})

describe('the score', () => {
  it('has the direction of the vendor', () => {
    expect([0, 7, 93, 100].map((risk) => vendorScore(RECAPTCHA, assessment(risk)))).toEqual([
      1, 0.93, 0.07, 0,
    ])
    expect([0, 7, 93, 100].map((risk) => vendorScore(HCAPTCHA, assessment(risk)))).toEqual([0, 0.07, 0.93, 1])
    expect(vendorScore(TURNSTILE, assessment(7))).toBe(0.93)
  })

  it.each([
    [{ proven: 'nothing' }, 0.3],
    [{ proven: 'recording' }, 0.3],
    [{ proven: 'in_time' }, 0.7],
    [{ proven: 'challenge' }, 1],
    [{ proven: 'behavior' }, 1],
    [{ proven: 'nothing', step_up: 'passed' }, 0.7],
    [{ proven: 'challenge', step_up: 'passed' }, 1],
    [{ proven: 'nothing', step_up: 'failed' }, 0.3],
    [{ proven: 'nothing', effective_action: 'Auto-accept' }, 1],
  ] as const)('is at most what the session has proven: %j', (given, most) => {
    expect(vendorScore(RECAPTCHA, assessment(0, given))).toBe(most)
    expect(vendorScore(HCAPTCHA, assessment(0, given))).toBeCloseTo(1 - most)
    expect(vendorScore(RECAPTCHA, assessment(90, given))).toBe(0.1)
  })
})

it('gives every vendor its own paths', () => {
  const paths = VENDORS.flatMap(({ verifyPath, scriptPath }) => [verifyPath, scriptPath])
  expect(new Set(paths).size).toBe(8)
})

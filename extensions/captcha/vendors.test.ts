import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/server/results/current_verdict.ts'
import { HCAPTCHA, RECAPTCHA, TURNSTILE, VENDORS, vendorScore } from './vendors.ts'

const verdict = (risk_score: number, given: Partial<Verdict> = {}): Verdict => ({
  risk_score,
  effective_action: 'Accept with monitoring',
  proven: 'challenge',
  decision: 'accept',
  ...given,
})

describe('the score', () => {
  it('has the direction of the vendor', () => {
    expect([0, 7, 93, 100].map((risk) => vendorScore(RECAPTCHA, verdict(risk)))).toEqual([1, 0.93, 0.07, 0])
    expect([0, 7, 93, 100].map((risk) => vendorScore(HCAPTCHA, verdict(risk)))).toEqual([0, 0.07, 0.93, 1])
    expect(vendorScore(TURNSTILE, verdict(7))).toBe(0.93)
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
    expect(vendorScore(RECAPTCHA, verdict(0, given))).toBe(most)
    expect(vendorScore(HCAPTCHA, verdict(0, given))).toBeCloseTo(1 - most)
    expect(vendorScore(RECAPTCHA, verdict(90, given))).toBe(0.1)
  })
})

it('gives every vendor its own paths', () => {
  const paths = VENDORS.flatMap(({ verifyPath, scriptPath }) => [verifyPath, scriptPath])
  expect(new Set(paths).size).toBe(8)
})

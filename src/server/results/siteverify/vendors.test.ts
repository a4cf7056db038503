import { describe, expect, it } from 'vitest'
import { HCAPTCHA, RECAPTCHA, TURNSTILE, VENDORS, vendorScore } from './vendors.ts'

const verdict = (risk_score: number, effective_action: 'Auto-accept' | 'Unknown' = 'Auto-accept') => ({
  risk_score,
  effective_action,
})

describe('the score', () => {
  it('has the direction of the vendor', () => {
    expect([0, 7, 93, 100].map((risk) => vendorScore(RECAPTCHA, verdict(risk)))).toEqual([1, 0.93, 0.07, 0])
    expect([0, 7, 93, 100].map((risk) => vendorScore(HCAPTCHA, verdict(risk)))).toEqual([0, 0.07, 0.93, 1])
    expect(vendorScore(TURNSTILE, verdict(7))).toBe(0.93)
  })

  it('is never that of a person without evidence', () => {
    expect(vendorScore(RECAPTCHA, verdict(0, 'Unknown'))).toBe(0.3)
    expect(vendorScore(RECAPTCHA, verdict(90, 'Unknown'))).toBe(0.1)
    expect(vendorScore(HCAPTCHA, verdict(0, 'Unknown'))).toBe(0.7)
  })
})

it('gives every vendor its own paths', () => {
  const paths = VENDORS.flatMap(({ verifyPath, scriptPath }) => [verifyPath, scriptPath])
  expect(new Set(paths).size).toBe(8)
})

import { describe, expect, it } from 'vitest'
import { detected, notDetected, type Outcome, proven, unknown } from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import { EXPLANATION_CHARS } from '../contract/limits.ts'
import type { Coverage } from '../features/session/session.ts'
import { assess } from './assess.ts'

const WHOLE: Coverage = { events: 500, gaps: 0, tampered: 0, ended: true }
const KNOWN = { programmatic_typing: notDetected(''), teleporting_mouse: notDetected('') }
const outcomes = (given: Partial<Record<SessionCheckName, Outcome>>): SessionOutcomes => ({
  ...(Object.fromEntries(
    [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].map((name) => [name, unknown('')]),
  ) as unknown as SessionOutcomes),
  ...given,
})
const clean = outcomes(KNOWN)
const proof = outcomes({ ...KNOWN, bot: proven('Found: navigator.webdriver is true.') })

describe('assess', () => {
  it('accepts a complete, clean session', () => {
    expect(assess(clean, WHOLE, {})).toEqual({
      risk_score: 0,
      risk_explanation: 'No sign of automation.',
      recommended_action: 'Auto-accept',
      contributions: [],
    })
  })

  it.each<[string, Partial<Coverage>]>([
    ['a gap', { gaps: 1 }],
    ['a tampered batch', { tampered: 1 }],
    ['a missing end', { ended: false }],
  ])('monitors a clean session with %s', (_, missing) => {
    const { recommended_action, risk_score } = assess(clean, { ...WHOLE, ...missing }, {})
    expect([recommended_action, risk_score]).toEqual(['Accept with monitoring', 0])
  })

  it('is Unknown with too little evidence and a score below 50', () => {
    expect(assess(outcomes({}), WHOLE, {}).recommended_action).toBe('Unknown')
    const vpn = outcomes({ vpn: detected(1, '') })
    expect(assess(vpn, WHOLE, {}).recommended_action).toBe('Unknown')
  })

  it('keeps the upper bands despite too little evidence', () => {
    const thin = outcomes({ bot: proven('webdriver') })
    expect(assess(thin, WHOLE, {}).recommended_action).toBe('Auto-reject or high-priority review')
  })

  it('uses the bands of a workspace', () => {
    expect(assess(proof, WHOLE, { bands: [1, 2, 100] }).recommended_action).toBe(
      'Manual review or require additional verification',
    )
  })

  it('recommends nothing stronger than monitoring in monitor-only mode', () => {
    const watched = assess(proof, WHOLE, { monitor_only: true })
    expect(watched.recommended_action).toBe('Accept with monitoring')
    expect(watched.risk_score).toBeGreaterThanOrEqual(70)
  })

  it('names the reasons in plain ASCII of at most 300 characters', () => {
    expect(assess(proof, WHOLE, {}).risk_explanation).toBe(
      'Automation tool (found: navigator.webdriver is true).',
    )
    const loud = outcomes(
      Object.fromEntries(
        [...BIOMETRIC_CHECKS, ...DEVICE_CHECKS].map((name) => [
          name,
          detected(1, 'naïve “quotes” '.repeat(30)),
        ]),
      ),
    )
    const { risk_explanation } = assess(loud, { ...WHOLE, gaps: 3 }, {})
    expect(risk_explanation.length).toBeLessThanOrEqual(EXPLANATION_CHARS)
    expect(risk_explanation).toMatch(/^[\x20-\x7e]+$/)
  })
})

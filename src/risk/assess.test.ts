import { describe, expect, it } from 'vitest'
import { detected, notDetected, type Outcome, proven, unknown } from '../checks/check.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS, type SessionCheckName } from '../contract/checks.ts'
import { EXPLANATION_CHARS } from '../contract/limits.ts'
import { NEEDED, type Needed } from './acceptance.ts'
import { assess } from './assess.ts'

const ALL = Object.keys(NEEDED) as Needed[]
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
  it('accepts a clean session that lacks no evidence', () => {
    expect(assess(clean, [], {})).toEqual({
      risk_score: 0,
      risk_parts: { input: 0, context: 0 },
      risk_explanation: 'No trace of automation.',
      recommended_action: 'Auto-accept',
      contributions: [],
    })
  })

  it.each<[string, Needed[], string]>([
    ['parts', ['recording'], 'Accept with monitoring'],
    ['headers', ['headers', 'clock'], 'Accept with monitoring'],
    ['an answer', ['answer'], 'Unknown'],
    ['a recording in time', ['inTime'], 'Unknown'],
    ['a passed challenge', ['rightAnswer'], 'Accept with monitoring'],
    ['a challenge of its browser', ['verifiable'], 'Accept with monitoring'],
    ['input', ['input'], 'Unknown'],
    ['a device reading', ['device', 'answer'], 'Unknown'],
    ['a user agent', ['userAgent'], 'Unknown'],
  ])('never accepts a clean session without %s', (_, missing, action) => {
    const { recommended_action, risk_score, risk_explanation } = assess(clean, missing, {})
    expect([recommended_action, risk_score]).toEqual([action, 0])
    for (const name of missing) expect(risk_explanation).toContain(NEEDED[name].text)
  })

  it('is Unknown with too little evidence and a score below 50', () => {
    const vpn = outcomes({ vpn: detected(1, '') })
    expect(assess(vpn, ['input'], {}).recommended_action).toBe('Unknown')
  })

  it('keeps the upper bands despite too little evidence', () => {
    const thin = outcomes({ bot: proven('webdriver') })
    expect(assess(thin, ALL, {}).recommended_action).toBe('Auto-reject or high-priority review')
  })

  it('uses the bands of a workspace', () => {
    expect(assess(proof, [], { bands: [1, 2, 100] }).recommended_action).toBe(
      'Manual review or require additional verification',
    )
  })

  it('recommends nothing stronger than monitoring in monitor-only mode', () => {
    const watched = assess(proof, [], { monitor_only: true })
    expect(watched.recommended_action).toBe('Accept with monitoring')
    expect(watched.risk_score).toBeGreaterThanOrEqual(70)
  })

  it('names first what decided, and context last, as such', () => {
    const vpn = detected(1, 'All 2 requests came from a VPN provider.')
    const traces = detected(0.68, 'Found: an attached debugger.')
    const found = assess(outcomes({ ...KNOWN, bot: traces, vpn }), [], {})
    expect([found.risk_score, found.recommended_action]).toEqual([49, 'Accept with monitoring'])
    expect(found.risk_explanation).toBe(
      'Automation tool (found: an attached debugger). Context, which does not decide: VPN or hosting provider (all 2 requests came from a VPN provider).',
    )
    const raised = assess(outcomes({ ...KNOWN, bot: traces, vpn }), [], { weights: { vpn: 60 } })
    expect(raised.recommended_action).toBe('Auto-reject or high-priority review')
    expect(raised.risk_explanation).toBe(
      'VPN or hosting provider (all 2 requests came from a VPN provider); Automation tool (found: an attached debugger).',
    )
    expect(assess(outcomes({ ...KNOWN, vpn }), ['clearAnswer'], {}).risk_explanation).toBe(
      'No trace of automation. Not accepted automatically: the challenge was inconclusive. Context, which does not decide: VPN or hosting provider (all 2 requests came from a VPN provider).',
    )
  })

  it('drops context before anything else when the explanation is too long', () => {
    const long = (word: string) => detected(1, `${word} `.repeat(30).trim())
    const found = assess(outcomes({ ...KNOWN, bot: long('trace'), vpn: long('network') }), [], {})
    expect(found.risk_explanation).toMatch(/^Automation tool \((trace ?)+\)\.$/)
  })

  it('leaves out a reason that does not fit, instead of a part of its sentence', () => {
    const long = (word: string) => detected(1, `${word} `.repeat(18).trim())
    const found = assess(
      outcomes({
        ...KNOWN,
        bot: long('trace'),
        programmatic_typing: long('typed'),
        jump_scrolling: long('jump'),
      }),
      [],
      {},
    )
    expect(found.risk_explanation).toMatch(/^Automation tool \([^()]+\); Programmatic typing \([^()]+\)\.$/)
  })

  it('names the reasons in plain ASCII of at most 300 characters', () => {
    expect(assess(proof, [], {}).risk_explanation).toBe(
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
    const { risk_explanation } = assess(loud, ALL, {})
    expect(risk_explanation.length).toBeLessThanOrEqual(EXPLANATION_CHARS)
    expect(risk_explanation).toMatch(/^[\x20-\x7e]+$/)
  })
})

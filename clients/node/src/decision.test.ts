import { describe, expect, it, vi } from 'vitest'
import type { SignedResult } from './contract.ts'
import { type Decision, decide, type HumanOptions, refusalOf } from './decision.ts'

const RESULT: SignedResult = {
  result_id: 'Zt3mC0Yw8kQ1sVbN',
  session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
  site_key: 'bh_pk_1',
  risk_score: 30,
  effective_action: 'Unknown',
  proven: 'recording',
  decision: 'step_up',
  hostname: 'shop.example',
  issued_at: 1,
  expires_at: 2,
}

function optionsFor(result: object, given: Partial<HumanOptions> = {}): HumanOptions {
  const client: HumanOptions['client'] = {
    verifyResult: async () => ({ valid: true, result: result as SignedResult }),
    verifyAgent: () => Promise.reject(new Error('no request is signed')),
  }
  return { client, siteKey: 'bh_pk_1', ...given }
}

const decided = (result: object, given?: Partial<HumanOptions>): Promise<Decision> =>
  decide('bhr1_any', optionsFor(result, given))

describe('a result', () => {
  it.each<[string, Partial<SignedResult>, Partial<HumanOptions>, string, string]>([
    ['accept', { decision: 'accept' }, {}, 'allow', 'passed'],
    ['reject', { decision: 'reject' }, {}, 'block', 'too_risky'],
    ['step_up', {}, {}, 'block', 'step_up_required'],
    ['step_up, held', {}, { onStepUp: 'review' }, 'review', 'step_up_required'],
    ['step_up, allowed', {}, { onStepUp: 'allow' }, 'allow', 'step_up_required'],
    ['a score above the limit', { decision: 'accept' }, { maxScore: 29 }, 'block', 'too_risky'],
    ['a score at the limit', { decision: 'accept' }, { maxScore: 30 }, 'allow', 'passed'],
    ['step_up above the limit', {}, { maxScore: 29, onStepUp: 'allow' }, 'block', 'too_risky'],
    ['reject below the limit', { decision: 'reject' }, { maxScore: 100 }, 'block', 'too_risky'],
    ['step_up below the limit', {}, { maxScore: 100 }, 'block', 'step_up_required'],
    // Only the decision counts, whatever the other fields are.
    ['reject after step-up', { decision: 'reject', step_up: 'passed' }, {}, 'block', 'too_risky'],
    ['step_up, Auto-accept', { effective_action: 'Auto-accept' }, {}, 'block', 'step_up_required'],
    ['accept, Unknown', { decision: 'accept', proven: 'nothing' }, {}, 'allow', 'passed'],
  ])('with %s', async (_, result, given, outcome, reason) => {
    expect(await decided({ ...RESULT, ...result }, given)).toMatchObject({ outcome, reason })
  })

  it('without a known decision blocks, and says once that the service has another version', async () => {
    const log = vi.fn()
    const { decision: _, ...older } = { ...RESULT, effective_action: 'Auto-accept', step_up: 'passed' }
    for (const result of [older, { ...RESULT, decision: 'monitor' }]) {
      const options = optionsFor(result, { log, onStepUp: 'allow', failOpen: true, maxScore: 100 })
      for (let visit = 0; visit < 2; visit++) {
        expect(await decide('bhr1_any', options)).toMatchObject({ outcome: 'block', reason: 'no_decision' })
      }
      expect(log.mock.calls.splice(0)).toEqual([[expect.stringContaining('install the same version')]])
    }
  })
})

it('a refusal names step-up only where it helps', async () => {
  const refusal = async (decision: string) => refusalOf(await decided({ ...RESULT, decision }))
  expect(await refusal('step_up')).toHaveProperty('code', 'step_up_required')
  expect(await refusal('reject')).not.toHaveProperty('code')
})

it('refuses wrong options', async () => {
  const wrong = optionsFor(RESULT, { onUnknown: 'allow' } as Partial<HumanOptions>)
  await expect(decide('bhr1_any', wrong)).rejects.toThrow('there is no option onUnknown')
})

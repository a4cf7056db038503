import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RECOMMENDED_ACTIONS } from '../../contract/checks.ts'
import type { SignedResult } from '../../contract/result.ts'
import { STEP_UP_RESULTS } from '../../contract/step_up_field.ts'
import { sealResult, unsealResult } from './seal.ts'

const KEY = randomBytes(32)
const RESULT: SignedResult = {
  result_id: 'r'.repeat(22),
  session_id: 's'.repeat(22),
  site_key: 'bh_pk_x',
  risk_score: 7,
  effective_action: 'Auto-accept',
  proven: 'behavior',
  decision: 'accept',
  hostname: 'shop.example',
  issued_at: 1_000,
  expires_at: 121_000,
}

describe('a sealed result', () => {
  it('can be opened with the key only', () => {
    const sealed = sealResult(KEY, RESULT)
    expect(unsealResult(KEY, sealed)).toEqual(RESULT)
    expect(unsealResult(randomBytes(32), sealed)).toBeNull()
  })

  it('reveals neither score nor action, not even by its length', () => {
    const lengths = RECOMMENDED_ACTIONS.flatMap((effective_action) =>
      [0, 10, 100].map(
        (risk_score) =>
          sealResult(KEY, { ...RESULT, risk_score, effective_action, page_action: 'käse' }).length,
      ),
    )
    for (const step_up of STEP_UP_RESULTS) {
      lengths.push(sealResult(KEY, { ...RESULT, step_up, page_action: 'käse' }).length)
    }
    expect(new Set(lengths).size).toBe(1)
    const sealed = sealResult(KEY, RESULT)
    expect(Buffer.from(sealed.slice(5), 'base64url').toString('latin1')).not.toContain('accept')
    expect(sealResult(KEY, RESULT)).not.toBe(sealed)
  })

  it('is rejected after any change', () => {
    const sealed = sealResult(KEY, RESULT)
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(unsealResult(KEY, sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull()
    }
    for (const text of [
      '',
      'bhr1_',
      'bhr1_AAAA',
      sealed.slice(0, -1),
      `${sealed}=`,
      `${sealed}A`,
      `${sealed}\n`,
    ]) {
      expect(unsealResult(KEY, text)).toBeNull()
    }
  })

  it('can be opened with the longest texts of a page', () => {
    const text = '\u0001'.repeat(255)
    const longest = { ...RESULT, page_data: text, page_action: text, hostname: 'h'.repeat(253) }
    expect(unsealResult(KEY, sealResult(KEY, longest))).toEqual(longest)
  })
})

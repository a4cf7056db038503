import { describe, expect, it } from 'vitest'
import { RECOMMENDED_ACTIONS } from '../contract/checks.ts'
import { effectiveAction } from './override.ts'

describe('the effective action', () => {
  it.each([...RECOMMENDED_ACTIONS, null])('is the computed one without a label: %s', (computed) => {
    expect(effectiveAction(computed, null)).toBe(computed)
  })

  it.each([...RECOMMENDED_ACTIONS, null])('follows the label whatever was computed: %s', (computed) => {
    expect(effectiveAction(computed, 'person')).toBe('Auto-accept')
    expect(effectiveAction(computed, 'bot')).toBe('Auto-reject or high-priority review')
  })
})

import { describe, expect, it } from 'vitest'
import { newFacts } from '../../../test/samples/session_facts.ts'
import { maskOf, type Needed } from '../../risk/acceptance.ts'
import { countWhatIf } from './what_if.ts'

const NO_CHANGE = { weights: {}, bands: [25, 50, 70] as [number, number, number], monitor_only: false }

const visit = (startedAt: number, missing: readonly Needed[]) => ({
  sessionId: 's',
  startedAt,
  label: null,
  facts: newFacts({ detected: 0, unknown: 0, strengths: [], harmless: [], missing: maskOf(missing) }),
})

describe('what-if', () => {
  it('counts recent visits that would need step-up verification at each acceptance level', () => {
    const count = countWhatIf({}, NO_CHANGE, 1_000)
    for (const missing of [[], ['duration'], ['verifiable'], ['answer'], ['inTime'], ['anyInput']] as const) {
      count.add(visit(1_000, missing))
      count.add(visit(999, missing))
    }
    const { computed_on, step_up } = count.done(12)
    expect(computed_on).toBe(12)
    expect(step_up).toEqual({ visits: 6, relaxed: 2, standard: 4, strict: 5 })
  })
})

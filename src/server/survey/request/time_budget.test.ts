import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../http/errors.ts'
import { openTimeBudget } from './time_budget.ts'

const LARGE = 2_000_000

function budgetOf(secondsPerMinute: number) {
  const clock = { now: 0 }
  const budget = openTimeBudget(secondsPerMinute, () => clock.now)
  const refusal = (key: string, isCompressed = false) => {
    try {
      budget.reserve(key, LARGE, isCompressed).release()
      return undefined
    } catch (error) {
      const { code, message, options } = error as ApiError
      return { code, message, retryAfterS: options.retryAfterS }
    }
  }
  return { clock, budget, refusal }
}

describe('the time for the requests of a key', () => {
  it('is used up by what they took, and returns evenly', () => {
    const { clock, budget, refusal } = budgetOf(30)
    const first = budget.reserve('k', LARGE, false)
    first.spent(63_000)
    first.release()
    expect(refusal('k')).toEqual({
      code: 'rate_limited',
      message:
        'This key has used its 30 seconds of processor time per minute. Send this request again in 6 seconds.',
      retryAfterS: 6,
    })
    // Control: another key has its own.
    expect(refusal('l')).toBeUndefined()
    clock.now += 5_900
    expect(refusal('k')).toMatchObject({ retryAfterS: 1 })
    clock.now += 200
    expect(refusal('k')).toBeUndefined()
  })

  it('counts the requests that wait, by their size', () => {
    const { clock, budget, refusal } = budgetOf(30)
    const waiting = Array.from({ length: 18 }, () => budget.reserve('k', LARGE, false))
    expect(refusal('k')).toEqual({
      code: 'rate_limited',
      message:
        'Requests with 36000000 bytes of this key wait for analysis, and with them it has used its 30 seconds of processor time per minute. Send this request again in 1 second.',
      retryAfterS: 1,
    })
    for (const one of waiting) one.release()
    expect(refusal('k')).toBeUndefined()
    expect(clock.now).toBe(0)
  })

  it('counts a compressed request as several times its size', () => {
    const { budget, refusal } = budgetOf(30)
    for (let at = 0; at < 5; at++) budget.reserve('k', LARGE, true)
    expect(refusal('k')).toMatchObject({ code: 'rate_limited' })
  })

  it('admits one request of any size', () => {
    const { budget, refusal } = budgetOf(1)
    budget.reserve('k', 16 * LARGE, true)
    expect(refusal('k')).toMatchObject({ code: 'rate_limited' })
  })

  it('is not limited at 0', () => {
    const { budget, refusal } = budgetOf(0)
    budget.reserve('k', LARGE, false).spent(1e9)
    expect(refusal('k')).toBeUndefined()
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { withinDeadline } from './deadline.ts'

afterEach(() => vi.useRealTimers())

describe('withinDeadline', () => {
  it('does not wait for a store that stalls', async () => {
    vi.useFakeTimers()
    const outcome = withinDeadline(new Promise(() => {})).catch((error) => error)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ code: 'store_unavailable', options: { retryAfterS: 5 } })
  })

  it('leaves no timer behind when the store answers, well or badly', async () => {
    vi.useFakeTimers()
    expect(await withinDeadline(Promise.resolve(1))).toBe(1)
    await expect(withinDeadline(Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(vi.getTimerCount()).toBe(0)
  })
})

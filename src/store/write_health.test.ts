import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from './errors.ts'
import { WriteHealth } from './write_health.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const full = () => Promise.reject(new StoreUnavailable('the disk is full'))

describe('the health of writes', () => {
  it('is bad while the small write fails, and good after', async () => {
    let write: () => Promise<unknown> = full
    const health = new WriteHealth(() => write())
    await expect(health.check()).rejects.toThrow('full')
    write = async () => {}
    vi.advanceTimersByTime(1_000)
    await expect(health.check()).resolves.toBeUndefined()
  })

  it('is bad for some seconds after a failed write, or until one succeeds', async () => {
    const health = new WriteHealth(async () => {})
    await expect(health.watch(full())).rejects.toThrow('full')
    await expect(health.check()).rejects.toThrow('the last write failed')
    vi.advanceTimersByTime(3_000)
    await health.check()
    await expect(health.watch(full())).rejects.toThrow('full')
    await health.watch(Promise.resolve())
    await health.check()
  })

  it('control: an error that is not the disk is no reason', async () => {
    const health = new WriteHealth(async () => {})
    await expect(health.watch(Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
    await health.check()
  })

  it('writes once a second at most', async () => {
    const write = vi.fn(async () => {})
    const health = new WriteHealth(write)
    for (let index = 0; index < 50; index++) await health.check()
    expect(write).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    await health.check()
    expect(write).toHaveBeenCalledTimes(2)
  })
})

import { describe, expect, it } from 'vitest'
import { openAdmission } from './admission.ts'

const FULL = 'as much work as it can hold'

describe('admission', () => {
  it('refuses bytes beyond its room and takes them again once some are given back', async () => {
    const admission = openAdmission({ bytes: 100, requests: 10 })
    const first = await admission.enter()
    first.take(60)
    const second = await admission.enter()
    expect(() => second.take(41)).toThrow(FULL)
    second.take(40)
    first.release()
    second.take(60)
    expect(admission.bytes).toBe(100)
  })

  it('gives back once, however often it is told to', async () => {
    const admission = openAdmission({ bytes: 100, requests: 1, holdMs: 0 })
    const lease = await admission.enter()
    lease.take(50)
    await expect(admission.enter()).rejects.toThrow(FULL)
    lease.release()
    lease.release()
    expect(admission.bytes).toBe(0)
    await admission.enter()
  })

  it('lets a crowd grow while it moves, and no longer', async () => {
    let now = 1_000
    const { enter } = openAdmission({ crowd: 2, holdMs: 0, monotonic: () => now })
    const begin = async () => {
      const lease = await enter()
      await lease.begin()
      return lease
    }
    const early = await enter()
    const [first, second, third] = [await begin(), await begin(), await begin()]
    now += 81
    await expect(enter(), 'nobody has left for long').rejects.toThrow(FULL)
    await expect(early.begin(), 'it came before, but its body did not').rejects.toThrow(FULL)
    third.release()
    await expect(enter(), 'who left had waited for long').rejects.toThrow(FULL)
    second.release()
    first.release()
    const quick = await begin()
    now += 5
    quick.release()
    await begin()
    await begin()
    await begin()
  })

  it('does not count those whose bodies are still on their way', async () => {
    let now = 1_000
    const { enter } = openAdmission({ crowd: 2, holdMs: 0, monotonic: () => now })
    const slow = [await enter(), await enter(), await enter()]
    now += 10_000
    const quick = await enter()
    await quick.begin()
    quick.release()
    for (const lease of slow) lease.release()
    await (await enter()).begin()
  })
})

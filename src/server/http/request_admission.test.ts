import { describe, expect, it } from 'vitest'
import { openRequestAdmission } from './request_admission.ts'

const OVERLOADED = 'The service is overloaded'

describe('request admission', () => {
  it('rejects bytes above its limit and accepts them again once some are released', async () => {
    const admission = openRequestAdmission({ bytes: 100, requests: 10 })
    const first = await admission.enter()
    first.take(60)
    const second = await admission.enter()
    expect(() => second.take(41)).toThrow(OVERLOADED)
    second.take(40)
    first.release()
    second.take(60)
    expect(admission.bytes).toBe(100)
  })

  it('releases a lease only once', async () => {
    const admission = openRequestAdmission({ bytes: 100, requests: 1, rejectDelayMs: 0 })
    const lease = await admission.enter()
    lease.take(50)
    await expect(admission.enter()).rejects.toThrow(OVERLOADED)
    lease.release()
    lease.release()
    expect(admission.bytes).toBe(0)
    await admission.enter()
  })

  it('admits more active requests only while they finish in time', async () => {
    let now = 1_000
    const { enter } = openRequestAdmission({ alwaysAdmitted: 2, rejectDelayMs: 0, monotonic: () => now })
    const begin = async () => {
      const lease = await enter()
      await lease.begin()
      return lease
    }
    const early = await enter()
    const [first, second, third] = [await begin(), await begin(), await begin()]
    now += 81
    await expect(enter(), 'no request has finished for 81 ms').rejects.toThrow(OVERLOADED)
    await expect(early.begin(), 'admitted before, but its body arrives now').rejects.toThrow(OVERLOADED)
    third.release()
    await expect(enter(), 'the last request to finish was slow').rejects.toThrow(OVERLOADED)
    second.release()
    first.release()
    const quick = await begin()
    now += 5
    quick.release()
    await begin()
    await begin()
    await begin()
  })

  it('does not count requests whose bodies are still arriving', async () => {
    let now = 1_000
    const { enter } = openRequestAdmission({ alwaysAdmitted: 2, rejectDelayMs: 0, monotonic: () => now })
    const slow = [await enter(), await enter(), await enter()]
    now += 10_000
    const quick = await enter()
    await quick.begin()
    quick.release()
    for (const lease of slow) lease.release()
    await (await enter()).begin()
  })
})

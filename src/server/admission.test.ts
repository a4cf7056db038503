import { describe, expect, it } from 'vitest'
import { openAdmission } from './admission.ts'

describe('admission', () => {
  it('refuses bytes beyond its room and takes them again once some are given back', () => {
    const admission = openAdmission(100, 10)
    const first = admission.lease()
    first.take(60)
    const second = admission.lease()
    expect(() => second.take(41)).toThrow('as much work as it can hold')
    second.take(40)
    first.release()
    second.take(60)
    expect(admission.bytes).toBe(100)
  })

  it('gives back once, however often it is told to', () => {
    const admission = openAdmission(100, 1)
    const lease = admission.lease()
    lease.take(50)
    expect(() => admission.lease()).toThrow('as much work as it can hold')
    lease.release()
    lease.release()
    expect(admission.bytes).toBe(0)
    admission.lease()
  })
})

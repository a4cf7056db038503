import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery_codes.ts'

describe('recovery codes', () => {
  it('are ten different codes in groups of four', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  })

  it('are recognized however a person enters them', () => {
    const hash = recoveryCodeHash('abcd-efgh-ijkl-mn27')
    expect(hash).toHaveLength(32)
    expect(recoveryCodeHash(' ABCD EFGHIJKL-MN27 ')).toEqual(hash)
    expect(recoveryCodeHash('abcd-efgh-ijkl-mn26')).not.toEqual(hash)
  })

  it.each(['123456', '123 456', 'abcd-efgh-ijkl', 'abcd-efgh-ijkl-mno1', ''])('are not %j', (text) => {
    expect(recoveryCodeHash(text)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { base32, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')

describe('one-time codes', () => {
  it.each([
    [59_000, '287082'],
    [1_111_111_109_000, '081804'],
    [1_111_111_111_000, '050471'],
    [1_234_567_890_000, '005924'],
    [2_000_000_000_000, '279037'],
    [20_000_000_000_000, '353130'],
  ])('match RFC 6238 at %i', (now, code) => {
    expect(totpCode(SECRET, Math.floor(now / 30_000))).toBe(code)
    expect(totpStep(SECRET, code, now)).toBe(Math.floor(now / 30_000))
  })

  it('are valid one step early and one step late, and no longer', () => {
    const code = totpCode(SECRET, 100)
    const at = (step: number) => totpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, step * 30_000)
    expect([98, 99, 100, 101, 102].map(at)).toEqual([null, 100, 100, 100, null])
    expect(totpStep(SECRET, '', 100 * 30_000)).toBeNull()
  })

  it('are shared in base 32', () => {
    expect(base32(new TextEncoder().encode('foobar'))).toBe('MZXW6YTBOI')
    expect(newTotpSecret()).toHaveLength(20)
    expect(totpUri(SECRET, 'a b@c')).toBe(
      'otpauth://totp/Byhand:a%20b%40c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Byhand',
    )
  })
})

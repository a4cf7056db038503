import { describe, expect, it } from 'vitest'
import { isUserHashValid, userHash } from './user_hash.ts'

describe('user_hash', () => {
  it('is a plain HMAC-SHA256 in hex', () => {
    // printf %s user-17 | openssl dgst -sha256 -hmac secret
    const hash = userHash('secret', 'user-17')
    expect(hash).toBe('86866777018de878e63b4a11427b9ef4f24e9dcf509e4bae893a76cb9a8bd5cd')
    expect(isUserHashValid('secret', 'user-17', hash)).toBe(true)
    expect(isUserHashValid('secret', 'user-17', hash.toUpperCase())).toBe(true)
  })

  it('is rejected for another user or secret, and when truncated or missing', () => {
    const hash = userHash('secret', 'user-17')
    expect(isUserHashValid('secret', 'user-18', hash)).toBe(false)
    expect(isUserHashValid('other', 'user-17', hash)).toBe(false)
    expect(isUserHashValid('secret', 'user-17', hash.slice(1))).toBe(false)
    expect(isUserHashValid('secret', 'user-17', '')).toBe(false)
    expect(isUserHashValid('secret', 'user-17', undefined)).toBe(false)
  })
})

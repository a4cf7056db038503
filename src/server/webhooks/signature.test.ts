import { describe, expect, it } from 'vitest'
import { newSecret, shownSecret, signatureHeaders } from './signature.ts'

describe('a signature', () => {
  it('matches the published example', () => {
    const headers = signatureHeaders(
      ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330_000,
      '{"test": 2432232314}',
    )
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('covers every secret in use', () => {
    const { 'webhook-signature': both } = signatureHeaders([newSecret(), newSecret()], 'a', 1, '{}')
    expect(both).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
    expect(shownSecret('abc')).toBe('whsec_abc')
    expect(Buffer.from(newSecret(), 'base64')).toHaveLength(32)
  })
})

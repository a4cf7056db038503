import { createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openHmac } from './hmac.ts'

it.each([1, 32, 63, 64])('is the HMAC of Node with a key of %i bytes', (bytes) => {
  const key = randomBytes(bytes)
  const hmac = openHmac(key)
  for (const text of ['', 'a', 'ä€😀', 'x'.repeat(55), 'x'.repeat(64), 'x'.repeat(1000)]) {
    expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
  }
})

it('rejects a key that is longer than a block', () => {
  expect(() => openHmac(randomBytes(65))).toThrow('64 bytes')
})

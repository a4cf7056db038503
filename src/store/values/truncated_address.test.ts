import { expect, it } from 'vitest'
import { truncatedAddress } from './truncated_address.ts'

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1:2:3:4', 'fe80:0:0::/48'],
  ['192.0.2.0/24', '192.0.2.0/24'],
])('truncates %s to %s', (address, truncated) => {
  expect(truncatedAddress(address)).toBe(truncated)
})

import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublic, parseAddress } from './address.ts'

const shown = (text: string) => {
  const address = parseAddress(text)
  if (address === null || typeof address === 'number') return address
  return [...address].map((word) => word.toString(16).padStart(8, '0')).join('')
}
const publicly = (text: string) => isPublic(parseAddress(text) as number)

describe('parseAddress', () => {
  it.each([
    ['0.0.0.0', 0],
    ['1.2.3.4', 0x01020304],
    ['255.255.255.255', 0xffffffff],
    ['::ffff:192.0.2.33', 0xc0000221],
    ['::FFFF:c000:0221', 0xc0000221],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::', '20010db8000000000000000000000000'],
    ['2001:0DB8:1:2:3:4:5:6', '20010db8000100020003000400050006'],
    ['2001:db8::5:6', '20010db8000000000000000000050006'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
  ])('parses %s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.04',
    '1.2..3',
    '1.2.3.4 ',
    '0x1.2.3.4',
    '-1.2.3.4',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1.2.3',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
    ':1::',
    '1:',
    'g::',
    '[::1]',
    '1.2.3.4:80',
  ])('rejects %j', (text) => {
    expect(parseAddress(text)).toBeNull()
  })

  it('agrees with Node on what an address is', () => {
    const almost = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:'), maxLength: 24 })
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), almost), (text) => {
        expect(parseAddress(text) !== null).toBe(isIPv4(text) || isIPv6(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('parses all spellings of an IPv6 address to the same value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const full = groups.map((group) => group.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${full}]`).hostname.slice(1, -1)
        expect(shown(short)).toEqual(shown(full))
      }),
    )
  })
})

describe('isPublic', () => {
  it.each([
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:c000:221::1',
    '3fff::1',
    '::ffff:10.0.0.1',
  ])('is false for %s', (text) => {
    expect(publicly(text)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:db9::1',
    '2003::1',
    '2a01:4f8::1',
    '::ffff:8.8.8.8',
  ])('is true for %s', (text) => {
    expect(publicly(text)).toBe(true)
  })
})

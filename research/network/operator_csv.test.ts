import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/network/address.ts'
import { operatorsIn } from '../../src/network/operators.ts'
import { parseOperatorTables } from './operator_csv.ts'

const IPV4 = [
  '16777216,16777471,13335,"Cloudflare, Inc."',
  '16778240,16779263,38803,Gtelecom Pty Ltd',
  '16779264,16779519,64496,"Say ""hello"""',
  '16779520,16779520,64497,',
].join('\n')
const IPV6 = [
  '2001:db8::,2001:db8:0:ffff:ffff:ffff:ffff:ffff,64496,H\u00f6ster',
  '2001:db8:5::,2001:db8:5:ffff:ffff:ffff:ffff:ffff,64496,H\u00f6ster',
  '2001:db9::,2001:db9:0:ffff:ffff:ffff:ffff:ffff,64496,H\u00f6ster',
].join('\r\n')

const read = (ipv4 = IPV4, ipv6 = IPV6) =>
  operatorsIn(parseOperatorTables(Buffer.from(ipv4), Buffer.from(ipv6)), 7)
const operator = (ip: string) => read().operatorOf(parseAddress(ip) as number)

describe('tables of operators', () => {
  it('reads numbers and names, quoted or not', () => {
    expect(operator('1.0.0.255')).toEqual({ asn: 13335, name: 'Cloudflare, Inc.' })
    expect(operator('1.0.4.1')).toEqual({ asn: 38803, name: 'Gtelecom Pty Ltd' })
    expect(operator('1.0.8.0')?.name).toBe('Say "hello"')
    expect(operator('1.0.9.0')).toEqual({ asn: 64497, name: null })
    expect(operator('1.0.1.0')).toBeNull()
    expect(read().madeAt).toBe(7)
  })

  it('uses the first name of an operator', () => {
    expect(operator('2001:db8::1')).toEqual({ asn: 64496, name: 'Say "hello"' })
    expect(read('').operatorOf(parseAddress('2001:db8::1') as number)?.name).toBe('H\u00f6ster')
  })

  it('fills a gap between ranges of one operator within a /32 only', () => {
    expect(operator('2001:db8:3::1')?.asn).toBe(64496)
    expect(operator('2001:db8:6::1')).toBeNull()
  })

  it.each([
    ['an invalid address', 'a,16777471,13335,X', ''],
    ['a truncated row', '16777216,16777471', ''],
    ['a number too large', '16777216,4294967296,13335,X', ''],
    ['invalid IPv6', '', '2001::x,2001::y,64496,X'],
    ['rows out of order', '20,30,1,X\n10,15,1,X', ''],
  ])('rejects %s', (_, ipv4, ipv6) => {
    expect(() => read(ipv4, ipv6)).toThrow(/invalid row|ascending/)
  })
})

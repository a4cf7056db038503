import { describe, expect, it } from 'vitest'
import { hostileMmdbs, writeMmdb } from '../../test/samples/written_mmdb.ts'
import { parseAddress } from './address.ts'
import { readCountries } from './country.ts'
import { readOperators } from './operators.ts'

const country = (bytes: Buffer, ip: string) => readCountries(bytes).countryOf(parseAddress(ip) as number)

const COUNTRIES = [
  { block: '192.0.2.0/24', record: { country: { iso_code: 'DE', names: { en: 'Germany' } } } },
  { block: '198.51.100.0/31', record: { country_code: 'FR' } },
  { block: '2001:db8::/32', record: { country: 'JP', continent: 'AS' } },
]

describe('MaxMind DB', () => {
  it.each([24, 28, 32])('finds IPv4 and IPv6 in a tree with records of %i bits', (recordSize) => {
    const bytes = writeMmdb(COUNTRIES, { recordSize })
    expect(country(bytes, '192.0.2.255')).toBe('DE')
    expect(country(bytes, '192.0.3.0')).toBeNull()
    expect(country(bytes, '198.51.100.1')).toBe('FR')
    expect(country(bytes, '198.51.100.2')).toBeNull()
    expect(country(bytes, '2001:db8:ffff::1')).toBe('JP')
    expect(country(bytes, '2001:db9::1')).toBeNull()
  })

  it('follows pointers', () => {
    expect(country(writeMmdb(COUNTRIES, { usePointers: true }), '192.0.2.1')).toBe('DE')
  })

  it('finds no IPv6 address in an IPv4 tree', () => {
    const bytes = writeMmdb(COUNTRIES.slice(0, 2), { version: 4 })
    expect(country(bytes, '192.0.2.1')).toBe('DE')
    expect(country(bytes, '2001:db8::1')).toBeNull()
  })

  it('returns the build time', () => {
    expect(readCountries(writeMmdb(COUNTRIES, { builtAt: 1_780_000_000 })).madeAt).toBe(1_780_000_000_000)
  })

  it.each([
    ['MaxMind and DB-IP', { autonomous_system_number: 64496, autonomous_system_organization: 'Example' }],
    ['others', { asn: 'AS64496', as_name: 'Example' }],
    ['yet others', { asn: 64496, name: 'Example' }],
  ])('reads operators as %s write them', (_, record) => {
    const operators = readOperators(writeMmdb([{ block: '192.0.2.0/24', record }]))
    expect(operators.operatorOf(parseAddress('192.0.2.9') as number)).toEqual({ asn: 64496, name: 'Example' })
    expect(operators.operatorOf(parseAddress('192.0.3.9') as number)).toBeNull()
  })

  it.each([
    ['a file of another format', Buffer.from('hello'), 'not a MaxMind DB'],
    ['an empty file', Buffer.alloc(0), 'not a MaxMind DB'],
    [
      'a file of another subject',
      writeMmdb([{ block: '192.0.2.0/24', record: { asn: 1 } }]),
      'contain no country',
    ],
    ['a truncated tree', writeMmdb(COUNTRIES).subarray(400), 'damaged'],
  ])('rejects %s', (_, bytes, reason) => {
    expect(() => readCountries(bytes)).toThrow(reason)
  })

  it.each(Object.entries(hostileMmdbs()))('rejects %s', (_, bytes) => {
    expect(() => readCountries(bytes)).toThrow('damaged')
  })

  it('returns null and does not crash for a corrupt byte anywhere', () => {
    const sound = writeMmdb(COUNTRIES)
    for (let at = 0; at < sound.length; at++) {
      const broken = Buffer.from(sound)
      broken[at] = (broken[at] as number) ^ 0xff
      try {
        const { countryOf } = readCountries(broken)
        for (const ip of ['192.0.2.1', '198.51.100.1', '2001:db8::1', '9.9.9.9']) {
          const country = countryOf(parseAddress(ip) as number)
          expect(country === null || typeof country === 'string', String(country)).toBe(true)
        }
      } catch (error) {
        expect((error as Error).name).toBe('NetworkDataError')
      }
    }
  })
})

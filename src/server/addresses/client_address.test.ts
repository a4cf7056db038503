import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openClientAddress, parseRanges, rateSubject } from './client_address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

const seen = (proxies: string[], remote: string, forwarded?: string) =>
  openClientAddress(proxies).of(request(remote, forwarded))

describe('the address of a client', () => {
  it('is the address of the socket when the peer is not trusted', () => {
    expect(seen([], '198.51.100.7', '1.1.1.1')).toBe('198.51.100.7')
    expect(seen(['10.0.0.0/8'], '198.51.100.7', '1.1.1.1')).toBe('198.51.100.7')
    expect(seen(['10.0.0.0/8'], '::ffff:198.51.100.7', '1.1.1.1')).toBe('198.51.100.7')
  })

  it('is the peer of the trusted proxies, not what clients wrote before it', () => {
    expect(seen(['loopback'], '127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(seen(['loopback'], '::1', '1.1.1.1, 203.0.113.9')).toBe('203.0.113.9')
    expect(seen(['loopback', '10.0.0.0/8'], '::ffff:127.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3')).toBe(
      '203.0.113.9',
    )
  })

  it('is the last valid address', () => {
    expect(seen(['loopback'], '127.0.0.1', 'unknown')).toBe('127.0.0.1')
    expect(seen(['loopback'], '127.0.0.1', '203.0.113.9, , ')).toBe('127.0.0.1')
    expect(seen(['loopback'], '127.0.0.1', undefined)).toBe('127.0.0.1')
    expect(seen(['loopback', 'uniquelocal'], '127.0.0.1', '10.0.0.1, 10.0.0.2')).toBe('10.0.0.1')
  })

  it('is read with or without a port', () => {
    expect(seen(['loopback'], '127.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9')
    expect(seen(['loopback'], '127.0.0.1', '[2001:db8::1]:4711')).toBe('2001:db8::1')
    expect(seen(['loopback'], '127.0.0.1', '2001:db8::1')).toBe('2001:db8::1')
  })

  it('reports an untrusted forwarder once', () => {
    let reports = 0
    const addresses = openClientAddress(['10.0.0.0/8'], () => reports++)
    addresses.of(request('10.0.0.1', '203.0.113.9'))
    addresses.of(request('198.51.100.7'))
    expect(reports).toBe(0)
    for (let i = 0; i < 3; i++) addresses.of(request('198.51.100.7', '203.0.113.9'))
    expect(reports).toBe(1)
  })

  it('is found in linear time', () => {
    const long = '127.0.0.1,'.repeat(100_000)
    expect(seen(['loopback'], '127.0.0.1', long)).toBe('127.0.0.1')
    expect(seen(['loopback'], '127.0.0.1', ','.repeat(1_000_000))).toBe('127.0.0.1')
  })
})

describe('parseRanges', () => {
  it.each(['10.0.0.0/33', '::/129', 'proxy', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3.4/x'])(
    'rejects %j',
    (range) => {
      expect(() => parseRanges([range])).toThrow('must list')
    },
  )
})

describe('rateSubject', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:DB8::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:0db8:0000:0001::', '2001:db8:0:1'],
    ['2001:db8::4:5:6:7:8', '2001:db8:0:4'],
  ])('counts %s as %s', (address, subject) => {
    expect(rateSubject(address)).toBe(subject)
  })
})

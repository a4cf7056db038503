import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { parseList } from './list.ts'
import { valueAt } from './ranges.ts'

const MOST = { ipv4: 0.25, ipv6: 0.25 }
const parse = (text: string, most = MOST) => parseList(text, most)
const isOn = (text: string, ip: string) => valueAt(parse(text).ranges, parseAddress(ip) as number) === 1

describe('parseList', () => {
  it.each([
    ['an address', '192.0.2.7', ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
    ['a block', '192.0.2.0/30', ['192.0.2.0', '192.0.2.3'], ['192.0.1.255', '192.0.2.4']],
    ['a block with host bits set', '192.0.2.77/24', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
    ['a span', '192.0.2.5-192.0.2.9', ['192.0.2.5', '192.0.2.9'], ['192.0.2.4', '192.0.2.10']],
    ['an IPv6 address', '2001:db8::7', ['2001:db8::7'], ['2001:db8::6', '2001:db8::8']],
    ['an IPv6 block', '2001:db8::/33', ['2001:db8:7fff:ffff::'], ['2001:db8:8000::', '2001:db7:ffff::']],
    ['an IPv6 address in brackets', '[2001:db8::7]', ['2001:db8::7'], ['2001:db8::8']],
    ['a row of a table', '192.0.2.0/31,GB,GB-EN,London,', ['192.0.2.1'], ['192.0.2.2']],
    ['a line with a comment', '192.0.2.7 # someone', ['192.0.2.7'], ['192.0.2.8']],
    ['lines with CRLF', '192.0.2.7\r\n192.0.2.9\r\n', ['192.0.2.7', '192.0.2.9'], ['192.0.2.8']],
  ])('reads %s', (_, text, on, off) => {
    for (const ip of on) expect(isOn(text, ip)).toBe(true)
    for (const ip of off) expect(isOn(text, ip)).toBe(false)
  })

  it("reads the Tor project's exit-addresses", () => {
    const { entries, unread, ranges } = parse(
      [
        'ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E',
        'Published 2026-11-14 09:14:11',
        'LastStatus 2026-11-14 21:00:00',
        'ExitAddress 192.0.2.7 2026-11-14 21:08:01',
        'ExitAddress 192.0.2.8 2026-11-14 21:09:01',
      ].join('\n'),
    )
    expect({ entries, unread }).toEqual({ entries: 2, unread: 0 })
    expect(valueAt(ranges, parseAddress('192.0.2.8') as number)).toBe(1)
  })

  it('merges overlapping blocks', () => {
    const { ranges, entries } = parse('192.0.2.0/24\n192.0.2.128/25\n192.0.3.0/24\n192.0.2.7')
    expect(entries).toBe(4)
    expect(ranges.starts4).toHaveLength(2)
  })

  it('skips a stray line and counts it', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `192.0.2.${at}`)
    expect(parse(['network', ...lines].join('\n'))).toMatchObject({ entries: 40, unread: 1 })
  })

  it.each([
    ['nothing', '', 'it contains no addresses'],
    ['comments only', '# none\n\n', 'it contains no addresses'],
    ['a web page', '<!doctype html>\n<html>\n<body>192.0.2.1</body>', 'it contains no addresses'],
    ['mostly something else', '192.0.2.1\nfoo\nbar', '2 of its 3 lines are not addresses'],
    ['everything', '0.0.0.0/0', 'no allocation is larger than a /8'],
    ['half of everything', '192.0.2.1\n128.0.0.0/1', 'no allocation is larger than a /8'],
    ['all of IPv6', '::/0', 'no allocation is larger than a /19'],
    ['a span over everything', '0.0.0.0-255.255.255.255', 'no allocation is larger than a /8'],
    ['an invalid prefix', '192.0.2.0/33', 'it contains no addresses'],
  ])('rejects %s', (_, text, reason) => {
    expect(() => parse(text)).toThrow(reason)
  })

  it('rejects blocks that are plausible alone but not together', () => {
    const all = Array.from({ length: 128 }, (_, at) => `${at + 1}.0.0.0/8`).join('\n')
    expect(() => parse(all)).toThrow('it covers 50% of IPv4; at most 25% is allowed')
    const all6 = Array.from({ length: 4096 }, (_, at) => `${(0x2000 + at).toString(16)}::/19`).join('\n')
    expect(() => parse(all6, { ipv4: 1, ipv6: 0.05 })).toThrow(
      'it covers 6.3% of IPv6; at most 5% is allowed',
    )
  })

  it('applies the limit of each kind of list', () => {
    const exits = { ipv4: 65_536 / 2 ** 32, ipv6: 2 ** -16 }
    expect(parse('192.0.0.0/16', exits).entries).toBe(1)
    expect(() => parse('192.0.0.0/15', exits)).toThrow('it covers')
  })
})

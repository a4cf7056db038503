import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeMmdb } from '../../test/samples/written_mmdb.ts'
import { openNetwork } from './lookup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-network-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Replaces a file by renaming, as the update does. */
function put(name: string, content: string | Buffer) {
  writeFileSync(join(folder, `${name}.new`), content)
  renameSync(join(folder, `${name}.new`), join(folder, name))
}
const open = () => openNetwork({ folder, packaged: false })
const NOTHING = { country: null, asn: null, operator: null, hosting: null, vpn: null, tor: null }

const operator = (block: string, asn: number, name: string) => ({
  block,
  record: { autonomous_system_number: asn, autonomous_system_organization: name },
})
const OPERATORS = writeMmdb([
  operator('91.0.0.0/10', 3320, 'Deutsche Telekom AG'),
  operator('88.99.0.0/16', 24940, 'Hetzner Online GmbH'),
  operator('37.120.128.0/17', 9009, 'M247 Europe SRL'),
  operator('104.16.0.0/12', 13335, 'Cloudflare, Inc.'),
  operator('165.225.0.0/17', 62044, 'Zscaler Switzerland GmbH'),
  operator('2a01:4f8::/32', 24940, 'Hetzner Online GmbH'),
])

describe('openNetwork', () => {
  it('returns nulls without data', () => {
    expect(open().facts('91.1.2.3')).toEqual(NOTHING)
    expect(
      open()
        .ages(0)
        .map(({ from }) => from),
    ).toEqual(Array(6).fill('none'))
    expect(open().problems()).toEqual([])
  })

  it('returns country, operator, hosting and VPN', () => {
    put('asn.mmdb', OPERATORS)
    put('country.mmdb', writeMmdb([{ block: '88.0.0.0/8', record: { country_code: 'DE' } }]))
    const { facts } = open()
    expect(facts('88.99.1.1')).toEqual({
      country: 'DE',
      asn: 24940,
      operator: 'Hetzner Online GmbH',
      hosting: true,
      vpn: false,
      tor: null,
    })
    expect(facts('::ffff:88.99.1.1')).toEqual(facts('88.99.1.1'))
    expect(facts('2a01:4f8:1::1')).toMatchObject({ country: null, asn: 24940, hosting: true })
    expect(facts('91.1.2.3')).toMatchObject({ asn: 3320, hosting: false, vpn: false })
    expect(facts('37.120.200.1')).toMatchObject({ hosting: true, vpn: true })
  })

  it('marks relays and gateways, and does not count a gateway as hosting', () => {
    put('asn.mmdb', OPERATORS)
    const { facts } = open()
    expect(facts('104.28.1.1')).toMatchObject({ hosting: true, relay: true })
    expect(facts('104.16.1.1')).not.toHaveProperty('relay')
    expect(facts('165.225.1.1')).toMatchObject({ hosting: false, vpn: false, relay: true })
  })

  it.each(['10.0.0.1', '127.0.0.1', '::1', 'fe80::1%lo', '100.64.3.4', 'nonsense', ''])(
    'returns nulls for %j',
    (ip) => {
      put('asn.mmdb', OPERATORS)
      put('tor.txt', '91.1.2.3')
      expect(open().facts(ip)).toEqual(NOTHING)
    },
  )

  it('prefers lists to operators, and returns false only where data exists', () => {
    put('asn.mmdb', OPERATORS)
    put('vpn.txt', '91.1.2.3\n9.9.9.9\n')
    put('hosting.txt', '91.1.2.0/28\n')
    put('tor.txt', '# exits\n91.1.2.3\n2a01:4f8::7\n')
    const { facts } = open()
    expect(facts('91.1.2.3')).toMatchObject({ hosting: true, vpn: true, tor: true })
    expect(facts('91.1.2.4')).toMatchObject({ hosting: true, vpn: false, tor: false })
    expect(facts('91.1.3.1')).toMatchObject({ hosting: false, vpn: false, tor: false })
    expect(facts('2a01:4f8::7').tor).toBe(true)
    expect(facts('9.9.9.9')).toMatchObject({ asn: null, hosting: null, vpn: true })
    expect(facts('9.9.9.8')).toMatchObject({ asn: null, hosting: null, vpn: false })
  })

  it('matches relays from a list exactly', () => {
    put('asn.mmdb', OPERATORS)
    put('relay.txt', '88.99.1.0/31,DE,DE-BE,Berlin,\n')
    const { facts } = open()
    expect(facts('88.99.1.1')).toMatchObject({ hosting: true, relay: true })
    expect(facts('88.99.1.2')).not.toHaveProperty('relay')
  })

  it('loads a changed file on reload, not before', () => {
    put('tor.txt', '91.1.2.3')
    const network = open()
    const before = network.version
    expect(network.facts('91.1.2.4').tor).toBe(false)
    put('tor.txt', '91.1.2.4')
    expect(network.facts('91.1.2.4').tor).toBe(false)
    expect(network.reload()).toEqual(['tor'])
    expect(network.facts('91.1.2.4').tor).toBe(true)
    expect(network.version).not.toBe(before)
    expect(network.reload()).toEqual([])
  })

  it('loads in the background what it loads at once', async () => {
    put('asn.mmdb', OPERATORS)
    put('country.mmdb', writeMmdb([{ block: '88.0.0.0/8', record: { country_code: 'DE' } }]))
    put('tor.txt', '88.99.1.1')
    put('vpn.txt', 'not an address')
    const network = open()
    expect(await network.reloadInBackground()).toEqual(['country', 'asn', 'tor'])
    const same = open()
    expect(network.facts('88.99.1.1')).toEqual(same.facts('88.99.1.1'))
    expect(network.facts('88.99.1.1')).toMatchObject({ country: 'DE', asn: 24940, tor: true })
    expect(network.version).toBe(same.version)
    expect(network.problems()).toEqual(same.problems())
    expect(network.problems()).toEqual([expect.stringMatching(/vpn\.txt: it contains no addresses/)])
    expect(await network.reloadInBackground()).toEqual([])
    rmSync(join(folder, 'tor.txt'))
    expect(await network.reloadInBackground()).toEqual(['tor'])
    expect(network.facts('88.99.1.1').tor).toBeNull()
  })

  it('drops the data of a removed file', () => {
    put('tor.txt', '91.1.2.3')
    const network = open()
    expect(network.facts('91.1.2.3').tor).toBe(true)
    rmSync(join(folder, 'tor.txt'))
    expect(network.reload()).toEqual(['tor'])
    expect(network.facts('91.1.2.3').tor).toBeNull()
  })

  it('keeps the old data if the new file is invalid, and reports why', () => {
    put('tor.txt', '91.1.2.3')
    const network = open()
    const before = network.version
    expect(network.facts('91.1.2.3').tor).toBe(true)
    put('tor.txt', '0.0.0.0/0')
    expect(network.reload()).toEqual([])
    expect(network.facts('91.1.2.3').tor).toBe(true)
    expect(network.version).toBe(before)
    expect(network.problems()).toEqual([expect.stringMatching(/tor\.txt: it contains 0\.0\.0\.0\/0/)])
    put('tor.txt', '91.1.2.9')
    expect(network.reload()).toEqual(['tor'])
    expect(network.problems()).toEqual([])
  })

  it('does not use a list of Tor exits that is older than 30 days', () => {
    put('tor.txt', '91.1.2.3')
    const day = 86_400_000
    const torAfter = (days: number) =>
      openNetwork({ folder, packaged: false, now: () => Date.now() + days * day }).facts('91.1.2.3').tor
    expect(torAfter(29)).toBe(true)
    expect(torAfter(31)).toBeNull()
  })

  it('returns the age of each source, and which are outdated', () => {
    const day = 86_400_000
    const made = Date.UTC(2026, 5, 1)
    put('asn.mmdb', writeMmdb([operator('91.0.0.0/10', 3320, 'X')], { builtAt: made / 1000 }))
    put('tor.txt', '91.1.2.3')
    const network = openNetwork({ folder, packaged: false, oldAfterDays: { asn: 30 } })
    const age = (days: number) => network.ages(made + days * day).find(({ name }) => name === 'asn')
    expect(age(30)).toEqual({ name: 'asn', from: 'folder', at: made, days: 30, old: false })
    expect(age(31)).toMatchObject({ days: 31, old: true })
  })
})

describe('the data included in the installation', () => {
  const network = openNetwork({ folder: join(tmpdir(), 'byhand-network-none') })

  it.each([
    ['8.8.8.8', { asn: 15169, country: 'US', hosting: true }],
    ['88.99.1.1', { asn: 24940, country: 'DE', hosting: true }],
    ['2a01:4f8::1', { asn: 24940, country: 'DE', hosting: true }],
    ['87.150.1.1', { asn: 3320, country: 'DE', hosting: false, vpn: false }],
    ['2003:c0::1', { asn: 3320, country: 'DE', hosting: false, vpn: false }],
    ['90.1.1.1', { asn: 3215, country: 'FR', hosting: false, vpn: false }],
    ['73.1.2.3', { asn: 7922, country: 'US', hosting: false, vpn: false }],
    ['49.36.1.1', { asn: 55836, country: 'IN', hosting: false, vpn: false }],
    ['101.160.1.1', { asn: 1221, country: 'AU', hosting: false, vpn: false }],
  ])('knows %s', (ip, expected) => {
    expect(network.facts(ip)).toMatchObject({ ...expected, tor: null })
  })

  it('is loaded in the background without blocking this thread', async () => {
    const threaded = openNetwork({ folder: join(tmpdir(), 'byhand-network-none') })
    const whileLoading = async (load: () => unknown) => {
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      await load()
      clearInterval(timer)
      return turns
    }
    expect(await whileLoading(() => threaded.reloadInBackground())).toBeGreaterThan(2)
    expect(threaded.facts('8.8.8.8')).toEqual(network.facts('8.8.8.8'))
    const blocking = openNetwork({ folder: join(tmpdir(), 'byhand-network-none') })
    expect(await whileLoading(() => blocking.reload())).toBe(0)
  })

  it('has a known age', () => {
    const ages = network.ages(Date.UTC(2026, 6, 1))
    expect(ages.slice(0, 2)).toMatchObject([
      { name: 'country', from: 'package' },
      { name: 'asn', from: 'package' },
    ])
    for (const { days } of ages.slice(0, 2)) expect(days).toBeLessThan(40)
  })

  it('is replaced by a file in the folder, and used again when that is removed', () => {
    const own = mkdtempSync(join(tmpdir(), 'byhand-network-'))
    try {
      const path = join(own, 'country.mmdb')
      const renewed = openNetwork({ folder: own })
      expect(renewed.facts('8.8.8.8').country).toBe('US')
      writeFileSync(path, writeMmdb([{ block: '8.0.0.0/8', record: { country_code: 'NZ' } }]))
      expect(renewed.reload()).toEqual(['country'])
      expect(renewed.facts('8.8.8.8').country).toBe('NZ')
      rmSync(path)
      expect(renewed.reload()).toEqual(['country'])
      expect(renewed.facts('8.8.8.8').country).toBe('US')
    } finally {
      rmSync(own, { recursive: true })
    }
  })

  it('is used if the file in the folder is invalid', () => {
    const own = mkdtempSync(join(tmpdir(), 'byhand-network-'))
    try {
      writeFileSync(join(own, 'country.mmdb'), 'not a database')
      const network = openNetwork({ folder: own })
      expect(network.facts('8.8.8.8').country).toBe('US')
      expect(network.problems()).toEqual([expect.stringContaining('not a MaxMind DB')])
    } finally {
      rmSync(own, { recursive: true })
    }
  })
})

it('says whether there is a current list of Tor exits', () => {
  const network = open()
  expect(network.torList(Date.now())).toBe('none')
  put('tor.txt', '185.220.101.1\n')
  expect(network.torList(Date.now())).toBe('current')
  expect(network.torList(Date.now() + 31 * 86_400_000)).toBe('expired')
})

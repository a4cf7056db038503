/** Detection rates on published ranges, which are available next to a development checkout only. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONSUMER_NETWORKS } from '../../research/network/consumer_networks.ts'
import { addressIn, type Block, blocksIn, hasIpData, IP_DATA } from '../../research/network/ip_data.ts'
import { mulberry32 } from '../../research/seeded_random.ts'
import { vpn } from '../checks/device/vpn.ts'
import type { NetworkProperties } from '../contract/network.ts'
import type { Address } from './address.ts'
import { openNetwork } from './lookup.ts'
import { updateNetworkData } from './update.ts'

const DRAWS = 4_000

if (!hasIpData()) console.log(`skipped: no published ranges at ${IP_DATA}`)

const text = (address: Address) =>
  typeof address === 'number'
    ? [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')
    : [...address].flatMap((word) => [word >>> 16, word & 0xffff].map((half) => half.toString(16))).join(':')

const NONE = { yes: 0, no: 0, unknown: 0 }
const isDetected = (facts: NetworkProperties) =>
  vpn.run({ network: { batches: 1, facts: [facts], vpn: NONE, hosting: NONE, tor: NONE, relayed: 0 } })
    .result === 'Detected'

describe.skipIf(!hasIpData())('published ranges', () => {
  const network = openNetwork({ folder: join(tmpdir(), 'byhand-network-none') })

  function detectedShare(blocks: readonly Block[]): number {
    const next = mulberry32(7)
    let hits = 0
    for (let draw = 0; draw < DRAWS; draw++) {
      const block = blocks[Math.floor(next() * blocks.length)] as Block
      if (isDetected(network.facts(text(addressIn(block, next()))))) hits++
    }
    return hits / DRAWS
  }

  it.each(['datacenter-ipv4.txt', 'vpn-ipv4.txt', 'datacenter-ipv6.txt', 'vpn-ipv6.txt'])(
    'detects at least 85%% of the addresses drawn from %s, without any list',
    (file) => {
      expect(detectedShare(blocksIn(file))).toBeGreaterThanOrEqual(0.85)
    },
  )

  it('detects every listed Tor exit, given the list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'byhand-network-'))
    try {
      await updateNetworkData({ folder, origins: { tor: [join(IP_DATA, 'tor-exits.txt')] }, now: Date.now })
      const { facts } = openNetwork({ folder, packaged: false })
      const exits = blocksIn('tor-exits.txt')
      expect(exits.length).toBeGreaterThan(1_000)
      expect(exits.filter(({ start }) => facts(text(start)).tor !== true)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('large consumer networks', () => {
  const network = openNetwork({ folder: join(tmpdir(), 'byhand-network-none') })

  it('are detected for at most 1% of random IPv4 addresses', () => {
    const consumers = new Set(CONSUMER_NETWORKS.map(([asn]) => asn))
    const next = mulberry32(11)
    let drawn = 0
    let detected = 0
    for (let draw = 0; draw < 40_000; draw++) {
      const facts = network.facts(text(Math.floor(next() * 2 ** 32)))
      if (facts.asn === null || !consumers.has(facts.asn)) continue
      drawn++
      if (isDetected(facts)) detected++
    }
    expect(drawn).toBeGreaterThan(5_000)
    expect(detected / drawn).toBeLessThanOrEqual(0.01)
  })
})

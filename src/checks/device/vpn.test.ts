import { describe, expect, it } from 'vitest'
import type { NetworkFacts } from '../../contract/network.ts'
import type { NetworkFeatures } from '../../features/session/network.ts'
import { vpn } from './vpn.ts'

const NONE = { yes: 0, no: 0, unknown: 0 }
const facts = (overrides: Partial<NetworkFacts> = {}): NetworkFacts => ({
  country: 'DE',
  asn: 3320,
  operator: 'Deutsche Telekom AG',
  hosting: false,
  vpn: false,
  tor: null,
  ...overrides,
})
const run = (...seen: NetworkFacts[]) => {
  const network: NetworkFeatures = {
    batches: seen.length,
    facts: seen,
    vpn: NONE,
    hosting: NONE,
    tor: NONE,
    relayed: 0,
  }
  return vpn.run({ network })
}

describe('vpn', () => {
  it.each([
    ['a VPN provider', facts({ vpn: true, operator: 'Datacamp Limited' }), 'Datacamp Limited'],
    ['a hosting provider', facts({ hosting: true, operator: 'Hetzner Online GmbH' }), 'Hetzner Online GmbH'],
  ])('detects the address of %s and names it', (_, seen, operator) => {
    expect(run(seen)).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: `The address belongs to a VPN or hosting provider (${operator})`,
    })
  })

  it('detects a VPN that was switched on halfway, and does not forget it', () => {
    expect(run(facts(), facts({ vpn: true })).result).toBe('Detected')
    expect(run(facts({ vpn: true }), facts(), facts({ country: null })).result).toBe('Detected')
  })

  it('clears an access network', () => {
    expect(run(facts())).toEqual({
      result: 'Not detected',
      evidence: 'The address belongs to no known VPN or hosting provider (Deutsche Telekom AG)',
    })
  })

  it('hardly weighs a privacy relay or a web gateway', () => {
    const relayed = run(facts({ hosting: true, relay: true, operator: 'Cloudflare, Inc.' }))
    expect(relayed).toMatchObject({ result: 'Detected', strength: 0.1 })
    expect(relayed.evidence).toContain('which ordinary people use')
  })

  it('weighs a provider in full even when a relay was seen too', () => {
    expect(run(facts({ hosting: true, relay: true }), facts({ hosting: true }))).toMatchObject({
      strength: 1,
    })
  })

  it.each([
    ['an address that is not in the data', [facts({ hosting: null, vpn: null, operator: null, asn: null })]],
    ['an address on no VPN list, whose operator is not known', [facts({ hosting: null, operator: null })]],
    ['an operator that is known, with no word on VPNs', [facts({ vpn: null })]],
    ['no address at all', []],
  ])('stays silent on %s', (_, seen) => {
    expect(run(...seen).result).toBe('Unknown')
  })

  it('writes plain ASCII and two names at most', () => {
    const names = ['H\u00f6ster', 'Two', 'Three']
    const { evidence } = run(...names.map((operator) => facts({ hosting: true, operator })))
    expect(evidence).toMatch(/\(H\?ster, Two\)$/)
  })
})

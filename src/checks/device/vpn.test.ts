import { describe, expect, it } from 'vitest'
import type { NetworkProperties } from '../../contract/network.ts'
import type { NetworkFeatures } from '../../features/session/network.ts'
import { vpn } from './vpn.ts'

const NONE = { yes: 0, no: 0, unknown: 0 }
const facts = (overrides: Partial<NetworkProperties> = {}): NetworkProperties => ({
  country: 'DE',
  asn: 3320,
  operator: 'Deutsche Telekom AG',
  hosting: false,
  vpn: false,
  tor: null,
  ...overrides,
})
const run = (...seen: NetworkProperties[]) => {
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
      evidence: `The IP address belongs to a VPN or hosting provider (${operator}).`,
    })
  })

  it('detects a VPN that was switched on or off during the session', () => {
    expect(run(facts(), facts({ vpn: true })).result).toBe('Detected')
    expect(run(facts({ vpn: true }), facts(), facts({ country: null })).result).toBe('Detected')
  })

  it('clears an access network', () => {
    expect(run(facts())).toEqual({
      result: 'Not detected',
      evidence:
        'The IP address does not belong to a known VPN or hosting provider. Operator: Deutsche Telekom AG.',
    })
  })

  it('gives a privacy relay or a web gateway very little strength', () => {
    const relayed = run(facts({ hosting: true, relay: true, operator: 'Cloudflare, Inc.' }))
    expect(relayed).toMatchObject({ result: 'Detected', strength: 0.1 })
    expect(relayed.evidence).toContain('which many people use')
  })

  it('gives a provider full strength even together with a relay', () => {
    expect(run(facts({ hosting: true, relay: true }), facts({ hosting: true }))).toMatchObject({
      strength: 1,
    })
  })

  it.each([
    ['an address that is not in the data', [facts({ hosting: null, vpn: null, operator: null, asn: null })]],
    ['an address on no VPN list, with an unknown operator', [facts({ hosting: null, operator: null })]],
    ['a known operator without VPN data', [facts({ vpn: null })]],
    ['no address', []],
  ])('is Unknown for %s', (_, seen) => {
    expect(run(...seen).result).toBe('Unknown')
  })

  it('writes plain ASCII and two names at most', () => {
    const names = ['H\u00f6ster', 'Two', 'Three']
    const { evidence } = run(...names.map((operator) => facts({ hosting: true, operator })))
    expect(evidence).toMatch(/\(H\?ster, Two\)\.$/)
  })
})

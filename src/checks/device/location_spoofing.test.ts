import { describe, expect, it } from 'vitest'
import type { NetworkProperties } from '../../contract/network.ts'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { locationSpoofing } from './location_spoofing.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const facts = (country: string | null, more: Partial<NetworkProperties> = {}): NetworkProperties => ({
  country,
  asn: null,
  operator: null,
  hosting: false,
  vpn: false,
  tor: false,
  ...more,
})
const run = (device: Partial<SessionFeatures['device']>, ...network: NetworkProperties[]) =>
  locationSpoofing.run({
    device: { ...blank.device, geolocationNative: true, ...device },
    network: { ...blank.network, facts: network },
  })
const PARIS = { geolocation: [48.86, 2.35, 35, 400] }

describe('location_spoofing', () => {
  it('clears a location in the country of the address', () => {
    expect(run(PARIS, facts('FR')).result).toBe('Not detected')
  })

  it('detects another part of the world with little strength: travelers roam', () => {
    expect(run(PARIS, facts('BR'))).toMatchObject({ result: 'Detected', strength: 0.5 })
  })

  it('tolerates three degrees for people near a border', () => {
    expect(run({ geolocation: [48.58, 7.75, 35, 400] }, facts('DE')).result).toBe('Not detected')
    expect(run({ geolocation: [48.9, 1.9, 35, 400] }, facts('DE')).result).toBe('Detected')
  })

  it('detects a position without error and a replaced function', () => {
    expect(run({ geolocation: [48.86, 2.35, 0, 0] }, facts('FR'))).toMatchObject({ strength: 0.8 })
    expect(run({ ...PARIS, geolocationNative: false }, facts('FR'))).toMatchObject({ strength: 1 })
  })

  it.each<[string, NetworkProperties]>([
    ['a VPN', facts('BR', { vpn: true })],
    ['Tor', facts('BR', { tor: true })],
    ['a relay', facts('BR', { relay: true })],
    ['an address without data', facts(null)],
    ['a country that is not listed', facts('ZZ')],
  ])('is Unknown behind %s', (_, network) => {
    expect(run(PARIS, network).result).toBe('Unknown')
  })

  it('is Unknown without geolocation', () => {
    expect(run({ geolocation: null }, facts('FR')).result).toBe('Unknown')
  })
})

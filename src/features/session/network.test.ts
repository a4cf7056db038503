import { describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import type { NetworkProperties } from '../../contract/network.ts'
import { networkFeatures } from './network.ts'

const HOME: NetworkProperties = {
  country: 'FR',
  asn: 3215,
  operator: 'Orange S.A.',
  hosting: false,
  vpn: false,
  tor: null,
}
const SERVER: NetworkProperties = { ...HOME, asn: 24940, operator: 'Hetzner Online GmbH', hosting: true }

const batch = (seq: number, network?: NetworkProperties, tab = 'AAAAAAAA'): RecordedBatch => ({
  batch: {
    session_id: 'AAAAAAAAAAAAAAAAAAAAAA',
    tab,
    page: 0,
    seq,
    sent_at: 1_790_000_000_000,
    time_origin: 1_790_000_000_000,
    start: 0,
    at: [0, 0],
    names: [],
    rows: [],
  },
  receipt: { at: 1_790_000_000_000 + seq, ...(network && { network }) },
})

describe('networkFeatures', () => {
  it('counts true, false and unknown facts', () => {
    const features = networkFeatures([batch(0, HOME), batch(1, SERVER), batch(2)])
    expect(features.batches).toBe(3)
    expect(features.hosting).toEqual({ yes: 1, no: 1, unknown: 1 })
    expect(features.vpn).toEqual({ yes: 0, no: 2, unknown: 1 })
    expect(features.tor).toEqual({ yes: 0, no: 0, unknown: 3 })
  })

  it('keeps each distinct set of facts once, whatever the order of arrival', () => {
    const batches = [batch(0, HOME), batch(1, SERVER), batch(2, { ...HOME })]
    expect(networkFeatures(batches).facts).toEqual([HOME, SERVER])
    expect(networkFeatures(batches.toReversed())).toEqual(networkFeatures(batches))
  })

  it('counts a duplicate batch once', () => {
    expect(networkFeatures([batch(0, SERVER), batch(0, SERVER)]).hosting.yes).toBe(1)
  })

  it('counts batches that came through a relay', () => {
    expect(networkFeatures([batch(0, { ...SERVER, relay: true }), batch(1, SERVER)]).relayed).toBe(1)
  })

  it('has no facts for a session without batches', () => {
    expect(networkFeatures([])).toEqual({
      batches: 0,
      facts: [],
      vpn: { yes: 0, no: 0, unknown: 0 },
      hosting: { yes: 0, no: 0, unknown: 0 },
      tor: { yes: 0, no: 0, unknown: 0 },
      relayed: 0,
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { NetworkFeatures, Tally } from '../../features/session/network.ts'
import { tor } from './tor.ts'

const NONE: Tally = { yes: 0, no: 0, unknown: 0 }
const run = (tally: Partial<Tally>) => {
  const counts = { ...NONE, ...tally }
  const network: NetworkFeatures = {
    batches: counts.yes + counts.no + counts.unknown,
    facts: [],
    vpn: NONE,
    hosting: NONE,
    tor: counts,
    relayed: 0,
  }
  return tor.run({ network })
}

describe('tor', () => {
  it('detects a single batch from an exit among others', () => {
    expect(run({ yes: 1, no: 8, unknown: 1 })).toEqual({
      result: 'Detected',
      strength: 1,
      evidence: '1 of 10 requests came from a Tor exit node.',
    })
  })

  it('clears an address that is not on the list', () => {
    expect(run({ no: 3 }).result).toBe('Not detected')
  })

  it.each([
    ['no list', { unknown: 4 }],
    ['no address', {}],
  ])('is Unknown with %s', (_, tally) => {
    expect(run(tally).result).toBe('Unknown')
  })
})

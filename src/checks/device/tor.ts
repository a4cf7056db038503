/**
 * tor: "Connection is routed through a Tor exit node" (spec 2.4).
 *
 * Why it works: the Tor project publishes the addresses its traffic leaves from. An address is on that list or
 * it is not; nothing is inferred.
 *
 * Whom it must not accuse: everyone, when no list was given or the address is not a public one. Then it is
 * Unknown: an address that was never looked up is not an address that was cleared.
 */
import type { NetworkFeatures } from '../../features/session/network.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

export const tor: SessionCheck<{ readonly network: NetworkFeatures }> = {
  name: 'tor',
  meaning: 'Connection is routed through a Tor exit node',

  thresholds: { tor_batches: 1 },

  measure: ({ network: { batches, tor: known } }) => ({
    batches,
    tor_batches: known.yes,
    unknown_batches: known.unknown,
  }),

  run({ network }) {
    const { yes, no } = network.tor
    if (yes > 0) return detected(1, `${yes} of ${network.batches} batches came from a Tor exit`)
    if (no > 0)
      return notDetected(`${no} of ${network.batches} batches came from addresses that are no Tor exit`)
    return unknown('no address was compared with a list of Tor exits')
  },
}

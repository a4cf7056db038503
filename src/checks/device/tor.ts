/**
 * tor: "Connection is routed through a Tor exit node".
 *
 * Why it works: the Tor Project publishes the addresses of its exits. An address is on that list or it is not;
 * nothing is inferred.
 *
 * Must not flag: anyone, if there is no list or the address is not public. The result is then Unknown, because an
 * address that was not looked up is not a cleared address.
 */
import type { NetworkFeatures } from '../../features/session/network.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

export const tor: SessionCheck<{ readonly network: NetworkFeatures }> = {
  name: 'tor',
  reason: {
    observed: 'The connection came through the Tor network',
    subject: 'whether the Tor network was used',
  },

  thresholds: { tor_batches: 1 },

  measure: ({ network: { batches, tor: known } }) => ({
    batches,
    tor_batches: known.yes,
    unknown_batches: known.unknown,
  }),

  run({ network }) {
    const { yes, no } = network.tor
    if (yes > 0) return detected(1, `${yes} of ${network.batches} requests came from a Tor exit node.`)
    if (no > 0)
      return notDetected(
        `${no} of ${network.batches} requests came from addresses that are not Tor exit nodes.`,
      )
    return unknown('No address was compared with a list of Tor exit nodes.')
  },
}

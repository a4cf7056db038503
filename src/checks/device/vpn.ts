/**
 * vpn: "IP address belongs to a known VPN or hosting provider" (spec 2.4).
 *
 * Why it works: homes, phones and offices are connected by access networks; servers and the exits of VPN services
 * stand in networks whose operators sell exactly that, and an address says which operator announces it.
 *
 * Whom it must not accuse: people behind a privacy relay that their phone came with, or behind their company's web
 * gateway. Their addresses do belong to hosting networks, so the answer is Detected, but with next to no strength.
 */
import type { NetworkFacts } from '../../contract/network.ts'
import type { NetworkFeatures } from '../../features/session/network.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

const PROVIDER_STRENGTH = 1

/** The fact is told and the score hardly moves: far more people than machines come through a relay. */
const RELAY_STRENGTH = 0.1

export const vpn: SessionCheck<{ readonly network: NetworkFeatures }> = {
  name: 'vpn',
  meaning: 'IP address belongs to a known VPN or hosting provider',

  thresholds: { vpn_batches: 1, hosting_batches: 1 },

  measure: ({ network: { batches, vpn: known, hosting, relayed } }) => ({
    batches,
    vpn_batches: known.yes,
    hosting_batches: hosting.yes,
    relayed_batches: relayed,
    unknown_batches: Math.min(known.unknown, hosting.unknown),
  }),

  run({ network }) {
    const providers = network.facts.filter((facts) => facts.vpn === true || facts.hosting === true)
    const accused = providers.filter((facts) => facts.relay !== true)
    if (accused.length > 0) {
      return detected(PROVIDER_STRENGTH, `The address belongs to a VPN or hosting provider${named(accused)}`)
    }
    if (providers.length > 0) {
      return detected(
        RELAY_STRENGTH,
        `The address belongs to a privacy relay or web gateway${named(providers)}, which ordinary people use`,
      )
    }
    const cleared = network.facts.filter((facts) => facts.vpn === false && facts.hosting === false)
    return cleared.length > 0
      ? notDetected(`The address belongs to no known VPN or hosting provider${named(cleared)}`)
      : unknown('nothing is known of the address')
  },
}

/** Operators' names come from registries in many scripts; evidence is plain ASCII. */
function named(facts: readonly NetworkFacts[]): string {
  const names = facts.flatMap(({ operator }) => (operator === null ? [] : [ascii(operator)]))
  return names.length > 0 ? ` (${[...new Set(names)].slice(0, 2).join(', ')})` : ''
}

const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

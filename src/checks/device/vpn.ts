/**
 * vpn: "IP address belongs to a known VPN or hosting provider".
 *
 * Why it works: homes, phones and offices use access networks. Servers and VPN exits are in networks whose operators
 * sell hosting, and an IP address reveals which operator announces it.
 *
 * Must not flag: networks that connect homes, phones and offices. People behind a privacy relay of their phone or
 * their company's web gateway are Detected with very low strength, because their addresses belong to hosting networks.
 */
import type { NetworkProperties } from '../../contract/network.ts'
import type { NetworkFeatures } from '../../features/session/network.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

const PROVIDER_STRENGTH = 1

/** Reported with almost no effect on the score: far more people than machines use a relay. */
const RELAY_STRENGTH = 0.1

export const vpn: SessionCheck<{ readonly network: NetworkFeatures }> = {
  name: 'vpn',
  reason: {
    observed: 'The connection came from a VPN or a hosting provider',
    subject: 'who operates the network',
  },

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
    const direct = providers.filter((facts) => facts.relay !== true)
    if (direct.length > 0) {
      return detected(
        PROVIDER_STRENGTH,
        `The IP address belongs to a VPN or hosting provider${named(direct)}.`,
      )
    }
    if (providers.length > 0) {
      return detected(
        RELAY_STRENGTH,
        `The IP address belongs to a privacy relay or web gateway${named(providers)}, which many people use.`,
      )
    }
    const cleared = network.facts.filter((facts) => facts.vpn === false && facts.hosting === false)
    return cleared.length > 0
      ? notDetected(`The IP address does not belong to a known VPN or hosting provider.${operators(cleared)}`)
      : unknown('Nothing is known about the IP address.')
  },
}

function named(facts: readonly NetworkProperties[]): string {
  const names = operatorNames(facts)
  return names.length > 0 ? ` (${names.join(', ')})` : ''
}

function operators(facts: readonly NetworkProperties[]): string {
  const names = operatorNames(facts)
  return names.length > 0 ? ` Operator${names.length === 1 ? '' : 's'}: ${names.join(', ')}.` : ''
}

/** At most two. Operator names come in many scripts; evidence is plain ASCII. */
function operatorNames(facts: readonly NetworkProperties[]): string[] {
  const names = facts.flatMap(({ operator }) => (operator === null ? [] : [ascii(operator)]))
  return [...new Set(names)].slice(0, 2)
}

const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

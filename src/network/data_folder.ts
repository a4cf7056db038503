/** What may lie in the folder of network data, under which name, and when it is too old or too much to be right. */
import { join } from 'node:path'
import type { Coverage } from './list.ts'

export const SOURCE_NAMES = ['country', 'asn', 'vpn', 'hosting', 'tor', 'relay'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

export type DatabaseName = 'country' | 'asn'
export type ListName = Exclude<SourceName, DatabaseName>

export const isDatabase = (name: SourceName): name is DatabaseName => name === 'country' || name === 'asn'

export const fileOf = (folder: string, name: SourceName) =>
  join(folder, isDatabase(name) ? `${name}.mmdb` : `${name}.txt`)

/** Where the sources of the last update are remembered. */
export const memoryOf = (folder: string) => join(folder, 'sources.json')

/**
 * More than this must be a mistake. Published lists of data centres cover 9 % of IPv4, of VPNs 0.1 %; Tor has some
 * two thousand exits; Apple's relay some hundred thousand addresses.
 */
export const MOST_COVERED: Readonly<Record<ListName, Coverage>> = {
  vpn: { ipv4: 0.05, ipv6: 0.05 },
  hosting: { ipv4: 0.25, ipv6: 0.25 },
  tor: { ipv4: 65_536 / 2 ** 32, ipv6: 2 ** -16 },
  relay: { ipv4: 0.01, ipv6: 0.01 },
}

/** Days after which data is still used and called old. Exits of Tor change by the hour, registries by the month. */
export const OLD_AFTER_DAYS: Readonly<Record<SourceName, number>> = {
  country: 180,
  asn: 180,
  vpn: 60,
  hosting: 60,
  tor: 2,
  relay: 90,
}

/** The files of the network data folder, with their limits for coverage and age. */
import { join } from 'node:path'
import type { Coverage } from './list.ts'

export const SOURCE_NAMES = ['country', 'asn', 'vpn', 'hosting', 'tor', 'relay'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

export type DatabaseName = 'country' | 'asn'
export type ListName = Exclude<SourceName, DatabaseName>

export const isDatabase = (name: SourceName): name is DatabaseName => name === 'country' || name === 'asn'

export const fileOf = (folder: string, name: SourceName) =>
  join(folder, isDatabase(name) ? `${name}.mmdb` : `${name}.txt`)

/** The file with the sources of the last update. */
export const originsFileOf = (folder: string) => join(folder, 'sources.json')

/**
 * A list that covers more is rejected as a mistake. Published lists of data centers cover 9% of IPv4, lists of VPNs
 * 0.1%. Tor has about 2,000 exits, Apple's relay some 100,000 addresses.
 */
export const MAX_COVERAGE: Readonly<Record<ListName, Coverage>> = {
  vpn: { ipv4: 0.05, ipv6: 0.05 },
  hosting: { ipv4: 0.25, ipv6: 0.25 },
  tor: { ipv4: 65_536 / 2 ** 32, ipv6: 2 ** -16 },
  relay: { ipv4: 0.01, ipv6: 0.01 },
}

/** Days after which data counts as outdated, though it is still used. Tor exits change hourly, registries monthly. */
export const OLD_AFTER_DAYS: Readonly<Record<SourceName, number>> = {
  country: 180,
  asn: 180,
  vpn: 60,
  hosting: 60,
  tor: 2,
  relay: 90,
}

/** Days after which a list of Tor exits is not used: the next owner of an address would be flagged. */
export const TOR_EXPIRES_DAYS = 30

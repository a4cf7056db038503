/**
 * Looks up IP addresses in data on this machine. No lookup uses the network or waits for a file. Without data a field
 * is null, which means Unknown, never "no".
 */
import type { NetworkProperties } from '../contract/network.ts'
import { type Address, isPublic, parseAddress } from './address.ts'
import type { Countries } from './country.ts'
import {
  fileOf,
  type ListName,
  OLD_AFTER_DAYS,
  SOURCE_NAMES,
  type SourceName,
  TOR_EXPIRES_DAYS,
} from './data_folder.ts'
import { INCLUDED_COUNTRIES, INCLUDED_OPERATORS, madeAt } from './included.ts'
import { kindOf, type OperatorKind } from './operator_kind.ts'
import { type Operator, type Operators, operatorsIn } from './operators.ts'
import { digest, type List } from './parse.ts'
import { parseInBackground } from './parse_thread.ts'
import { valueAt } from './ranges.ts'
import { RELAY_RANGES } from './relay.ts'
import { folderCandidate, includedCandidate, type Source, sourceOf } from './source.ts'

export interface NetworkOptions {
  /** The folder that `byhand network update` writes to. It need not exist. */
  readonly folder: string
  /** False: ignore the data included in the installation. */
  readonly packaged?: boolean
  readonly now?: () => number
  /** Overrides the days after which a source counts as outdated. */
  readonly oldAfterDays?: Partial<Readonly<Record<SourceName, number>>>
}

export interface Network {
  /** Data is loaded on the first public address, or by `reload`. */
  facts(ip: string): NetworkProperties
  /** Changes with the data. */
  readonly version: string
  /** Loads changed files; returns the names of the new sources. Never throws: see `problems`. */
  reload(): SourceName[]
  /** The same without blocking this thread. Must not run twice at the same time. */
  reloadInBackground(): Promise<SourceName[]>
  ages(now: number): DataAge[]
  /** Reads no other data than the list of Tor exits. */
  torList(now: number): 'current' | 'none' | 'expired'
  /** Files that cannot be used, each with the reason. */
  problems(): string[]
}

export interface DataAge {
  readonly name: SourceName
  readonly from: 'folder' | 'package' | 'none'
  /** When the data was built or fetched, in milliseconds since 1970. */
  readonly at: number | null
  readonly days: number | null
  readonly old: boolean
}

const NOTHING: NetworkProperties = Object.freeze({
  country: null,
  asn: null,
  operator: null,
  hosting: null,
  vpn: null,
  tor: null,
})

const DAY_MS = 86_400_000

export function openNetwork(options: NetworkOptions): Network {
  const { folder, packaged = true, oldAfterDays = {}, now = Date.now } = options
  const countries: Source<Countries> = sourceOf(() => [
    ...folderCandidate(fileOf(folder, 'country'), 'country', unchanged),
    ...(packaged ? includedCandidate(INCLUDED_COUNTRIES, madeAt, 'country', unchanged) : []),
  ])
  const operators: Source<Operators> = sourceOf(() => [
    ...folderCandidate(fileOf(folder, 'asn'), 'asn', unchanged),
    ...(packaged ? includedOperators() : []),
  ])
  const listOf = (name: ListName): Source<List> =>
    sourceOf(() => folderCandidate(fileOf(folder, name), name, unchanged))
  const lists = { vpn: listOf('vpn'), hosting: listOf('hosting'), tor: listOf('tor'), relay: listOf('relay') }
  const sources = { country: countries, asn: operators, ...lists }

  let isLoaded = false
  /** By AS number, so that names are matched once, not at every lookup. */
  const kinds = new Map<number, OperatorKind>()

  function reload(): SourceName[] {
    isLoaded = true
    return noteRenewed(SOURCE_NAMES.filter((name) => sources[name].refresh()))
  }

  async function reloadInBackground(): Promise<SourceName[]> {
    isLoaded = true
    const renewed = await Promise.all(
      SOURCE_NAMES.map((name) => sources[name].refreshWith(parseInBackground)),
    )
    return noteRenewed(SOURCE_NAMES.filter((_, at) => renewed[at]))
  }

  function noteRenewed(renewed: SourceName[]): SourceName[] {
    if (renewed.includes('asn')) kinds.clear()
    return renewed
  }

  function ensureLoaded() {
    if (!isLoaded) reload()
  }

  function kindFor(operator: Operator): OperatorKind {
    let kind = kinds.get(operator.asn)
    if (kind === undefined) {
      kind = kindOf(operator)
      kinds.set(operator.asn, kind)
    }
    return kind
  }

  const isOn = (list: Source<List>, address: Address): boolean | null => {
    const loaded = list.current()
    return loaded === null ? null : valueAt(loaded.data.ranges, address) === 1
  }

  const isTorExit = (address: Address): boolean | null => {
    const writtenAt = lists.tor.current()?.writtenAt ?? 0
    return isExpired(writtenAt, now()) ? null : isOn(lists.tor, address)
  }

  return {
    facts(ip) {
      const address = parseAddress(ip)
      if (address === null || !isPublic(address)) return NOTHING
      ensureLoaded()
      const operator = operators.current()?.data.operatorOf(address) ?? null
      const kind = operator === null ? null : kindFor(operator)
      const onVpnList = isOn(lists.vpn, address)
      const isRelay =
        kind === 'gateway' || valueAt(RELAY_RANGES, address) === 1 || isOn(lists.relay, address) === true
      const isHosting = kind === 'hosting' || kind === 'vpn' || isOn(lists.hosting, address) === true
      const isVpn = kind === 'vpn' || onVpnList === true
      return {
        country: countries.current()?.data.countryOf(address) ?? null,
        asn: operator?.asn ?? null,
        operator: operator?.name ?? null,
        hosting: isHosting || (kind === null ? null : false),
        vpn: isVpn || (kind === null ? onVpnList : false),
        tor: isTorExit(address),
        ...(isRelay && { relay: true }),
      }
    },

    get version() {
      ensureLoaded()
      const parts = [
        countries.current()?.data.madeAt,
        operators.current()?.data.madeAt,
        ...Object.values(lists).map((list) => list.current()?.data.version),
      ]
      return digest(Buffer.from(JSON.stringify(parts)))
    },

    reload,
    reloadInBackground,

    ages(now) {
      ensureLoaded()
      return SOURCE_NAMES.map((name) => {
        const loaded = sources[name].current()
        if (loaded === null) return { name, from: 'none', at: null, days: null, old: false }
        const at = 'madeAt' in loaded.data ? loaded.data.madeAt : loaded.writtenAt
        const days = Math.floor((now - at) / DAY_MS)
        return { name, from: loaded.from, at, days, old: days > (oldAfterDays[name] ?? OLD_AFTER_DAYS[name]) }
      })
    },

    torList(at) {
      if (!isLoaded) lists.tor.refresh()
      const loaded = lists.tor.current()
      if (loaded === null) return 'none'
      return isExpired(loaded.writtenAt, at) ? 'expired' : 'current'
    },

    problems() {
      ensureLoaded()
      return SOURCE_NAMES.flatMap((name) => sources[name].problem() ?? [])
    },
  }
}

/** A list of Tor exits. */
const isExpired = (writtenAt: number, now: number): boolean => now - writtenAt > TOR_EXPIRES_DAYS * DAY_MS

const unchanged = <Data>(parsed: Data): Data => parsed

/** The date of the package applies: the tables contain none. */
const includedOperators = () =>
  includedCandidate(INCLUDED_OPERATORS, madeAt, 'operatorTables', (tables) =>
    operatorsIn(tables, madeAt(INCLUDED_OPERATORS.version)),
  )

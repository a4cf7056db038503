/**
 * Looks up IP addresses in data on this machine. No lookup uses the network or waits for a file. Without data a field
 * is null, which means Unknown, never "no".
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { NetworkFacts } from '../contract/network.ts'
import { type Address, isPublic, parseAddress } from './address.ts'
import { type Countries, readCountries } from './country.ts'
import {
  fileOf,
  type ListName,
  MAX_COVERAGE,
  OLD_AFTER_DAYS,
  SOURCE_NAMES,
  type SourceName,
} from './data_folder.ts'
import { parseList } from './list.ts'
import { kindOf, type OperatorKind } from './operator_kind.ts'
import { type Operator, type Operators, readOperators, readOperatorTables } from './operators.ts'
import { madeAt, packagedCountries, packagedOperators4, packagedOperators6 } from './packaged.ts'
import { type RangeMap, valueAt } from './ranges.ts'
import { RELAY_RANGES } from './relay.ts'
import { folderCandidate, packageCandidate, type Source, sourceOf } from './source.ts'

export interface NetworkOptions {
  /** The folder that `byhand network update` writes to. It need not exist. */
  readonly folder: string
  /** False: ignore the data included in the installation. */
  readonly packaged?: boolean
  /** Overrides the days after which a source counts as outdated. */
  readonly oldAfterDays?: Partial<Readonly<Record<SourceName, number>>>
}

export interface Network {
  /** Data is loaded on the first public address, or by `reload`. */
  facts(ip: string): NetworkFacts
  /** Changes with the data. */
  readonly version: string
  /** Loads changed files; returns the names of the new sources. Never throws: see `problems`. */
  reload(): SourceName[]
  ages(now: number): DataAge[]
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

interface List {
  readonly ranges: RangeMap
  readonly version: string
}

const NOTHING: NetworkFacts = Object.freeze({
  country: null,
  asn: null,
  operator: null,
  hosting: null,
  vpn: null,
  tor: null,
})

const DAY_MS = 86_400_000

export function openNetwork({ folder, packaged = true, oldAfterDays = {} }: NetworkOptions): Network {
  const countries: Source<Countries> = sourceOf(() => [
    ...folderCandidate(fileOf(folder, 'country'), readCountries),
    ...(packaged ? packageCandidate(packagedCountries(), madeAt, readCountries) : []),
  ])
  const operators: Source<Operators> = sourceOf(() => [
    ...folderCandidate(fileOf(folder, 'asn'), readOperators),
    ...(packaged ? packagedOperatorTables() : []),
  ])
  const listOf = (name: ListName): Source<List> =>
    sourceOf(() =>
      folderCandidate(fileOf(folder, name), (bytes) => ({
        ranges: parseList(bytes.toString('utf8'), MAX_COVERAGE[name]).ranges,
        version: digest(bytes),
      })),
    )
  const lists = { vpn: listOf('vpn'), hosting: listOf('hosting'), tor: listOf('tor'), relay: listOf('relay') }
  const sources = { country: countries, asn: operators, ...lists }

  let isLoaded = false
  /** By AS number, so that names are matched once, not at every lookup. */
  const kinds = new Map<number, OperatorKind>()

  function reload(): SourceName[] {
    isLoaded = true
    const renewed = SOURCE_NAMES.filter((name) => sources[name].refresh())
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
        tor: isOn(lists.tor, address),
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

    problems() {
      ensureLoaded()
      return SOURCE_NAMES.flatMap((name) => sources[name].problem() ?? [])
    },
  }
}

/** One package has two files; the second is read with the first. */
function packagedOperatorTables() {
  const table6 = packagedOperators6()
  if (table6 === null) return []
  return packageCandidate(packagedOperators4(), madeAt, (ipv4) =>
    readOperatorTables(ipv4, readFileSync(table6.path), madeAt(table6.version)),
  )
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/** `byhand network`: shows and updates the network data about IP addresses. */
import { Command } from 'commander'
import { counted } from '../checks/sentence.ts'
import { parseAddress } from '../network/address.ts'
import { SOURCE_NAMES, type SourceName, TOR_EXPIRES_DAYS } from '../network/data_folder.ts'
import { type DataAge, openNetwork } from '../network/lookup.ts'
import { type Origins, rememberedOrigins, type UpdateResult, updateNetworkData } from '../network/update.ts'
import { CommandError } from './terminal.ts'

/** Published lists that work, suggested if an update names no source. */
const SUGGESTIONS: readonly (readonly [option: string, address: string])[] = [
  ['--tor', 'https://check.torproject.org/exit-addresses'],
  ['--vpn', 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt'],
  ['--hosting', 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter/ipv4.txt'],
  ['--relay', 'https://mask-api.icloud.com/egress-ip-ranges.csv'],
]

const MEANINGS: Readonly<Record<SourceName, string>> = {
  country: 'country database in MaxMind DB format',
  asn: 'database of network operators (autonomous systems) in MaxMind DB format',
  vpn: 'IP addresses of VPN providers',
  hosting: 'IP addresses of hosting providers',
  tor: 'IP addresses of Tor exit nodes',
  relay: 'IP addresses of privacy relays such as iCloud Private Relay',
}

/** The effect of a missing source. */
const IF_MISSING: Readonly<Record<SourceName, string>> = {
  country: 'no data; the country stays unknown',
  asn: 'no data; vpn stays Unknown unless a list contains the address',
  vpn: 'no list; providers are recognized by network operator only',
  hosting: 'no list; providers are recognized by network operator only',
  tor: 'no list; tor stays Unknown',
  relay: 'no list; only built-in ranges are used',
}

export interface NetworkCommandOptions {
  /** The data folder unless `--folder` is given. */
  readonly folder?: () => string
  readonly write?: (line: string) => void
  readonly fetch?: typeof globalThis.fetch
  readonly now?: () => number
}

type Flags = Partial<Record<SourceName, string[]>> & { readonly folder?: string }

export function networkCommand({
  folder = () => 'data/network',
  write = console.log,
  fetch = globalThis.fetch,
  now = Date.now,
}: NetworkCommandOptions = {}): Command {
  const command = new Command('network').description('show and update network data about IP addresses')
  const withFolder = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--folder <path>', "folder of the network data (default: the service's folder)")

  const update = withFolder('update', 'fetch lists and databases; a running service loads them automatically')
  for (const name of SOURCE_NAMES) {
    const collect = (place: string, before: string[] = []) => [...before, place]
    update.option(`--${name} <url|file>`, MEANINGS[name], collect)
  }
  update.action(async ({ folder: given, ...origins }: Flags) => {
    const place = given ?? folder()
    if (Object.keys(origins).length === 0 && Object.keys(await rememberedOrigins(place)).length === 0) {
      write('No source was saved by an earlier update. Specify one, for example:')
      write(`  byhand network update ${SUGGESTIONS.map((pair) => pair.join(' ')).join(' \\\n    ')}`)
      process.exitCode = 2
      return
    }
    const results = await updateNetworkData({ folder: place, origins: origins as Origins, fetch, now })
    for (const result of results) write(resultLine(result))
    if (results.some(({ ok }) => !ok)) process.exitCode = 1
  })

  withFolder('status', 'show which data is in use and how old it is').action(({ folder: given }: Flags) => {
    const network = openNetwork({ folder: given ?? folder() })
    for (const age of network.ages(now())) write(ageLine(age))
    for (const problem of network.problems()) write(`not in use: ${problem}`)
    if (network.problems().length > 0) process.exitCode = 1
  })

  withFolder('lookup', 'show the network data of an IP address')
    .argument('<address>')
    .action((address: string, { folder: given }: Flags) => {
      if (parseAddress(address) === null) throw new CommandError(`${address} is not an IP address.`)
      write(JSON.stringify(openNetwork({ folder: given ?? folder() }).facts(address), null, 2))
    })

  return command
}

function resultLine(result: UpdateResult): string {
  if (!result.ok) return `${result.name}: rejected because ${result.reason}; the previous data stays in use`
  const size = result.entries === null ? `${result.bytes} bytes` : counted(result.entries, 'entry', 'entries')
  const unread = result.unread > 0 ? `, ${counted(result.unread, 'line')} skipped` : ''
  return `${result.name}: ${size}${unread}, dated ${new Date(result.at).toISOString()}`
}

function ageLine({ name, from, days, old }: DataAge): string {
  if (from === 'none') return `${name}: ${IF_MISSING[name]}`
  const origin = from === 'package' ? 'included in the package' : 'fetched'
  const expired = name === 'tor' && (days ?? 0) > TOR_EXPIRES_DAYS
  const state = expired ? ', not used: run byhand network update' : old ? ', outdated' : ''
  return `${name}: ${counted(days ?? 0, 'day')} old${state} (${origin})`
}

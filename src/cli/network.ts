/** `byhand network`: what the service knows of addresses, and how that is renewed. */
import { Command } from 'commander'
import { SOURCE_NAMES, type SourceName } from '../network/data_folder.ts'
import { type DataAge, openNetwork } from '../network/lookup.ts'
import { type Origins, rememberedOrigins, type UpdateResult, updateNetworkData } from '../network/update.ts'

/** Published lists that are known to work, shown to whoever asks for an update without saying from where. */
const SUGGESTIONS: readonly (readonly [option: string, address: string])[] = [
  ['--tor', 'https://check.torproject.org/exit-addresses'],
  ['--vpn', 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt'],
  ['--hosting', 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter/ipv4.txt'],
  ['--relay', 'https://mask-api.icloud.com/egress-ip-ranges.csv'],
]

const MEANINGS: Readonly<Record<SourceName, string>> = {
  country: 'database of countries, in MaxMind DB format',
  asn: 'database of operators (autonomous systems), in MaxMind DB format',
  vpn: 'list of addresses of VPN providers',
  hosting: 'list of addresses of hosting providers',
  tor: 'list of Tor exits',
  relay: 'list of privacy relays that ordinary people use',
}

/** What happens where there is no such data. */
const WITHOUT: Readonly<Record<SourceName, string>> = {
  country: 'no data, the country stays unknown',
  asn: 'no data, vpn stays Unknown unless a list holds the address',
  vpn: 'no list, operators alone decide',
  hosting: 'no list, operators alone decide',
  tor: 'no list, tor stays Unknown',
  relay: 'no list, the built-in blocks decide',
}

export interface NetworkCommandOptions {
  /** Where the data lies unless `--folder` says otherwise. */
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
  const command = new Command('network').description('What the service knows of IP addresses')
  const withFolder = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--folder <path>', "folder of the network data (the service's own unless given)")

  const update = withFolder(
    'update',
    'Fetch lists and databases; a running service takes them over by itself',
  )
  for (const name of SOURCE_NAMES) {
    const collect = (place: string, before: string[] = []) => [...before, place]
    update.option(`--${name} <url|file>`, MEANINGS[name], collect)
  }
  update.action(async ({ folder: given, ...origins }: Flags) => {
    const place = given ?? folder()
    if (Object.keys(origins).length === 0 && Object.keys(await rememberedOrigins(place)).length === 0) {
      write('Nothing was fetched before, so say from where. For example:')
      write(`  byhand network update ${SUGGESTIONS.map((pair) => pair.join(' ')).join(' \\\n    ')}`)
      process.exitCode = 2
      return
    }
    const results = await updateNetworkData({ folder: place, origins: origins as Origins, fetch, now })
    for (const result of results) write(told(result))
    if (results.some(({ ok }) => !ok)) process.exitCode = 1
  })

  withFolder('status', 'Show which data is in use and how old it is').action(({ folder: given }: Flags) => {
    const network = openNetwork({ folder: given ?? folder() })
    for (const age of network.ages(now())) write(toldAge(age))
    for (const problem of network.problems()) write(`not in use: ${problem}`)
    if (network.problems().length > 0) process.exitCode = 1
  })

  withFolder('lookup', 'Show what an address tells')
    .argument('<address>')
    .action((address: string, { folder: given }: Flags) => {
      write(JSON.stringify(openNetwork({ folder: given ?? folder() }).facts(address), null, 2))
    })

  return command
}

function told(result: UpdateResult): string {
  if (!result.ok) return `${result.name}: refused, the data before it stays in use. ${result.reason}`
  const size = result.entries === null ? `${result.bytes} bytes` : `${result.entries} entries`
  const unread = result.unread > 0 ? `, ${result.unread} lines not understood` : ''
  return `${result.name}: ${size}${unread}, of ${new Date(result.at).toISOString()}`
}

function toldAge({ name, from, days, old }: DataAge): string {
  if (from === 'none') return `${name}: ${WITHOUT[name]}`
  const origin = from === 'package' ? 'came with the installation' : 'fetched'
  return `${name}: ${days} days old${old ? ', which is old' : ''} (${origin})`
}

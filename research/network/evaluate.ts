/**
 * Measures which networks are classified as hosting or VPN, on published ranges and on large consumer networks, with
 * held-out parts. Run: `node research/network/evaluate.ts`. Random draws are seeded, so the same data gives the same
 * figures.
 */
import type { Address } from '../../src/network/address.ts'
import { INCLUDED_OPERATORS, madeAt } from '../../src/network/included.ts'
import { type AsnLists, kindOf, NO_LISTS } from '../../src/network/operator_kind.ts'
import { allOperators, type OperatorTables, operatorsIn } from '../../src/network/operators.ts'
import { parseFile } from '../../src/network/parse.ts'
import { valueAt } from '../../src/network/ranges.ts'
import { RELAY_RANGES } from '../../src/network/relay.ts'
import { mulberry32 } from '../seeded_random.ts'
import { CONSUMER_NETWORKS } from './consumer_networks.ts'
import { fitLists } from './fit.ts'
import { addressIn, type Block, blocksIn, halfOf, interval } from './ip_data.ts'

const DRAWS = 20_000

const tables = parseFile({ format: 'operatorTables', path: INCLUDED_OPERATORS.path }) as OperatorTables
const operators = operatorsIn(tables, madeAt(INCLUDED_OPERATORS.version))
const operatorByAsn = new Map(allOperators(tables).map((operator) => [operator.asn, operator]))
const lists = {
  hosting: blocksIn('datacenter-ipv4.txt'),
  vpn: blocksIn('vpn-ipv4.txt'),
}
const files = {
  'data center IPv4': lists.hosting,
  'VPN IPv4': lists.vpn,
  'data center IPv6': blocksIn('datacenter-ipv6.txt'),
  'VPN IPv6': blocksIn('vpn-ipv6.txt'),
}

const isDetected = (address: Address, asns: AsnLists | undefined) => {
  if (valueAt(RELAY_RANGES, address) === 1) return true
  const operator = operators.operatorOf(address)
  if (operator === null) return false
  const kind = kindOf(operator, asns)
  return kind === 'hosting' || kind === 'vpn'
}

const slash16 = ({ start }: Block) => (typeof start === 'number' ? start >>> 16 : (start[0] as number))
const asnOf = (block: Block) => operators.operatorOf(addressIn(block, 0.5))?.asn ?? 0

function measure(label: string, blocks: readonly Block[], asns?: AsnLists) {
  const next = mulberry32(1)
  const byBlock = () => blocks[Math.floor(next() * blocks.length)] as Block
  const sizes = blocks.map(({ start, prefix }) => 2 ** ((typeof start === 'number' ? 32 : 64) - prefix))
  const sums: number[] = []
  let total = 0
  for (const size of sizes) {
    total += size
    sums.push(total)
  }
  const byAddress = () => {
    const target = next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] as number) > target) high = middle
      else low = middle + 1
    }
    return blocks[low] as Block
  }
  const draw = (block: () => Block) => {
    let hits = 0
    for (let n = 0; n < DRAWS; n++) if (isDetected(addressIn(block(), next()), asns)) hits++
    return shown(hits, DRAWS)
  }
  console.log(
    `${label.padEnd(44)} by block ${draw(byBlock)}   by address ${draw(byAddress)}   of ${blocks.length} blocks`,
  )
}

function shown(hits: number, n: number): string {
  const { share, low, high } = interval(hits, n)
  const percent = (value: number) => (value * 100).toFixed(2)
  return `${percent(share)}% (${percent(low)}-${percent(high)})`
}

console.log(`Detected among ${DRAWS} draws, 95% interval\n`)
console.log('As shipped (the list of numbers was fitted on the IPv4 files)')
for (const [label, blocks] of Object.entries(files)) measure(label, blocks)
measure('all four files', Object.values(files).flat())
const isRelay = (block: Block) => valueAt(RELAY_RANGES, addressIn(block, 0.5)) === 1
measure(
  'VPN IPv4, privacy relays left out',
  files['VPN IPv4'].filter((block) => !isRelay(block)),
)

console.log('\nNames only, without the list of AS numbers')
for (const [label, blocks] of Object.entries(files)) measure(label, blocks, NO_LISTS)

console.log('\nHeld out by operator: the list was fitted on one half of the operators, measured on the other')
const byOperator = fitLists(tables, lists, { usesOperator: (asn) => halfOf(`asn ${asn}`) === 0 })
for (const [label, blocks] of Object.entries(files)) {
  measure(
    label,
    blocks.filter((block) => halfOf(`asn ${asnOf(block)}`) === 1),
    byOperator,
  )
}

console.log('\nHeld out by block: fitted on one half of the /16, measured on the blocks of the other')
const half = (number: number) => halfOf(`block ${number}`)
const byBlock = fitLists(tables, lists, {
  usesBlock: (block) => half(slash16(block)) === 0,
  usesSpace: (number) => half(number) === 0,
})
for (const label of ['data center IPv4', 'VPN IPv4'] as const) {
  measure(
    label,
    files[label].filter((block) => half(slash16(block)) === 1),
    byBlock,
  )
}

console.log(`\nFalse positives on ${CONSUMER_NETWORKS.length} consumer networks`)
measureConsumers('as shipped', undefined)
measureConsumers('names alone', NO_LISTS)

function measureConsumers(label: string, asns: AsnLists | undefined) {
  const blocks = blocksOf(tables, new Set(CONSUMER_NETWORKS.map(([asn]) => asn)))
  const wrong = CONSUMER_NETWORKS.filter(([asn]) => {
    const operator = operatorByAsn.get(asn)
    if (!operator) throw new Error(`AS${asn} is not in the table`)
    return ['hosting', 'vpn'].includes(kindOf(operator, asns))
  })
  measure(label, blocks, asns)
  console.log(
    `  networks classified as hosting or VPN: ${wrong.length}${wrong.map(([, name]) => ` ${name}`)}`,
  )
}

/** The networks' own address space, split into /24 and /48 or larger. */
function blocksOf({ ranges, asns: all }: OperatorTables, asns: ReadonlySet<number>): Block[] {
  const blocks: Block[] = []
  ranges.starts4.forEach((start, row) => {
    if (!asns.has(all[(ranges.values4[row] as number) - 1] ?? 0)) return
    const end = ranges.starts4[row + 1] ?? 2 ** 32
    for (let at = start; at < end; ) {
      let prefix = 24
      while (prefix > 8 && at % 2 ** (33 - prefix) === 0 && at + 2 ** (33 - prefix) <= end) prefix--
      blocks.push({ start: at, prefix })
      at += 2 ** (32 - prefix)
    }
  })
  ranges.values6.forEach((value, row) => {
    if (asns.has(all[value - 1] ?? 0)) {
      blocks.push({ start: ranges.starts6.slice(row * 4, row * 4 + 4), prefix: 48 })
    }
  })
  return blocks
}

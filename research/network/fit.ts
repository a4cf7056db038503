/** Finds the operators whose networks are mostly covered by a list of blocks. */
import type { AsnLists } from '../../src/network/operator_kind.ts'
import type { OperatorTables } from '../../src/network/operators.ts'
import type { Block } from './ip_data.ts'
import { NOT_HOSTING } from './not_hosting.ts'

/** Half: lists and registries are from different days, and few operators are near this share. */
const MIN_SHARE = 0.5

/** Four /24: a smaller operator cannot be distinguished from a customer's single block. */
const MIN_ADDRESSES = 1024

export interface FitOptions {
  /** Blocks to use; the others are held out for the evaluation. */
  readonly usesBlock?: (block: Block) => boolean
  /** The same for the total address space, by /16. */
  readonly usesSpace?: (slash16: number) => boolean
  readonly usesOperator?: (asn: number) => boolean
}

export function fitLists(
  operators: OperatorTables,
  blocks: { readonly hosting: readonly Block[]; readonly vpn: readonly Block[] },
  { usesBlock = () => true, usesSpace = () => true, usesOperator = () => true }: FitOptions = {},
): AsnLists {
  const sizes = sizesOf(operators, [[0, 2 ** 32 - 1]], usesSpace)
  const covered = (list: readonly Block[]) => sizesOf(operators, union(list.filter(usesBlock)), usesSpace)
  const filled = (counts: ReadonlyMap<number, number>) =>
    new Set(
      [...counts]
        .filter(([asn, count]) => {
          const enough = count >= MIN_ADDRESSES && count >= MIN_SHARE * (sizes.get(asn) as number)
          return enough && usesOperator(asn) && !(asn in NOT_HOSTING)
        })
        .map(([asn]) => asn),
    )
  const vpn = filled(covered(blocks.vpn))
  const both = filled(covered([...blocks.hosting, ...blocks.vpn]))
  const hosting = new Set([...both].filter((asn) => !vpn.has(asn)))
  return { hosting, vpn, access: new Set(Object.keys(NOT_HOSTING).map(Number)) }
}

/** Number of addresses of each operator inside the spans, without held-out /16. */
function sizesOf(
  { ranges: { starts4, values4 }, asns }: OperatorTables,
  spans: readonly (readonly [start: number, end: number])[],
  usesSpace: (slash16: number) => boolean,
): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const [start, end] of spans) {
    for (let row = rowOf(starts4, start); row < starts4.length && (starts4[row] as number) <= end; row++) {
      const asn = asns[(values4[row] as number) - 1]
      if (asn === undefined) continue
      const last = Math.min(end, (starts4[row + 1] ?? 2 ** 32) - 1)
      for (let from = Math.max(start, starts4[row] as number); from <= last; ) {
        const to = Math.min(last, from - (from % 65_536) + 65_535)
        if (usesSpace(from >>> 16)) sizes.set(asn, (sizes.get(asn) ?? 0) + to - from + 1)
        from = to + 1
      }
    }
  }
  return sizes
}

/** The row with the address, or the first one. */
function rowOf(starts: Uint32Array, address: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) <= address) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function union(blocks: readonly Block[]): [start: number, end: number][] {
  const spans = blocks
    .flatMap(({ start, prefix }) =>
      typeof start === 'number' ? [[start, start + 2 ** (32 - prefix) - 1] as [number, number]] : [],
    )
    .sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [start, end] of spans) {
    const last = joined.at(-1)
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

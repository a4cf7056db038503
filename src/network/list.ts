/**
 * Lists of addresses as they are published: one address, CIDR block or range a line, comments, a first column of a
 * CSV file, or the Tor project's exit-addresses. What looks wrong as a whole is refused as a whole.
 */
import { parseIpv4, readIpv6 } from './address.ts'
import { type BlockSet, blockSet } from './block_set.ts'
import { NetworkDataError } from './errors.ts'
import type { RangeMap } from './ranges.ts'

export interface AddressList {
  readonly ranges: RangeMap
  readonly entries: number
  /** Lines that could not be read. */
  readonly unread: number
}

/** How much a list of its kind may cover before it must be a mistake. */
export interface Coverage {
  /** Share of all IPv4 addresses. */
  readonly ipv4: number
  /** Share of the IPv6 addresses that are handed out (2000::/3). */
  readonly ipv6: number
}

/** One line in twenty may be unreadable (a header, a note); beyond that it is another kind of file. */
const MAX_UNREAD_SHARE = 0.05

/** No operator holds more in one block: the largest IPv4 allocations are /8, the largest IPv6 ones /19. */
const SHORTEST_IPV4_PREFIX = 8
const SHORTEST_IPV6_PREFIX = 19

export function parseList(text: string, most: Coverage): AddressList {
  const blocks = blockSet()
  let unread = 0
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const entry = entryOf(text.slice(at, end))
    if (entry !== null && !addBlock(entry, blocks)) unread++
    at = end + 1
  }
  const entries = blocks.size
  if (entries === 0) throw new NetworkDataError('it holds no address')
  if (unread > MAX_UNREAD_SHARE * (entries + unread)) {
    throw new NetworkDataError(`${unread} of its ${entries + unread} lines are no address`)
  }
  const { ranges, ipv4, ipv6 } = blocks.finish()
  refuseAbove('IPv4', ipv4, most.ipv4)
  refuseAbove('IPv6', ipv6, most.ipv6)
  return { ranges, entries, unread }
}

/** Lines of exit-addresses that hold no address. */
const PASSED_OVER = new Set(['ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded'])

/** The address part of a line, or null if it has none: an empty line, a comment, a line about something else. */
function entryOf(line: string): string | null {
  const [start, end] = wordIn(line, 0)
  const first = line[start]
  if (start === end || first === '#' || first === ';' || line.startsWith('//', start)) return null
  const word = line.slice(start, end)
  if (word === 'ExitAddress') return line.slice(...wordIn(line, end))
  if (PASSED_OVER.has(word)) return null
  return first === '[' || first === '"' ? word.slice(1, -1) : word
}

/** Where the first word from `at` on begins and ends. Character by character: lists run to 300,000 lines. */
function wordIn(line: string, at: number): [start: number, end: number] {
  let start = at
  while (start < line.length && line.charCodeAt(start) <= SPACE) start++
  let end = start
  while (end < line.length && !endsWord(line.charCodeAt(end), end === start)) end++
  return [start, end]
}

const SPACE = 32
const HASH = 35
const COMMA = 44
const SEMICOLON = 59

const endsWord = (code: number, isFirst: boolean) =>
  code <= SPACE || code === COMMA || (!isFirst && (code === HASH || code === SEMICOLON))

/** False if the entry cannot be read. */
function addBlock(entry: string, blocks: BlockSet): boolean {
  const slash = entry.indexOf('/')
  if (slash >= 0) {
    const length = entry.slice(slash + 1)
    return /^\d{1,3}$/.test(length) && addCidr(entry.slice(0, slash), Number(length), blocks)
  }
  const dash = entry.indexOf('-')
  if (dash >= 0) return addSpan(entry.slice(0, dash), entry.slice(dash + 1), blocks)
  return addCidr(entry, entry.includes(':') ? 128 : 32, blocks)
}

function addCidr(base: string, prefix: number, blocks: BlockSet): boolean {
  if (!base.includes(':')) {
    const address = parseIpv4(base)
    if (address === null || prefix > 32) return false
    refuseShort(`${base}/${prefix}`, prefix, SHORTEST_IPV4_PREFIX)
    const size = 2 ** (32 - prefix)
    const first = address - (address % size)
    blocks.add4(first, first + size - 1)
    return true
  }
  if (prefix > 128 || !readIpv6(base, start)) return false
  refuseShort(`${base}/${prefix}`, prefix, SHORTEST_IPV6_PREFIX)
  for (let word = 0; word < 4; word++) {
    const mask = 2 ** Math.min(32, Math.max(0, 32 * (word + 1) - prefix)) - 1
    start[word] = ((start[word] as number) & ~mask) >>> 0
    end[word] = ((start[word] as number) | mask) >>> 0
  }
  blocks.add6(start, end)
  return true
}

/** Scratch for one block; nothing here waits, so one is enough. */
const start = new Uint32Array(4)
const end = new Uint32Array(4)

function addSpan(first: string, last: string, blocks: BlockSet): boolean {
  const from = parseIpv4(first)
  const to = parseIpv4(last)
  if (from === null || to === null || to < from) return false
  refuseShort(`${first}-${last}`, 32 - Math.log2(to - from + 1), SHORTEST_IPV4_PREFIX)
  blocks.add4(from, to)
  return true
}

function refuseShort(block: string, prefix: number, shortest: number) {
  if (prefix < shortest) {
    throw new NetworkDataError(`it holds ${block}, and nobody holds more than a /${shortest} in one block`)
  }
}

function refuseAbove(family: string, share: number, most: number) {
  if (share > most) {
    const percent = (value: number) => `${Number((value * 100).toPrecision(2))} %`
    throw new NetworkDataError(`it covers ${percent(share)} of ${family}, more than ${percent(most)}`)
  }
}

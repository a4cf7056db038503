/**
 * Parses published address lists: one address, CIDR block or range per line, with comments; the first column of a CSV
 * file; or the Tor project's exit-addresses. Implausible lists are rejected as a whole.
 */
import { parseIpv4, readIpv6 } from './address.ts'
import { type BlockSet, blockSet } from './block_set.ts'
import { NetworkDataError } from './errors.ts'
import type { RangeMap } from './ranges.ts'

export interface AddressList {
  readonly ranges: RangeMap
  readonly entries: number
  /** Lines that could not be parsed. */
  readonly unread: number
}

/** The largest plausible coverage of a list. */
export interface Coverage {
  /** Share of all IPv4 addresses. */
  readonly ipv4: number
  /** Share of the IPv6 global unicast addresses (2000::/3). */
  readonly ipv6: number
}

/** Up to one line in twenty may be something else (a header, a note); above that it is not an address list. */
const MAX_UNREAD_SHARE = 0.05

/** The largest allocations are /8 for IPv4 and /19 for IPv6. */
const SHORTEST_IPV4_PREFIX = 8
const SHORTEST_IPV6_PREFIX = 19

export function parseList(text: string, max: Coverage): AddressList {
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
  if (entries === 0) throw new NetworkDataError('it contains no addresses')
  if (unread > MAX_UNREAD_SHARE * (entries + unread)) {
    throw new NetworkDataError(`${unread} of its ${entries + unread} lines are not addresses`)
  }
  const { ranges, ipv4, ipv6 } = blocks.finish()
  rejectAbove('IPv4', ipv4, max.ipv4)
  rejectAbove('IPv6', ipv6, max.ipv6)
  return { ranges, entries, unread }
}

/** Lines of exit-addresses without an address. */
const IGNORED = new Set(['ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded'])

/** The address part of a line; null for empty lines, comments and other known lines. */
function entryOf(line: string): string | null {
  const [start, end] = wordIn(line, 0)
  const first = line[start]
  if (start === end || first === '#' || first === ';' || line.startsWith('//', start)) return null
  const word = line.slice(start, end)
  if (word === 'ExitAddress') return line.slice(...wordIn(line, end))
  if (IGNORED.has(word)) return null
  return first === '[' || first === '"' ? word.slice(1, -1) : word
}

/** Start and end of the first word from `at`. Works by character, because lists have up to 300,000 lines. */
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

/** False if the entry cannot be parsed. */
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
    rejectShortPrefix(`${base}/${prefix}`, prefix, SHORTEST_IPV4_PREFIX)
    const size = 2 ** (32 - prefix)
    const first = address - (address % size)
    blocks.add4(first, first + size - 1)
    return true
  }
  if (prefix > 128 || !readIpv6(base, start)) return false
  rejectShortPrefix(`${base}/${prefix}`, prefix, SHORTEST_IPV6_PREFIX)
  for (let word = 0; word < 4; word++) {
    const mask = 2 ** Math.min(32, Math.max(0, 32 * (word + 1) - prefix)) - 1
    start[word] = ((start[word] as number) & ~mask) >>> 0
    end[word] = ((start[word] as number) | mask) >>> 0
  }
  blocks.add6(start, end)
  return true
}

/** Scratch buffers. Parsing is synchronous, so one pair is enough. */
const start = new Uint32Array(4)
const end = new Uint32Array(4)

function addSpan(first: string, last: string, blocks: BlockSet): boolean {
  const from = parseIpv4(first)
  const to = parseIpv4(last)
  if (from === null || to === null || to < from) return false
  rejectShortPrefix(`${first}-${last}`, 32 - Math.log2(to - from + 1), SHORTEST_IPV4_PREFIX)
  blocks.add4(from, to)
  return true
}

function rejectShortPrefix(block: string, prefix: number, shortest: number) {
  if (prefix < shortest) {
    throw new NetworkDataError(`it contains ${block}, but no allocation is larger than a /${shortest}`)
  }
}

function rejectAbove(family: string, share: number, max: number) {
  if (share > max) {
    const percent = (value: number) => `${Number((value * 100).toPrecision(2))}%`
    throw new NetworkDataError(`it covers ${percent(share)} of ${family}; at most ${percent(max)} is allowed`)
  }
}

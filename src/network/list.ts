/**
 * Lists of addresses as they are published: one address, CIDR block or range a line, comments, a first column of a
 * CSV file, or the Tor project's exit-addresses. What looks wrong as a whole is refused as a whole.
 */
import { type Address, parseAddress, parseIpv4, readIpv6 } from './address.ts'
import { NetworkDataError } from './errors.ts'
import { compareWords, type RangeMap, rangeMapWriter } from './ranges.ts'

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

interface Block {
  readonly start: Address
  readonly end: Address
}

export function parseList(text: string, most: Coverage): AddressList {
  const blocks4: [start: number, end: number][] = []
  const blocks6: { start: Uint32Array; end: Uint32Array }[] = []
  let unread = 0
  for (const line of text.split('\n')) {
    const token = entryOf(line)
    if (token === null) continue
    const block = parseBlock(token)
    if (block === null) unread++
    else if (typeof block.start === 'number') blocks4.push([block.start, block.end as number])
    else blocks6.push(block as { start: Uint32Array; end: Uint32Array })
  }
  const entries = blocks4.length + blocks6.length
  if (entries === 0) throw new NetworkDataError('it holds no address')
  if (unread > MAX_UNREAD_SHARE * (entries + unread)) {
    throw new NetworkDataError(`${unread} of its ${entries + unread} lines are no address`)
  }

  const writer = rangeMapWriter()
  const covered4 = join4(blocks4, writer.add4)
  const covered6 = join6(blocks6, writer.add6)
  refuseAbove('IPv4', covered4 / 2 ** 32, most.ipv4)
  refuseAbove('IPv6', covered6, most.ipv6)
  return { ranges: writer.finish(), entries, unread }
}

/** The address part of a line, or null if there is none to be had. */
function entryOf(line: string): string | null {
  const bare = line.replace(/(#|;|\/\/).*$/, '').trim()
  if (bare === '' || /^(ExitNode|Published|LastStatus|@type|Downloaded)\b/.test(bare)) return null
  const [token = ''] = bare.replace(/^ExitAddress\s+/, '').split(/[\s,]/)
  return token.replace(/^\[|\]$/g, '').replace(/^"|"$/g, '')
}

function parseBlock(token: string): Block | null {
  const slash = token.indexOf('/')
  if (slash >= 0) return parseCidr(token.slice(0, slash), token.slice(slash + 1))
  const dash = token.indexOf('-')
  if (dash >= 0) return parseSpan(token.slice(0, dash), token.slice(dash + 1))
  const address = parseAddress(token)
  return address === null ? null : { start: address, end: address }
}

function parseCidr(base: string, length: string): Block | null {
  if (!/^\d{1,3}$/.test(length)) return null
  const prefix = Number(length)
  if (!base.includes(':')) {
    const address = parseIpv4(base)
    if (address === null || prefix > 32) return null
    refuseShort(`${base}/${length}`, prefix, SHORTEST_IPV4_PREFIX)
    const size = 2 ** (32 - prefix)
    const start = address - (address % size)
    return { start, end: start + size - 1 }
  }
  const start = new Uint32Array(4)
  if (prefix > 128 || !readIpv6(base, start)) return null
  refuseShort(`${base}/${length}`, prefix, SHORTEST_IPV6_PREFIX)
  const end = start.slice()
  for (let word = 0; word < 4; word++) {
    const free = Math.min(32, Math.max(0, 32 * (word + 1) - prefix))
    const mask = 2 ** free - 1
    start[word] = ((start[word] as number) & ~mask) >>> 0
    end[word] = ((start[word] as number) | mask) >>> 0
  }
  return { start, end }
}

function parseSpan(first: string, last: string): Block | null {
  const start = parseIpv4(first)
  const end = parseIpv4(last)
  if (start === null || end === null || end < start) return null
  refuseShort(`${first}-${last}`, 32 - Math.log2(end - start + 1), SHORTEST_IPV4_PREFIX)
  return { start, end }
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

/** Hands over the blocks in order, overlaps joined; the number of addresses covered. */
function join4(blocks: [start: number, end: number][], add: (start: number, end: number, value: 1) => void) {
  blocks.sort((a, b) => a[0] - b[0])
  let covered = 0
  for (let at = 0; at < blocks.length; ) {
    const start = blocks[at]?.[0] as number
    let end = start
    for (; at < blocks.length && (blocks[at]?.[0] as number) <= end + 1; at++) {
      end = Math.max(end, blocks[at]?.[1] as number)
    }
    add(start, end, 1)
    covered += end - start + 1
  }
  return covered
}

/** As above; the share of 2000::/3 covered. */
function join6(
  blocks: { start: Uint32Array; end: Uint32Array }[],
  add: (start: Uint32Array, end: Uint32Array, value: 1) => void,
) {
  blocks.sort((a, b) => compareWords(a.start, 0, b.start, 0))
  let covered = 0
  for (let at = 0; at < blocks.length; ) {
    const start = blocks[at]?.start as Uint32Array
    let end = start
    for (
      ;
      at < blocks.length && compareWords((blocks[at] as Block).start as Uint32Array, 0, end, 0) <= 0;
      at++
    ) {
      const reach = blocks[at]?.end as Uint32Array
      if (compareWords(reach, 0, end, 0) > 0) end = reach
    }
    add(start, end, 1)
    covered += shareOf(end) - shareOf(start)
  }
  return covered
}

/** Where an address lies in 2000::/3, from 0 to 1; enough of it to add up shares. */
const shareOf = (words: Uint32Array) =>
  ((words[0] as number) + ((words[1] as number) + 1) / 2 ** 32) / 2 ** 29

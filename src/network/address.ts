/** Parses IP addresses into numbers, and distinguishes public addresses from reserved ones. */

/** IPv4 as an unsigned 32-bit number, IPv6 as four of them, most significant first. */
export type Address = number | Uint32Array

/** Null if the text is not an address. IPv4-mapped IPv6 (`::ffff:192.0.2.1`) becomes IPv4. */
export function parseAddress(text: string): Address | null {
  if (!text.includes(':')) return parseIpv4(text)
  const words = new Uint32Array(4)
  if (!readIpv6(text, words)) return null
  return isMapped(words) ? (words[3] as number) : words
}

/** Leading zeros are invalid, because some parsers read them as octal. */
export function parseIpv4(text: string): number | null {
  let value = 0
  let octet = -1
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (octet < 0 || ++dots > 3) return null
      value = value * 256 + octet
      octet = -1
    } else {
      if (code < ZERO || code > NINE || octet === 0) return null
      octet = octet < 0 ? code - ZERO : octet * 10 + code - ZERO
      if (octet > 255) return null
    }
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : null
}

/** Writes the address into `words`; false if the text is not one. A zone (`%eth0`) is ignored. */
export function readIpv6(text: string, words: Uint32Array): boolean {
  const zone = text.indexOf('%')
  const end = zone < 0 ? text.length : zone
  groups.fill(0)
  let count = 0
  let gap = -1
  let at = 0
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return false
    gap = 0
    at = 2
  }
  while (at < end) {
    if (count === 8) return false
    let group = 0
    let digits = 0
    let digit = hexDigit(text.charCodeAt(at))
    const from = at
    while (at < end && digit >= 0) {
      group = group * 16 + digit
      digits++
      at++
      digit = at < end ? hexDigit(text.charCodeAt(at)) : -1
    }
    if (at < end && text.charCodeAt(at) === DOT) {
      const tail = parseIpv4(text.slice(from, end))
      if (tail === null || count > 6) return false
      groups[count++] = tail >>> 16
      groups[count++] = tail & 0xffff
      break
    }
    if (digits === 0 || digits > 4) return false
    groups[count++] = group
    if (at === end) break
    if (text.charCodeAt(at) !== COLON) return false
    at++
    if (at === end) return false
    if (text.charCodeAt(at) === COLON) {
      if (gap >= 0) return false
      gap = count
      at++
    }
  }
  if (gap < 0 ? count !== 8 : count > 7) return false
  if (gap >= 0) {
    const tail = count - gap
    groups.copyWithin(8 - tail, gap, count)
    groups.fill(0, gap, 8 - tail)
  }
  for (let word = 0; word < 4; word++) {
    words[word] = (groups[2 * word] as number) * 0x10000 + (groups[2 * word + 1] as number)
  }
  return true
}

/** Whether the address is publicly routable. No data exists for others. */
export function isPublic(address: Address): boolean {
  if (typeof address === 'number') {
    for (let at = 0; at < RESERVED_IPV4.length; at += 2) {
      if (address >= (RESERVED_IPV4[at] as number) && address <= (RESERVED_IPV4[at + 1] as number))
        return false
    }
    return true
  }
  const first = address[0] as number
  if (first >>> 29 !== 1) return false
  const reserved =
    first >>> 9 === 0x20010000 >>> 9 || // 2001::/23: protocol assignments, including Teredo
    first === 0x20010db8 || // documentation
    first >>> 16 === 0x2002 || // 6to4
    first >>> 12 === 0x3fff0 // documentation
  return !reserved
}

const isMapped = (words: Uint32Array) => words[0] === 0 && words[1] === 0 && words[2] === 0xffff

const hexDigit = (code: number) =>
  code >= ZERO && code <= NINE
    ? code - ZERO
    : (code | 32) >= A && (code | 32) <= F
      ? (code | 32) - A + 10
      : -1

const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const A = 97
const F = 102

/** Scratch buffer. Parsing is synchronous, so one is enough. */
const groups = new Uint16Array(8)

/**
 * IANA's registry of special-purpose IPv4 blocks, and multicast: first and last address of each.
 * https://www.iana.org/assignments/iana-ipv4-special-registry; `isPublic` lists those of IPv6.
 */
const RESERVED_IPV4 = Float64Array.from(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ].flatMap(([start, prefix]) => {
    const first = parseIpv4(start as string) as number
    return [first, first + 2 ** (32 - (prefix as number)) - 1]
  }),
)

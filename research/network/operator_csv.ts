/** Parses the published tables of operators: sorted CSV files with the columns first address, last address, AS number, name. */
import { readIpv6 } from '../../src/network/address.ts'
import { NetworkDataError } from '../../src/network/errors.ts'
import type { OperatorTables } from '../../src/network/operators.ts'
import { rangeMapWriter } from '../../src/network/ranges.ts'

/** IPv4 addresses are numbers. */
export function parseOperatorTables(ipv4: Buffer, ipv6: Buffer): OperatorTables {
  const register = operatorRegister()
  const writer = rangeMapWriter()
  eachRow(ipv4, (at, firstEnd, lastEnd, asn, nameAt, nameEnd) => {
    const first = unsignedInteger(ipv4, at, firstEnd)
    const last = unsignedInteger(ipv4, firstEnd + 1, lastEnd)
    writer.add4(first, last, register.add(asn, ipv4, nameAt, nameEnd))
  })
  const start = new Uint32Array(4)
  const end = new Uint32Array(4)
  let before = 0
  eachRow(ipv6, (at, firstEnd, lastEnd, asn, nameAt, nameEnd) => {
    const first = ipv6.toString('latin1', at, firstEnd)
    const last = ipv6.toString('latin1', firstEnd + 1, lastEnd)
    const operator = register.add(asn, ipv6, nameAt, nameEnd)
    // Registries allocate /32 or larger, so a gap between two ranges of one operator in a /32 belongs to it.
    const previousEnd = end.slice()
    if (!readIpv6(first, start) || !readIpv6(last, end)) throw invalidRow(at)
    const isGap = operator === before && previousEnd[0] === start[0]
    writer.add6(isGap ? previousEnd : start, end, operator)
    before = operator
  })
  return { ...register.finish(), ranges: writer.finish() }
}

/** Collects each operator once; the first name wins. `add` returns its 1-based index. */
function operatorRegister() {
  const asns: number[] = []
  const names: Buffer[] = []
  const places = new Map<number, number>()
  return {
    add(asn: number, bytes: Buffer, nameAt: number, nameEnd: number): number {
      const known = places.get(asn)
      if (known !== undefined) return known
      asns.push(asn)
      names.push(Buffer.from(nameIn(bytes, nameAt, nameEnd)))
      places.set(asn, asns.length)
      return asns.length
    },
    finish() {
      let end = 0
      return {
        asns: Uint32Array.from(asns),
        names: new Uint8Array(Buffer.concat(names)),
        nameEnds: Uint32Array.from(names, ({ length }) => (end += length)),
      }
    },
  }
}

const ZERO = 48
const COMMA = 44
const NEWLINE = 10
const CARRIAGE_RETURN = 13
const QUOTE = 34

/** Works on bytes, because a name sliced from a string would keep the whole file in memory. */
function eachRow(
  bytes: Buffer,
  row: (at: number, firstEnd: number, lastEnd: number, asn: number, nameAt: number, nameEnd: number) => void,
) {
  const length = bytes.length
  for (let at = 0; at < length; ) {
    const firstEnd = commaAfter(bytes, at)
    const lastEnd = commaAfter(bytes, firstEnd + 1)
    const asnEnd = commaAfter(bytes, lastEnd + 1)
    if (asnEnd >= length) throw invalidRow(at)
    const newline = bytes.indexOf(NEWLINE, asnEnd)
    const end = newline < 0 ? length : newline
    const nameEnd = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    row(at, firstEnd, lastEnd, unsignedInteger(bytes, lastEnd + 1, asnEnd), asnEnd + 1, nameEnd)
    at = end + 1
  }
}

/** The index of the next comma; the length of the data if the line ends first. */
function commaAfter(bytes: Buffer, at: number): number {
  for (let here = at; here < bytes.length; here++) {
    const byte = bytes[here]
    if (byte === COMMA) return here
    if (byte === NEWLINE) return bytes.length
  }
  return bytes.length
}

function unsignedInteger(bytes: Buffer, at: number, end: number): number {
  let value = 0
  for (let here = at; here < end; here++) {
    const digit = (bytes[here] as number) - ZERO
    if (digit < 0 || digit > 9) throw invalidRow(at)
    value = value * 10 + digit
  }
  if (end <= at || value >= 2 ** 32) throw invalidRow(at)
  return value
}

const invalidRow = (at: number) => new NetworkDataError(`it contains an invalid row at byte ${at}`)

/** Empty if the row has no name. */
function nameIn(bytes: Buffer, at: number, end: number): string {
  const quoted = bytes[at] === QUOTE && bytes[end - 1] === QUOTE && end - at > 1
  const name = quoted
    ? bytes.toString('utf8', at + 1, end - 1).replaceAll('""', '"')
    : bytes.toString('utf8', at, end)
  return name.trim()
}

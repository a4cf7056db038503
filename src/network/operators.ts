/** Looks up the operator of an address: AS number and name. */
import { type Address, readIpv6 } from './address.ts'
import { NetworkDataError } from './errors.ts'
import { type MmdbValue, openMmdb } from './mmdb.ts'
import { type RangeMap, rangeMapWriter, valueAt } from './ranges.ts'

export interface Operator {
  readonly asn: number
  readonly name: string | null
}

export interface Operators {
  /** When the data was built, in milliseconds since 1970. */
  readonly madeAt: number
  operatorOf(address: Address): Operator | null
}

/** Only arrays of numbers, so that another thread can build them. */
export interface OperatorTables {
  /** AS numbers in the order of the files. */
  readonly asns: Uint32Array
  /** All names in UTF-8, without separators; each begins where the one before it ends. */
  readonly names: Uint8Array
  readonly nameEnds: Uint32Array
  /** 1-based index into `asns`, by address. */
  readonly ranges: RangeMap
}

/** Reads two sorted CSV files with the columns first address, last address, AS number, name; IPv4 as numbers. */
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

export function operatorsIn(tables: OperatorTables, madeAt: number): Operators {
  return { madeAt, operatorOf: (address) => operatorAt(tables, valueAt(tables.ranges, address) - 1) }
}

export function allOperators(tables: OperatorTables): Operator[] {
  return Array.from(tables.asns, (_, at) => operatorAt(tables, at) as Operator)
}

function operatorAt({ asns, names, nameEnds }: OperatorTables, at: number): Operator | null {
  const asn = asns[at]
  if (asn === undefined) return null
  const name = DECODER.decode(names.subarray(nameEnds[at - 1] ?? 0, nameEnds[at]))
  return { asn, name: name === '' ? null : name }
}

const DECODER = new TextDecoder()

export function readOperators(bytes: Buffer): Operators {
  const { builtAt, at } = openMmdb(bytes, operatorIn, 'autonomous system')
  return { madeAt: builtAt, operatorOf: at }
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

/** Publishers differ: `autonomous_system_number` (MaxMind, DB-IP) or `asn: "AS64496"` with `as_name` or `name`. */
function operatorIn(record: MmdbValue): Operator | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null
  const fields = record as { readonly [key: string]: MmdbValue }
  const number = fields.autonomous_system_number ?? fields.asn
  const asn = Number(typeof number === 'string' ? number.replace(/^AS/i, '') : number)
  if (!Number.isInteger(asn) || asn <= 0 || asn >= 2 ** 32) return null
  const name = fields.autonomous_system_organization ?? fields.as_name ?? fields.name
  return { asn, name: typeof name === 'string' && name !== '' ? name : null }
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

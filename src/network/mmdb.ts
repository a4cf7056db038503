/** Reads the MaxMind DB format, a binary tree over address bits whose leaves point to records, without copying it. */
import type { Address } from './address.ts'
import { NetworkDataError } from './errors.ts'

export type MmdbValue = string | number | bigint | boolean | null | Uint8Array | MmdbValue[] | MmdbMap
export interface MmdbMap {
  readonly [key: string]: MmdbValue
}

export interface Mmdb<Value> {
  /** When the file was built, in milliseconds since 1970. */
  readonly builtAt: number
  /** The value of an address, or null. */
  at(address: Address): Value | null
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** The metadata is within the last 128 KiB of the file. */
const MARKER_WITHIN_BYTES = 128 * 1024

/** Sixteen zero bytes separate the tree from the records. */
const SEPARATOR_BYTES = 16

/** Records nest three or four levels deep; deeper nesting is malicious or damaged. */
const MAX_DEPTH = 16

/**
 * Values plus bytes of text in one record; real records have a few thousand. Without this limit, arrays of pointers to
 * one another decode to more than any memory holds.
 */
const MAX_RECORD_UNITS = 65_536

/** Records that are sampled to verify a file. */
const RECORDS_SAMPLED = 64

/** `valueFor` maps a record to a value, or to null; it is called once per distinct record. */
export function openMmdb<Value>(
  bytes: Buffer,
  valueFor: (record: MmdbValue) => Value | null,
  meaning: string,
): Mmdb<Value> {
  const marker = bytes.lastIndexOf(MARKER)
  if (marker < 0 || marker < bytes.length - MARKER_WITHIN_BYTES) {
    throw new NetworkDataError('it is not a MaxMind DB file')
  }
  try {
    const metadata = decodeRecord(bytes, marker + MARKER.length, marker + MARKER.length) as MmdbMap
    const tree = treeOf(bytes.subarray(0, marker), metadata)
    const sampled = firstRecords(tree, RECORDS_SAMPLED)
    if (!sampled.some((pointer) => valueFor(tree.record(pointer)) !== null)) {
      throw new NetworkDataError(`its records contain no ${meaning}`)
    }
    return { builtAt: Number(metadata.build_epoch) * 1000, at: reader(tree, valueFor) }
  } catch (error) {
    if (error instanceof NetworkDataError) throw error
    throw new NetworkDataError('it is damaged', { cause: error })
  }
}

interface Tree {
  readonly nodeCount: number
  readonly version: 4 | 6
  /** A node if less than `nodeCount`, nothing if equal, a record if greater. */
  child(node: number, bit: 0 | 1): number
  record(pointer: number): MmdbValue
}

function treeOf(bytes: Buffer, metadata: MmdbMap): Tree {
  const nodeCount = Number(metadata.node_count)
  const recordSize = Number(metadata.record_size)
  const version = Number(metadata.ip_version)
  if (metadata.binary_format_major_version !== 2 || ![24, 28, 32].includes(recordSize)) {
    throw new NetworkDataError('it uses an unsupported version of the MaxMind DB format')
  }
  const nodeBytes = recordSize / 4
  const records = nodeCount * nodeBytes + SEPARATOR_BYTES
  if ((version !== 4 && version !== 6) || !(records <= bytes.length)) {
    throw new NetworkDataError('it is damaged')
  }
  const child = (node: number, bit: 0 | 1) => {
    const at = node * nodeBytes
    if (recordSize === 24) return uint24(bytes, at + 3 * bit)
    if (recordSize === 32) return (bytes[at + 4 * bit] as number) * 2 ** 24 + uint24(bytes, at + 4 * bit + 1)
    const middle = bytes[at + 3] as number
    return bit === 0
      ? (middle >>> 4) * 2 ** 24 + uint24(bytes, at)
      : (middle & 15) * 2 ** 24 + uint24(bytes, at + 4)
  }
  return {
    nodeCount,
    version,
    child,
    record: (pointer) => decodeRecord(bytes, records + pointer - nodeCount - SEPARATOR_BYTES, records),
  }
}

const uint24 = (bytes: Buffer, at: number) =>
  ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)

function reader<Value>(tree: Tree, valueFor: (record: MmdbValue) => Value | null) {
  const { nodeCount, child } = tree
  const values = new Map<number, Value | null>()
  const valueAt = (pointer: number): Value | null => {
    const known = values.get(pointer)
    if (known !== undefined) return known
    let value: Value | null = null
    try {
      value = valueFor(tree.record(pointer))
    } catch {
      // An unreadable record counts as missing; the rest of the file may be intact.
    }
    values.set(pointer, value)
    return value
  }

  /** An IPv6 tree holds IPv4 at ::/96. */
  let root4 = 0
  if (tree.version === 6) for (let bit = 0; bit < 96 && root4 < nodeCount; bit++) root4 = child(root4, 0)

  return (address: Address): Value | null => {
    let node = 0
    if (typeof address === 'number') {
      node = root4
      for (let bit = 31; bit >= 0 && node < nodeCount; bit--)
        node = child(node, ((address >>> bit) & 1) as 0 | 1)
    } else {
      if (tree.version === 4) return null
      for (let bit = 0; bit < 128 && node < nodeCount; bit++) {
        node = child(node, (((address[bit >>> 5] as number) >>> (31 - (bit & 31))) & 1) as 0 | 1)
      }
    }
    return node > nodeCount ? valueAt(node) : null
  }
}

/** Pointers to the first distinct records of the tree. */
function firstRecords({ nodeCount, child }: Tree, limit: number): number[] {
  const found = new Set<number>()
  const waiting = [0]
  for (let visited = 0; visited < nodeCount && found.size < limit; visited++) {
    const node = waiting.pop()
    if (node === undefined) break
    for (const bit of [1, 0] as const) {
      const next = child(node, bit)
      if (next < nodeCount) waiting.push(next)
      else if (next > nodeCount) found.add(next)
    }
  }
  return [...found]
}

interface Budget {
  units: number
}

const decodeRecord = (bytes: Buffer, at: number, base: number): MmdbValue =>
  decode(bytes, at, base, 0, { units: MAX_RECORD_UNITS }).value

/** Decodes one value of the data section at `base`; returns it and the offset of the next. */
function decode(
  bytes: Buffer,
  at: number,
  base: number,
  depth: number,
  budget: Budget,
): { value: MmdbValue; next: number } {
  if (depth > MAX_DEPTH || --budget.units < 0) throw new NetworkDataError('it is damaged')
  const control = bytes.readUInt8(at)
  let next = at + 1
  let type = control >>> 5
  if (type === 1) {
    const size = (control >>> 3) & 3
    const rest = bytes.readUIntBE(next, size + 1)
    const pointer =
      size === 3 ? rest : (control & 7) * 2 ** (8 * (size + 1)) + rest + POINTER_OFFSETS[size as 0 | 1 | 2]
    return { value: decode(bytes, base + pointer, base, depth + 1, budget).value, next: next + size + 1 }
  }
  if (type === 0) type = bytes.readUInt8(next++) + 7
  let size = control & 31
  if (size >= 29) {
    const extra = size - 28
    size = bytes.readUIntBE(next, extra) + (SIZE_OFFSETS[extra - 1] as number)
    next += extra
  }
  switch (type) {
    case 2:
      return { value: within(bytes, next, size, budget).toString('utf8'), next: next + size }
    case 3:
      return { value: bytes.readDoubleBE(next), next: next + 8 }
    case 4:
      return { value: within(bytes, next, size, budget), next: next + size }
    case 5:
    case 6:
      return { value: unsigned(bytes, next, size), next: next + size }
    case 7: {
      const map: Record<string, MmdbValue> = Object.create(null)
      for (let entry = 0; entry < size; entry++) {
        const key = decode(bytes, next, base, depth + 1, budget)
        const value = decode(bytes, key.next, base, depth + 1, budget)
        map[String(key.value)] = value.value
        next = value.next
      }
      return { value: map, next }
    }
    case 8:
      return { value: size === 4 ? bytes.readInt32BE(next) : unsigned(bytes, next, size), next: next + size }
    case 9:
    case 10:
      return { value: BigInt(`0x0${within(bytes, next, size, budget).toString('hex')}`), next: next + size }
    case 11: {
      const list: MmdbValue[] = []
      for (let entry = 0; entry < size; entry++) {
        const item = decode(bytes, next, base, depth + 1, budget)
        list.push(item.value)
        next = item.next
      }
      return { value: list, next }
    }
    case 14:
      return { value: size === 1, next }
    case 15:
      return { value: bytes.readFloatBE(next), next: next + 4 }
    default:
      throw new NetworkDataError('it is damaged')
  }
}

const unsigned = (bytes: Buffer, at: number, size: number) => (size === 0 ? 0 : bytes.readUIntBE(at, size))

const SIZE_OFFSETS = [29, 285, 65_821]
const POINTER_OFFSETS = [0, 2_048, 526_336] as const

function within(bytes: Buffer, at: number, size: number, budget: Budget): Buffer {
  budget.units -= size
  if (budget.units < 0 || at + size > bytes.length) throw new NetworkDataError('it is damaged')
  return bytes.subarray(at, at + size)
}

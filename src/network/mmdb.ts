/** The MaxMind DB format: a binary tree over address bits whose leaves point at records. Read whole, into ranges. */
import { NetworkDataError } from './errors.ts'
import { type RangeMap, rangeMapWriter } from './ranges.ts'

export type MmdbValue = string | number | bigint | boolean | null | Uint8Array | MmdbValue[] | MmdbMap
export interface MmdbMap {
  readonly [key: string]: MmdbValue
}

export interface Mmdb {
  /** Milliseconds since 1970, when the file was made. */
  readonly builtAt: number
  readonly type: string
  readonly ranges: RangeMap
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** The metadata stands within the last 128 KiB of the file. */
const MARKER_WITHIN_BYTES = 128 * 1024

/** Sixteen zero bytes part the tree from the records. */
const SEPARATOR_BYTES = 16

/** Records nest three or four deep; a file that nests deeper was made to hurt. */
const MAX_DEPTH = 16

/**
 * Reads all ranges of a file. `valueFor` turns a record into a whole number above 0, or 0 to leave it out; it is
 * asked once for each different record.
 */
export function readMmdb(bytes: Buffer, valueFor: (record: MmdbValue) => number): Mmdb {
  const marker = bytes.lastIndexOf(MARKER)
  if (marker < 0 || marker < bytes.length - MARKER_WITHIN_BYTES) {
    throw new NetworkDataError('it is no MaxMind DB file')
  }
  try {
    const metadata = decode(bytes, marker + MARKER.length, marker + MARKER.length, 0).value as MmdbMap
    const tree = treeOf(bytes.subarray(0, marker), metadata)
    return {
      builtAt: Number(metadata.build_epoch) * 1000,
      type: String(metadata.database_type),
      ranges: walk(tree, valueFor),
    }
  } catch (error) {
    if (error instanceof NetworkDataError) throw error
    throw new NetworkDataError('it is damaged', { cause: error })
  }
}

interface Tree {
  readonly nodeCount: number
  readonly version: 4 | 6
  /** What a node leads to: another node, `nodeCount` for nothing, or beyond it a record. */
  child(node: number, bit: 0 | 1): number
  record(pointer: number): MmdbValue
}

function treeOf(bytes: Buffer, metadata: MmdbMap): Tree {
  const nodeCount = Number(metadata.node_count)
  const recordSize = Number(metadata.record_size)
  const version = Number(metadata.ip_version)
  if (metadata.binary_format_major_version !== 2 || ![24, 28, 32].includes(recordSize)) {
    throw new NetworkDataError('it is of a kind of MaxMind DB that is not known here')
  }
  const nodeBytes = recordSize / 4
  const records = nodeCount * nodeBytes + SEPARATOR_BYTES
  if ((version !== 4 && version !== 6) || !(records <= bytes.length)) {
    throw new NetworkDataError('it is damaged')
  }
  const child = (node: number, bit: 0 | 1) => {
    const at = node * nodeBytes
    if (recordSize === 24) return three(bytes, at + 3 * bit)
    if (recordSize === 32) return (bytes[at + 4 * bit] as number) * 2 ** 24 + three(bytes, at + 4 * bit + 1)
    const middle = bytes[at + 3] as number
    return bit === 0
      ? (middle >>> 4) * 2 ** 24 + three(bytes, at)
      : (middle & 15) * 2 ** 24 + three(bytes, at + 4)
  }
  return {
    nodeCount,
    version,
    child,
    record: (pointer) => decode(bytes, records + pointer - nodeCount - SEPARATOR_BYTES, records, 0).value,
  }
}

const three = (bytes: Buffer, at: number) =>
  ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)

function walk(tree: Tree, valueFor: (record: MmdbValue) => number): RangeMap {
  const writer = rangeMapWriter()
  const values = new Map<number, number>()
  const valueAt = (pointer: number) => {
    let value = values.get(pointer)
    if (value === undefined) {
      value = valueFor(tree.record(pointer))
      values.set(pointer, value)
    }
    return value
  }

  /** IPv4 lives at ::/96 of a tree for IPv6. */
  let root4 = 0
  if (tree.version === 6)
    for (let bit = 0; bit < 96 && root4 < tree.nodeCount; bit++) root4 = tree.child(root4, 0)

  const visit4 = (node: number, start: number, bits: number) => {
    if (node === tree.nodeCount) return
    if (node > tree.nodeCount) {
      const value = valueAt(node)
      if (value > 0) writer.add4(start, start + 2 ** bits - 1, value)
      return
    }
    if (bits === 0) throw new NetworkDataError('it is damaged')
    visit4(tree.child(node, 0), start, bits - 1)
    visit4(tree.child(node, 1), start + 2 ** (bits - 1), bits - 1)
  }
  const hasIpv4 = root4 < tree.nodeCount
  if (hasIpv4) visit4(root4, 0, 32)
  if (tree.version === 4) return writer.finish()

  const start = new Uint32Array(4)
  const end = new Uint32Array(4)
  const visit6 = (node: number, depth: number) => {
    // Other blocks that stand for IPv4 (6to4, mapped) lead to the same node and are looked up as IPv4.
    if (node === tree.nodeCount || (hasIpv4 && node === root4)) return
    if (node > tree.nodeCount) {
      const value = valueAt(node)
      if (value === 0) return
      for (let word = 0; word < 4; word++) {
        const free = Math.min(32, Math.max(0, 32 * (word + 1) - depth))
        end[word] = (start[word] as number) + 2 ** free - 1
      }
      writer.add6(start, end, value)
      return
    }
    if (depth === 128) throw new NetworkDataError('it is damaged')
    const word = depth >>> 5
    const bit = 2 ** (31 - (depth & 31))
    visit6(tree.child(node, 0), depth + 1)
    start[word] = (start[word] as number) + bit
    visit6(tree.child(node, 1), depth + 1)
    start[word] = (start[word] as number) - bit
  }
  visit6(0, 0)
  return writer.finish()
}

/** One value of the data section that starts at `base`, and where the next begins. */
function decode(bytes: Buffer, at: number, base: number, depth: number): { value: MmdbValue; next: number } {
  if (depth > MAX_DEPTH) throw new NetworkDataError('it is damaged')
  const control = bytes.readUInt8(at)
  let next = at + 1
  let type = control >>> 5
  if (type === 1) {
    const size = (control >>> 3) & 3
    const rest = bytes.readUIntBE(next, size + 1)
    const pointer =
      size === 3 ? rest : (control & 7) * 2 ** (8 * (size + 1)) + rest + POINTER_OFFSETS[size as 0 | 1 | 2]
    return { value: decode(bytes, base + pointer, base, depth + 1).value, next: next + size + 1 }
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
      return { value: within(bytes, next, size).toString('utf8'), next: next + size }
    case 3:
      return { value: bytes.readDoubleBE(next), next: next + 8 }
    case 4:
      return { value: within(bytes, next, size), next: next + size }
    case 5:
    case 6:
      return { value: unsigned(bytes, next, size), next: next + size }
    case 7: {
      const map: Record<string, MmdbValue> = Object.create(null)
      for (let entry = 0; entry < size; entry++) {
        const key = decode(bytes, next, base, depth + 1)
        const value = decode(bytes, key.next, base, depth + 1)
        map[String(key.value)] = value.value
        next = value.next
      }
      return { value: map, next }
    }
    case 8:
      return { value: size === 4 ? bytes.readInt32BE(next) : unsigned(bytes, next, size), next: next + size }
    case 9:
    case 10:
      return { value: BigInt(`0x0${within(bytes, next, size).toString('hex')}`), next: next + size }
    case 11: {
      const list: MmdbValue[] = []
      for (let entry = 0; entry < size; entry++) {
        const item = decode(bytes, next, base, depth + 1)
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

function within(bytes: Buffer, at: number, size: number): Buffer {
  if (at + size > bytes.length) throw new NetworkDataError('it is damaged')
  return bytes.subarray(at, at + size)
}

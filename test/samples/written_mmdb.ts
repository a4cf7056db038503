/** Writes small MaxMind DB files for tests, independently of the reader. */
import { parseIpv4, readIpv6 } from '../../src/network/address.ts'

export type Written = string | number | boolean | { readonly [key: string]: Written }

export interface WrittenEntry {
  /** CIDR block. */
  readonly block: string
  readonly record: Written
}

export function writeMmdb(
  entries: readonly WrittenEntry[],
  { recordSize = 24, version = 6 as 4 | 6, builtAt = 1_780_000_000, usePointers = false } = {},
): Buffer {
  const nodes: [Child, Child][] = [[null, null]]
  for (const { block, record } of entries) {
    const bits = bitsOf(block, version)
    let node = 0
    for (const [depth, bit] of bits.entries()) {
      const children = nodes[node] as [Child, Child]
      if (depth === bits.length - 1) {
        children[bit] = { record }
        break
      }
      let next = children[bit]
      if (typeof next !== 'number') {
        nodes.push([null, null])
        next = nodes.length - 1
        children[bit] = next
      }
      node = next
    }
  }

  const data: Buffer[] = []
  let dataBytes = 0
  const add = (bytes: Buffer) => {
    data.push(bytes)
    dataBytes += bytes.length
    return dataBytes - bytes.length
  }
  const offsets = new Map<string, number>()
  const offsetOf = (record: Written) => {
    const key = JSON.stringify(record)
    const known = offsets.get(key)
    if (known !== undefined) return known
    let at = add(encode(record))
    if (usePointers) at = add(pointerTo(at))
    offsets.set(key, at)
    return at
  }
  const valueOfChild = (child: Child) => {
    if (child === null) return nodes.length
    return typeof child === 'number' ? child : nodes.length + 16 + offsetOf(child.record)
  }
  const tree = Buffer.concat(
    nodes.map(([left, right]) => node(valueOfChild(left), valueOfChild(right), recordSize)),
  )
  return assemble(tree, Buffer.concat(data), { nodeCount: nodes.length, recordSize, version, builtAt })
}

interface Layout {
  readonly nodeCount: number
  readonly recordSize: number
  readonly version: 4 | 6
  readonly builtAt: number
}

function assemble(tree: Buffer, data: Buffer, { nodeCount, recordSize, version, builtAt }: Layout): Buffer {
  const metadata = encode({
    node_count: nodeCount,
    record_size: recordSize,
    ip_version: version,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: builtAt,
    database_type: 'written for a test',
  })
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata])
}

/** Small files, each with one record for all IPv4 addresses that exhausts a careless reader. */
export function hostileMmdbs(): Readonly<Record<string, Buffer>> {
  return {
    'a pointer to itself': withRecord(pointerTo(0)),
    'arrays of pointers to arrays': withRecord(fanOut()),
    'nested arrays of sixteen million items': withRecord(Buffer.concat(Array(300).fill(LARGEST_ARRAY))),
    'many pointers to one long text': withRecord(repeatedText()),
  }
}

const LARGEST_ARRAY = Buffer.from([31, 4, 255, 255, 255])

function withRecord(data: Buffer): Buffer {
  const tree = node(1 + 16, 1 + 16, 24)
  return assemble(tree, data, { nodeCount: 1, recordSize: 24, version: 4, builtAt: 1_780_000_000 })
}

/** Seven arrays of 20 pointers to the next one: 20 ** 7 values. */
function fanOut(): Buffer {
  const arrayBytes = 2 + 20 * 2
  const arrays = Array.from({ length: 7 }, (_, level) => {
    const next = pointerTo((level + 1) * arrayBytes)
    return Buffer.concat([control(11, 20), ...Array(20).fill(next)])
  })
  return Buffer.concat([...arrays, encode('x')])
}

/** An array of 65,000 pointers to a text of 65,000 characters: 4 GB. */
function repeatedText(): Buffer {
  const size = Buffer.from([0, 0])
  size.writeUInt16BE(65_000 - 285)
  const textAt = 4 + 65_000 * 3
  const pointer = Buffer.from([(1 << 5) | (1 << 3) | ((textAt - 2048) >>> 16), 0, 0])
  pointer.writeUInt16BE((textAt - 2048) & 0xffff, 1)
  return Buffer.concat([
    Buffer.from([30, 4]),
    size,
    ...Array(65_000).fill(pointer),
    Buffer.from([(2 << 5) | 30]),
    size,
    Buffer.alloc(65_000, 'x'),
  ])
}

type Child = null | number | { readonly record: Written }

function bitsOf(block: string, version: 4 | 6): (0 | 1)[] {
  const [base = '', length = ''] = block.split('/')
  const words = new Uint32Array(4)
  const isIpv4 = !base.includes(':')
  if (isIpv4) words[3] = parseIpv4(base) as number
  else readIpv6(base, words)
  const skipped = version === 4 ? 96 : 0
  const end = Number(length) + (isIpv4 ? 96 : 0)
  const bits: (0 | 1)[] = []
  for (let bit = skipped; bit < end; bit++) {
    bits.push((((words[bit >>> 5] as number) >>> (31 - (bit & 31))) & 1) as 0 | 1)
  }
  return bits
}

function node(left: number, right: number, recordSize: number): Buffer {
  const bytes = Buffer.alloc(recordSize / 4)
  if (recordSize === 24) {
    bytes.writeUIntBE(left, 0, 3)
    bytes.writeUIntBE(right, 3, 3)
  } else if (recordSize === 28) {
    bytes.writeUIntBE(left & 0xffffff, 0, 3)
    bytes[3] = ((left >>> 24) << 4) | (right >>> 24)
    bytes.writeUIntBE(right & 0xffffff, 4, 3)
  } else {
    bytes.writeUInt32BE(left, 0)
    bytes.writeUInt32BE(right, 4)
  }
  return bytes
}

function encode(value: Written): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(2, text.length), text])
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0)
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ])
}

function control(type: number, size: number): Buffer {
  const kind = type > 7 ? [0, type - 7] : [type]
  const [first, ...rest] = kind as [number, ...number[]]
  if (size < 29) return Buffer.from([(first << 5) | size, ...rest])
  return Buffer.from([(first << 5) | 29, ...rest, size - 29])
}

const pointerTo = (offset: number) => Buffer.from([(1 << 5) | (offset >>> 8), offset & 0xff])

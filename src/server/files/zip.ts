/** Reads the parts of a ZIP file, with limits on their size. Decision 0046 says why this is not a library. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { BulkFault } from './bulk_fault.ts'
import { type ByteSource, readBytes } from './bytes.ts'

export interface ZipPart {
  readonly name: string
  readonly isEncrypted: boolean
  readonly isDeflated: boolean
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** Offset of the local header. */
  readonly offset: number
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const END64_LOCATOR = 0x07064b50
const END64_LOCATOR_BYTES = 20
const END64 = 0x06064b50
const LONGEST_COMMENT = 65_535
const IN_ZIP64 = 0xffffffff
const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024

const STORED = 0
const DEFLATED = 8

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04

export async function readZipParts(source: ByteSource): Promise<Map<string, ZipPart>> {
  const { start, size } = await directoryOf(source)
  if (size > MOST_DIRECTORY_BYTES || start + size > source.size) throw damaged(source)
  const directory = await readBytes(source, start, start + size)
  const parts = new Map<string, ZipPart>()
  try {
    for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === CENTRAL_HEADER; ) {
      const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
      const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
      const part = partOf(directory, at, nameEnd, extraEnd)
      parts.set(part.name, part)
      at = extraEnd + directory.readUInt16LE(at + 32)
    }
  } catch (error) {
    if (error instanceof RangeError) throw damaged(source)
    throw error
  }
  return parts
}

function partOf(directory: Buffer, at: number, nameEnd: number, extraEnd: number): ZipPart {
  const method = directory.readUInt16LE(at + 10)
  if (method !== STORED && method !== DEFLATED)
    throw new BulkFault('The file uses an unknown ZIP compression.')
  const extra = directory.subarray(nameEnd, extraEnd)
  const [size, compressedSize, offset] = withZip64(
    [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)],
    extra,
  )
  return {
    name: directory.toString('utf8', at + 46, nameEnd),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    isDeflated: method === DEFLATED,
    crc: directory.readUInt32LE(at + 16),
    compressedSize,
    size,
    offset,
  }
}

/** Values that do not fit into 32 bits are in an extra field, in the same order. */
function withZip64(values: [number, number, number], extra: Buffer): [number, number, number] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return values.map((value) => {
      if (value !== IN_ZIP64) return value
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    }) as [number, number, number]
  }
  return values
}

async function directoryOf(source: ByteSource): Promise<{ start: number; size: number }> {
  const from = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT)
  const tail = await readBytes(source, from, source.size)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    const locator = at - END64_LOCATOR_BYTES
    if (locator >= 0 && tail.readUInt32LE(locator) === END64_LOCATOR) {
      const end64 = Number(tail.readBigUInt64LE(locator + 8))
      const record = await readBytes(source, end64, Math.min(end64 + 56, source.size))
      if (record.length < 56 || record.readUInt32LE(0) !== END64) throw damaged(source)
      return { size: Number(record.readBigUInt64LE(40)), start: Number(record.readBigUInt64LE(48)) }
    }
    return { size: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) }
  }
  throw damaged(source)
}

/** The bytes of a part. More than `limit` bytes, or bytes other than the directory says, are an error. */
export async function* readZipPart(
  source: ByteSource,
  part: ZipPart,
  limit: number,
): AsyncIterable<Uint8Array> {
  if (part.size > limit) throw tooLarge(source, limit)
  const local = await readBytes(source, part.offset, Math.min(part.offset + 30, source.size))
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL_HEADER) throw damaged(source)
  const start = part.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const compressed = source.stream(start, Math.min(start + part.compressedSize, source.size))
  let size = 0
  let crc = 0
  for await (const piece of part.isDeflated ? inflated(source, compressed) : compressed) {
    size += piece.length
    if (size > part.size) throw damaged(source)
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== part.size || crc !== part.crc) throw damaged(source)
}

async function* inflated(
  source: ByteSource,
  compressed: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 65_536 })
  // The loop below throws the same error.
  pipeline(Readable.from(compressed), inflate).catch(() => {})
  try {
    yield* inflate
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(source)
    throw error
  }
}

export const damaged = ({ name }: ByteSource) =>
  new BulkFault(`${name} is damaged: its ZIP structure is not valid.`)

const tooLarge = ({ name }: ByteSource, limit: number) =>
  new BulkFault(
    `${name} contains a part of more than ${Math.round(limit / 1024 / 1024)} MiB. Save it as CSV.`,
  )

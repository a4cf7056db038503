/** Bytes at rest: compressed, and under a checksum that also covers what they belong to. */
import { crc32, constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { StoreDamaged } from './store.ts'

const CHECKSUM_BYTES = 4
/** More than anything the contract lets in, so that a damaged length cannot ask for all of memory. */
const MAX_BYTES = 256 * 1024 * 1024
/** At a kilobyte, higher levels take half as long again for one byte in a hundred. */
const LEVEL = { [zlib.ZSTD_c_compressionLevel]: 1 }
/** The least that zlib takes. */
const MIN_CHUNK_BYTES = 64
/** Room for a frame whose content does not shrink. */
const FRAME_BYTES = 64
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** What two bytes of length can say. */
const MOST_IN_A_PLAIN_FRAME = 0xffff + 256

export type Plain = string | number | null | boolean | Uint8Array

/** `owner` names the row: bytes that turn up under another key are damage too. */
export function seal(content: Uint8Array | string, owner: readonly Plain[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  return underChecksum(compressed(bytes), owner)
}

/** The same to whoever reads it, in a tenth of the time and twice the room: for those who have no time. */
export function sealInHaste(bytes: Uint8Array, owner: readonly Plain[]): Buffer {
  return underChecksum(bytes.length > MOST_IN_A_PLAIN_FRAME ? compressed(bytes) : plainFrame(bytes), owner)
}

function compressed(bytes: Uint8Array): Uint8Array {
  // Told the size beforehand, the compressor prepares tables for a kilobyte instead of a megabyte.
  return zstdCompressSync(bytes, {
    params: LEVEL,
    pledgedSrcSize: bytes.length,
    chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length + FRAME_BYTES),
  })
}

/** A zstd frame (RFC 8878) of one block that is not compressed: magic number, length of the content, last raw block. */
function plainFrame(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const isShort = length < 256
  const head = isShort
    ? [...MAGIC, 0x20, length]
    : [...MAGIC, 0x60, (length - 256) & 255, (length - 256) >> 8]
  const block = 1 | (length << 3)
  const frame = Buffer.allocUnsafe(head.length + 3 + length)
  frame.set(head)
  frame.writeUIntLE(block, head.length, 3)
  frame.set(bytes, head.length + 3)
  return frame
}

function underChecksum(frame: Uint8Array, owner: readonly Plain[]): Buffer {
  const sealed = Buffer.allocUnsafe(CHECKSUM_BYTES + frame.length)
  sealed.writeUInt32LE(crc32(frame, checksum(owner)), 0)
  sealed.set(frame, CHECKSUM_BYTES)
  return sealed
}

export function unseal(sealed: Uint8Array, owner: readonly Plain[]): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const compressed = bytes.subarray(CHECKSUM_BYTES)
  if (bytes.length <= CHECKSUM_BYTES || bytes.readUInt32LE(0) !== crc32(compressed, checksum(owner))) {
    throw new StoreDamaged('stored bytes do not match their checksum')
  }
  return zstdDecompressSync(compressed, { maxOutputLength: MAX_BYTES })
}

/** Over a row's values, in their order; `seed` is the checksum of values that come before them. */
export function checksum(values: readonly Plain[], seed = 0): number {
  let text = ''
  for (const value of values) {
    text += value instanceof Uint8Array ? `x${latin1(value)}\n` : `${typeof value}${value}\n`
  }
  return crc32(text, seed)
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}

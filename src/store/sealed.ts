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

export type Plain = string | number | null | boolean | Uint8Array

/** `owner` names the row: bytes that turn up under another key are damage too. */
export function seal(content: Uint8Array | string, owner: readonly Plain[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  // Told the size beforehand, the compressor prepares tables for a kilobyte instead of a megabyte.
  const compressed = zstdCompressSync(bytes, {
    params: LEVEL,
    pledgedSrcSize: bytes.length,
    chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length + FRAME_BYTES),
  })
  const sealed = Buffer.allocUnsafe(CHECKSUM_BYTES + compressed.length)
  sealed.writeUInt32LE(crc32(compressed, checksum(owner)), 0)
  compressed.copy(sealed, CHECKSUM_BYTES)
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

/** Stored blobs: compressed, with a checksum that also covers the key of their row. */
import { promisify } from 'node:util'
import {
  crc32,
  deflateRawSync,
  inflateRawSync,
  constants as zlib,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { StoreDamaged } from '../errors.ts'

const CHECKSUM_BYTES = 4
/** More than the contract allows, so that a damaged length cannot allocate all memory. */
export const MAX_BYTES = 256 * 1024 * 1024
/** At 1 kB, higher levels take 50% longer and save 1%. */
const LEVEL = { [zlib.ZSTD_c_compressionLevel]: 1 }
/** Minimum of zlib. */
const MIN_CHUNK_BYTES = 64
/** Overhead of a frame with incompressible content. */
const FRAME_BYTES = 64
/** With a dictionary, higher levels take longer and save 3%. */
const SMALL_LEVEL = 3
/** The length field of an uncompressed block has two bytes. */
const MAX_BLOCK = 0xffff

export type Plain = string | number | null | boolean | Uint8Array

/** `owner`: the key of the row. Bytes under another key count as damage. */
export function seal(content: Uint8Array | string, owner: readonly Plain[]): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  // With a known size, the compressor allocates tables for a kilobyte instead of a megabyte.
  const frame = zstdCompressSync(bytes, {
    params: LEVEL,
    pledgedSrcSize: bytes.length,
    chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length + FRAME_BYTES),
  })
  return withChecksum(frame, owner)
}

/** Like `seal`, for content of a few kilobytes that resembles a dictionary, see `dictionary.ts`. */
export function sealSmall(
  content: Uint8Array | string,
  owner: readonly Plain[],
  dictionary: Uint8Array,
): Buffer {
  const chunkSize = Math.max(MIN_CHUNK_BYTES, content.length + FRAME_BYTES)
  return withChecksum(deflateRawSync(content, { level: SMALL_LEVEL, dictionary, chunkSize }), owner)
}

/** Like `sealSmall`, without compression: 10x faster to write, 2x larger; used under load. */
export function sealFast(bytes: Uint8Array, owner: readonly Plain[], dictionary: () => Uint8Array): Buffer {
  return bytes.length > MAX_BLOCK
    ? sealSmall(bytes, owner, dictionary())
    : withChecksum(uncompressedBlock(bytes), owner)
}

/** The last block of a deflate stream (RFC 1951), stored: length, its complement, content. */
function uncompressedBlock(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const block = Buffer.allocUnsafe(5 + length)
  block.writeUInt8(1, 0)
  block.writeUInt16LE(length, 1)
  block.writeUInt16LE(MAX_BLOCK - length, 3)
  block.set(bytes, 5)
  return block
}

/** Like `seal`, for files: compresses on another thread. */
export async function sealFile(bytes: Uint8Array, owner: readonly Plain[]): Promise<Buffer> {
  return withChecksum(
    await promisify(zstdCompress)(bytes, { params: LEVEL, pledgedSrcSize: bytes.length }),
    owner,
  )
}

function withChecksum(frame: Uint8Array, owner: readonly Plain[]): Buffer {
  const sealed = Buffer.allocUnsafe(CHECKSUM_BYTES + frame.length)
  sealed.writeUInt32LE(crc32(frame, checksum(owner)), 0)
  sealed.set(frame, CHECKSUM_BYTES)
  return sealed
}

export const unseal = (sealed: Uint8Array, owner: readonly Plain[]): Buffer =>
  zstdDecompressSync(checkedFrame(sealed, owner), { maxOutputLength: MAX_BYTES })

export const unsealSmall = (sealed: Uint8Array, owner: readonly Plain[], dictionary: Uint8Array): Buffer =>
  inflateRawSync(checkedFrame(sealed, owner), { maxOutputLength: MAX_BYTES, dictionary })

/** Like `unseal`, for files: decompresses on another thread. */
export const unsealFile = async (sealed: Uint8Array, owner: readonly Plain[]): Promise<Buffer> =>
  promisify(zstdDecompress)(checkedFrame(sealed, owner), { maxOutputLength: MAX_BYTES })

function checkedFrame(sealed: Uint8Array, owner: readonly Plain[]): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const compressed = bytes.subarray(CHECKSUM_BYTES)
  if (bytes.length <= CHECKSUM_BYTES || bytes.readUInt32LE(0) !== crc32(compressed, checksum(owner))) {
    throw new StoreDamaged('stored bytes do not match their checksum')
  }
  return compressed
}

/** CRC-32 of a row; `seed`: the checksum of the preceding values. */
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

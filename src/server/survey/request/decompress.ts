/** Decompresses a body. The output is capped, so a decompression bomb does no harm. */
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib'
import { SURVEY } from '../../../contract/limits.ts'
import { RequestFault } from './fault.ts'

const OPTIONS = { maxOutputLength: SURVEY.rawBytes, chunkSize: 256 * 1024 } satisfies ZlibOptions

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, OPTIONS),
  // Some clients omit the two-byte zlib header.
  deflate: (bytes) =>
    (bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, OPTIONS) : inflateRawSync(bytes, OPTIONS),
  br: (bytes) => brotliDecompressSync(bytes, OPTIONS),
  zstd: (bytes) => zstdDecompressSync(bytes, OPTIONS),
}

export function decompress(bytes: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase().replace(/^x-/, '')
  if (name === '' || name === 'identity') return bytes
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (decode === undefined) {
    throw new RequestFault(
      '',
      'must be encoded as gzip, deflate, br, zstd or not at all',
      'unsupported_media_type',
    )
  }
  try {
    return decode(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new RequestFault('', `is larger than ${SURVEY.rawBytes} bytes`, 'body_too_large')
    }
    throw new RequestFault('', 'could not be decompressed', 'invalid_gzip')
  }
}

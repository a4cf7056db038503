import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SURVEY } from '../../../contract/limits.ts'
import { decompress } from './decompress.ts'

const plain = Buffer.from('{"survey_id":"s"}')

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity', plain],
    ['', plain],
  ])('is decompressed as %s', (encoding, bytes) => {
    expect(Buffer.from(decompress(bytes, encoding)).toString()).toBe(plain.toString())
  })

  it('has the same size limit as an uncompressed body', () => {
    expect(decompress(gzipSync(Buffer.alloc(SURVEY.rawBytes)), 'gzip')).toHaveLength(SURVEY.rawBytes)
    const bomb = gzipSync(Buffer.alloc(SURVEY.rawBytes + 1))
    expect(() => decompress(bomb, 'gzip')).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  })

  it.each([
    ['gzip', plain, 'invalid_gzip'],
    ['gzip', gzipSync(plain).subarray(0, 20), 'invalid_gzip'],
    ['br', plain, 'invalid_gzip'],
    ['compress', plain, 'unsupported_media_type'],
    ['__proto__', plain, 'unsupported_media_type'],
    ['gzip, br', plain, 'unsupported_media_type'],
  ])('is rejected when it is not valid %s', (encoding, bytes, code) => {
    expect(() => decompress(bytes, encoding)).toThrow(expect.objectContaining({ code }))
  })
})

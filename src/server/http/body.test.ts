import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decompress } from './body.ts'

const CAP = 1024 * 1024

describe('decompress', () => {
  it('leaves plain bodies alone', () => {
    const body = Buffer.from('{}')
    for (const encoding of [undefined, '', 'identity', ' Identity '])
      expect(decompress(body, encoding, CAP)).toBe(body)
  })

  it('knows gzip by its header or by its first bytes', () => {
    const body = gzipSync('{"a":1}')
    for (const encoding of ['gzip', 'GZIP', 'x-gzip', undefined]) {
      expect(decompress(body, encoding, CAP).toString()).toBe('{"a":1}')
    }
  })

  it('stops at the cap, to the byte', () => {
    expect(decompress(gzipSync(Buffer.alloc(CAP)), 'gzip', CAP)).toHaveLength(CAP)
    expect(() => decompress(gzipSync(Buffer.alloc(CAP + 1)), 'gzip', CAP)).toThrow('larger')
    expect(() => decompress(Buffer.alloc(CAP + 1), undefined, CAP)).toThrow('larger')
  })

  it('refuses what is cut, broken, or neither', () => {
    const body = gzipSync('{"a":1}')
    expect(() => decompress(body.subarray(0, -3), 'gzip', CAP)).toThrow('could not be decompressed')
    expect(() => decompress(Buffer.from('{}'), 'gzip', CAP)).toThrow('could not be decompressed')
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      expect(() => decompress(body, encoding, CAP)).toThrow('gzip')
    }
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gunzipBody } from './body.ts'

const CAP = 1024 * 1024

describe('gunzipBody', () => {
  it('returns plain bodies unchanged', () => {
    const body = Buffer.from('{}')
    for (const encoding of [undefined, '', 'identity', ' Identity '])
      expect(gunzipBody(body, encoding, CAP)).toBe(body)
  })

  it('detects gzip by its header or by its first bytes', () => {
    const body = gzipSync('{"a":1}')
    for (const encoding of ['gzip', 'GZIP', 'x-gzip', undefined]) {
      expect(gunzipBody(body, encoding, CAP).toString()).toBe('{"a":1}')
    }
  })

  it('stops at the limit, to the byte', () => {
    expect(gunzipBody(gzipSync(Buffer.alloc(CAP)), 'gzip', CAP)).toHaveLength(CAP)
    expect(() => gunzipBody(gzipSync(Buffer.alloc(CAP + 1)), 'gzip', CAP)).toThrow('exceeds')
    expect(() => gunzipBody(Buffer.alloc(CAP + 1), undefined, CAP)).toThrow('exceeds')
  })

  it('rejects truncated or invalid gzip and other encodings', () => {
    const body = gzipSync('{"a":1}')
    expect(() => gunzipBody(body.subarray(0, -3), 'gzip', CAP)).toThrow('could not be decompressed')
    expect(() => gunzipBody(Buffer.from('{}'), 'gzip', CAP)).toThrow('could not be decompressed')
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      expect(() => gunzipBody(body, encoding, CAP)).toThrow('gzip')
    }
  })
})

import { describe, expect, it } from 'vitest'
import { acceptsGzip } from './compress.ts'

describe('a client', () => {
  it.each(['gzip', 'GZIP', 'x-gzip', 'br, gzip;q=0.5', 'deflate, *', '*;q=0.1', 'identity;q=0, gzip'])(
    'accepts gzip with: %s',
    (header) => expect(acceptsGzip(header)).toBe(true),
  )

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0', 'gzip;q=nothing'])(
    'does not accept gzip with: %s',
    (header) => expect(acceptsGzip(header)).toBe(false),
  )
})

import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from './accept_encoding.ts'

describe('a client', () => {
  it.each(['gzip', 'GZIP', 'x-gzip', 'br, gzip;q=0.5', 'deflate, *', '*;q=0.1', 'identity;q=0, gzip'])(
    'accepts gzip with: %s',
    (header) => expect(acceptedEncoding(header, ['gzip'])).toBe('gzip'),
  )

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, *', '*;q=0', 'gzip;q=nothing'])(
    'does not accept gzip with: %s',
    (header) => expect(acceptedEncoding(header, ['gzip'])).toBeUndefined(),
  )

  it.each([
    ['gzip, br;q=1.0', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip', 'gzip'],
  ])('with %s gets %s where both exist', (header, encoding) =>
    expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding),
  )
})

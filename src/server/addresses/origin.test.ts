import { describe, expect, it } from 'vitest'
import { isOriginAllowed, normalizeOrigin } from './origin.ts'

describe('normalizeOrigin', () => {
  it.each([
    ['https://Example.org/', 'https://example.org'],
    ['https://example.org:443', 'https://example.org'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://*.Example.org', 'https://*.example.org'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('normalizes %s to %s', (text, origin) => {
    expect(normalizeOrigin(text)).toBe(origin)
  })

  it.each([
    'example.org',
    'https://example.org/path',
    'https://user@example.org',
    'https://*',
    'https://a.*.org',
    'ftp://example.org',
    '*',
    'null',
    '',
  ])('rejects %j', (text) => {
    expect(() => normalizeOrigin(text)).toThrow('must have the form')
  })
})

describe('isOriginAllowed', () => {
  it('allows any origin, or none, if the list is empty', () => {
    expect(isOriginAllowed([], 'https://any.example')).toBe(true)
    expect(isOriginAllowed([], undefined)).toBe(true)
  })

  it('allows only the exact origin listed', () => {
    const allowed = ['https://shop.example']
    expect(isOriginAllowed(allowed, 'https://shop.example')).toBe(true)
    for (const other of [
      'http://shop.example',
      'https://shop.example:8443',
      'https://shop.example.evil.test',
      'https://evilshop.example',
      'null',
      undefined,
    ]) {
      expect(isOriginAllowed(allowed, other)).toBe(false)
    }
  })

  it('matches a wildcard with subdomains only', () => {
    const allowed = ['https://*.shop.example']
    expect(isOriginAllowed(allowed, 'https://a.shop.example')).toBe(true)
    expect(isOriginAllowed(allowed, 'https://a.b.shop.example')).toBe(true)
    for (const other of [
      'https://shop.example',
      'https://.shop.example',
      'https://evilshop.example',
      'https://evil.test/.shop.example',
      'https://evil.test#.shop.example',
      'http://a.shop.example',
    ]) {
      expect(isOriginAllowed(allowed, other)).toBe(false)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { isDemoOn } from './is_demo_on.ts'

const local = { demo: 'auto', host: '127.0.0.1', publicUrl: undefined } as const
const request = (headers: Record<string, string> = {}) => ({
  headers: { host: '127.0.0.1:8787', ...headers },
})

describe('the live demo', () => {
  it.each(['127.0.0.1:8787', 'localhost:8787', '[::1]:8787', 'localhost'])('is on for %s', (host) => {
    expect(isDemoOn(local, request({ host }))).toBe(true)
  })

  it.each([
    ['a public listening address', { ...local, host: '0.0.0.0' }, request()],
    ['a public URL', { ...local, publicUrl: 'https://byhand.example.org' }, request()],
    ['another host name', local, request({ host: 'byhand.example.org' })],
    ['a name that begins like loopback', local, request({ host: 'localhost.example.org' })],
    ['a request through a proxy', local, request({ 'x-forwarded-for': '203.0.113.9' })],
    ['the setting no', { ...local, demo: 'no' }, request()],
  ] as const)('is off for %s', (_, config, asked) => {
    expect(isDemoOn(config, asked)).toBe(false)
  })

  it('is on everywhere with the setting yes', () => {
    const config = { demo: 'yes', host: '0.0.0.0', publicUrl: 'https://byhand.example.org' } as const
    expect(isDemoOn(config, request({ host: 'byhand.example.org' }))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { claimedClass } from './claimed_class.ts'

const NOW = Date.UTC(2026, 10, 19)
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('claimedClass', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'chromium 156 Linux'],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/156.0.0.0 Safari/537.36`,
      'chromium 156 Linux',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 OPR/131.0.0.0`,
      'chromium 150 Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'gecko 153 Linux'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'gecko 150 Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'webkit 26 macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
      'webkit 18 iOS',
    ],
    ['curl/8.5.0', undefined],
    [undefined, undefined],
  ])('parses %s', (userAgent, name) => {
    expect(claimedClass(userAgent, NOW)?.name).toBe(name)
  })
})

import { describe, expect, it } from 'vitest'
import type { DeviceReading } from '../../contract/batch/batch.ts'
import type { Receipt } from '../../contract/network.ts'
import type { Browser } from './browser.ts'
import { readHeaders } from './headers.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

const browser = (engine: Browser['engine']): Browser => ({ engine, os: 'linux', desktop: true, blurs: false })
const reading = (user_agent: string, languages = ['en-US', 'en']): DeviceReading => ({
  at: 'load',
  signals: { user_agent, languages },
})

const FETCH = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const CHROME_RECEIPT: Receipt = {
  at: 1,
  userAgent: CHROME,
  acceptLanguage: 'en-US,en;q=0.9',
  clientHints: 'sec-ch-ua: "Chromium";v="150"',
  headers: {
    secure: 'yes',
    ...FETCH,
    'accept-encoding': 'gzip, br',
    order: 'accept-encoding accept-language',
  },
}
const { clientHints: _, ...WITHOUT_HINTS } = CHROME_RECEIPT
const FIREFOX_RECEIPT: Receipt = {
  ...WITHOUT_HINTS,
  userAgent: FIREFOX,
  headers: { ...CHROME_RECEIPT.headers, order: 'accept-language accept-encoding' },
}
const chrome = (receipt: Partial<Receipt>, headers: Record<string, string | undefined> = {}) => {
  const all = { ...CHROME_RECEIPT, ...receipt }
  const kept = Object.fromEntries(
    Object.entries({ ...CHROME_RECEIPT.headers, ...headers }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  return readHeaders([reading(CHROME)], [{ ...all, headers: kept }], browser('chromium'))
}

describe('request headers', () => {
  it.each<[string, Receipt, string, Browser['engine']]>([
    ['Chromium', CHROME_RECEIPT, CHROME, 'chromium'],
    ['Firefox', FIREFOX_RECEIPT, FIREFOX, 'firefox'],
    ['Safari', { ...FIREFOX_RECEIPT, userAgent: SAFARI }, SAFARI, 'webkit'],
  ])('of %s agree with it', (_, receipt, agent, engine) => {
    expect(readHeaders([reading(agent)], [receipt], browser(engine))).toEqual({
      isRecorded: true,
      hasUserAgent: true,
      hasOtherAgent: false,
      missing: [],
      contradictions: [],
      agentFaults: [],
    })
  })

  it('say nothing where they were not recorded', () => {
    const none = readHeaders([reading(CHROME)], [{ at: 1, userAgent: CHROME }], browser('chromium'))
    expect(none).toMatchObject({ isRecorded: false, missing: [], contradictions: [] })
  })

  it('name one user agent, in later batches and in every reading too', () => {
    const later = (userAgent: string) =>
      readHeaders([reading(CHROME)], [CHROME_RECEIPT, { at: 2, userAgent }], browser('chromium'))
    expect(later(CHROME)).toMatchObject({ hasOtherAgent: false, contradictions: [] })
    expect(later('x')).toMatchObject({ hasOtherAgent: true, contradictions: [] })
    expect(later('')).toMatchObject({ hasOtherAgent: true, contradictions: [] })
    const two = readHeaders([reading(CHROME), reading(FIREFOX)], [CHROME_RECEIPT], browser('chromium'))
    expect(two.contradictions).toEqual(['User-Agent'])
  })

  it('of a program lack what the claimed browser sends', () => {
    const program = { at: 1, headers: { secure: 'yes' } }
    const claimed = { ...program, userAgent: CHROME }
    expect(readHeaders([], [claimed], browser('chromium')).missing).toEqual([
      'Accept-Encoding',
      'Accept-Language',
      'Sec-CH-UA',
      'Sec-Fetch',
    ])
    const { hasUserAgent, missing } = readHeaders([], [program], browser('chromium'))
    expect(hasUserAgent).toBe(false)
    expect(missing).toEqual(['Accept-Encoding', 'Accept-Language', 'User-Agent'])
  })

  it('are not expected of old browsers and on plain HTTP', () => {
    const receipt = { ...WITHOUT_HINTS, headers: { secure: 'no', 'accept-encoding': 'gzip' } }
    expect(readHeaders([reading(CHROME)], [receipt], browser('chromium')).missing).toEqual([])
    const old = CHROME.replace('150', '80')
    const before = { ...receipt, userAgent: old, headers: { secure: 'yes', 'accept-encoding': 'gzip' } }
    expect(readHeaders([reading(old)], [before], browser('chromium')).missing).toEqual([])
  })

  it.each<[string, ReturnType<typeof chrome>]>([
    ['User-Agent', chrome({ userAgent: FIREFOX })],
    ['Accept-Language', chrome({ acceptLanguage: 'zh-CN,zh;q=0.9' })],
    ['Sec-Fetch', chrome({}, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
    ['JA4', chrome({}, { ja4: 't13d1715h1_5b57614c22b0_3d5424432f57' })],
    ['header order', chrome({}, { order: 'accept-language accept-encoding' })],
  ])('contradict the browser: %s', (name, { contradictions }) => {
    expect(contradictions).toEqual([name])
  })

  it('accept the handshake of a browser', () => {
    expect(chrome({}, { ja4: 't13d1516h2_8daaf6152771_02713d6af862' }).contradictions).toEqual([])
  })
})

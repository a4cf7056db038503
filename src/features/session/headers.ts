/** Compares request headers with the browser that the session claims to be. A receipt without headers says nothing. */
import type { DeviceReading, SignalValue } from '../../contract/batch/batch.ts'
import type { Receipt } from '../../contract/network.ts'
import type { Browser } from './browser.ts'

export interface HeaderFeatures {
  /** Whether the service stored request headers at all. */
  readonly isRecorded: boolean
  readonly hasUserAgent: boolean
  /** Whether batches of the session named different user agents, as after a browser update during the visit. */
  readonly hasOtherAgent: boolean
  /** Headers that every browser of this engine sends, and this sender did not. */
  readonly missing: readonly string[]
  /** Headers that differ from what the page's script read in the browser. */
  readonly contradictions: readonly string[]
  /** Signatures of declared agents that do not hold. */
  readonly agentFaults: readonly ('invalid' | 'expired')[]
}

export function readHeaders(
  readings: readonly DeviceReading[],
  receipts: readonly Receipt[],
  browser: Browser,
): HeaderFeatures {
  const recorded = receipts.filter(({ headers }) => headers !== undefined)
  const agents = receipts.flatMap(({ userAgent }) => userAgent ?? [])
  const missing = new Set<string>()
  const contradictions = new Set<string>()
  for (const receipt of recorded) {
    for (const name of findMissing(receipt, browser)) missing.add(name)
    for (const name of findContradictions(receipt, readings, browser)) contradictions.add(name)
  }
  const isRead = textsRead(readings, 'user_agent').every((agent) => agents.includes(agent))
  if (recorded.length > 0 && !isRead) contradictions.add('User-Agent')
  return {
    isRecorded: recorded.length > 0,
    hasUserAgent: agents.some((agent) => agent !== ''),
    hasOtherAgent: new Set(agents).size > 1,
    missing: [...missing].sort(),
    contradictions: [...contradictions].sort(),
    agentFaults: (['invalid', 'expired'] as const).filter((fault) =>
      receipts.some(({ agent }) => agent?.status === fault),
    ),
  }
}

const isKnown = ({ engine }: Browser): boolean => engine !== 'unknown'

function findMissing({ headers = {}, acceptLanguage, clientHints, userAgent }: Receipt, browser: Browser) {
  const missing: string[] = []
  if (userAgent === undefined || userAgent === '') missing.push('User-Agent')
  if (acceptLanguage === undefined) missing.push('Accept-Language')
  if (headers['accept-encoding'] === undefined) missing.push('Accept-Encoding')
  // Browsers send the following to trustworthy addresses only.
  if (headers.secure !== 'yes' || !isKnown(browser) || isOld(browser, userAgent ?? '')) return missing
  if (headers['sec-fetch-site'] === undefined || headers['sec-fetch-mode'] === undefined) {
    missing.push('Sec-Fetch')
  }
  if (browser.engine === 'chromium' && clientHints === undefined) missing.push('Sec-CH-UA')
  return missing
}

/** The first versions that send `Sec-Fetch-*`, and in Chromium `Sec-CH-UA`. */
const FIRST_WITH_FETCH = { chromium: 90, firefox: 90, webkit: 17, unknown: 0 } as const
const VERSION = {
  chromium: /Chrom(?:e|ium)\/(\d+)/,
  firefox: /Firefox\/(\d+)/,
  webkit: /Version\/(\d+)/,
} as const

function isOld({ engine }: Browser, userAgent: string): boolean {
  if (engine === 'unknown') return true
  const version = Number(VERSION[engine].exec(userAgent)?.[1] ?? 0)
  return version < FIRST_WITH_FETCH[engine]
}

function findContradictions(
  { headers = {}, acceptLanguage, clientHints, userAgent }: Receipt,
  readings: readonly DeviceReading[],
  { engine, blurs }: Browser,
): string[] {
  const found: string[] = []
  const read = textsRead(readings, 'user_agent')
  if (userAgent !== undefined && read.length > 0 && !read.includes(userAgent)) found.push('User-Agent')
  const languages = textsRead(readings, 'languages').map((language) => language.split('-')[0]?.toLowerCase())
  const first = acceptLanguage?.split(/[,;-]/)[0]?.trim().toLowerCase()
  if (first !== undefined && languages.length > 0 && !blurs && !languages.includes(first)) {
    found.push('Accept-Language')
  }
  if (clientHints !== undefined && (engine === 'firefox' || engine === 'webkit')) found.push('Sec-CH-UA')
  if (isForeignFetch(headers)) found.push('Sec-Fetch')
  if (headers.ja4 !== undefined && engine !== 'unknown' && !OFFERS_HTTP2.test(headers.ja4)) found.push('JA4')
  if (isForeignOrder(headers.order, engine)) found.push('header order')
  return found
}

/** The script posts with `fetch`, never by navigation. */
const isForeignFetch = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['sec-fetch-mode'] ?? 'cors') === 'navigate' || (headers['sec-fetch-dest'] ?? 'empty') !== 'empty'

/** Every browser of the last ten years offers HTTP/2 or HTTP/3 in its TLS handshake. */
const OFFERS_HTTP2 = /^[tq]1[0-3][di]\d{4}h[23]_/

/** Chromium sends Accept-Encoding before Accept-Language, Firefox after it. */
function isForeignOrder(order: string | undefined, engine: Browser['engine']): boolean {
  if (order === undefined || (engine !== 'chromium' && engine !== 'firefox')) return false
  const names = order.split(' ')
  const encoding = names.indexOf('accept-encoding')
  const language = names.indexOf('accept-language')
  if (encoding === -1 || language === -1) return false
  return encoding < language !== (engine === 'chromium')
}

function textsRead(readings: readonly DeviceReading[], signal: string): string[] {
  return readings.flatMap(({ signals }) => {
    const value: SignalValue | undefined = signals[signal]
    if (typeof value === 'string') return [value]
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  })
}
